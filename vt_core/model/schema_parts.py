"""The parts of a schema: names, arguments, returns and types (torchgen's `OperatorName.parse`, `Argument.parse` …)."""

from __future__ import annotations

import re
from typing import NamedTuple, Union

from vt_core.model.schema import Annotation, Argument, OperatorName, Return
from vt_core.model.schema_problems import Problem, separator_problem, type_problem
from vt_core.model.types import BaseType, ListType, OptionalType, Type
from vt_core.syntax.schema import ArgumentSyntax, TypeSyntax, parse_argument, parse_return
from vt_core.text.spans import Span


class SchemaFacts(NamedTuple):
    """What of the grammar differs from release to release."""

    base_types: frozenset[str]
    augmented_assignment_names: frozenset[str]
    inplace_without_single_return: frozenset[str]
    # Schemas may write to any argument, have alias sets with an arrow, custom classes and names in `_functional`.
    any_argument_written: bool = False
    # `x_scatter` is the copy of the view `x_inverse`.
    scatter_copies: bool = False
    # A default may hold blanks.
    default_with_blanks: bool = False


class SchemaCache:
    """Arguments and returns by their text: a few hundred distinct ones make up all schemas. Owned by the store."""

    def __init__(self) -> None:
        self.arguments: dict[str, Read] = {}
        self.returns: dict[str, Read] = {}


Read = Union[Argument, Return, Problem]


def read_operator_name(text: str, facts: SchemaFacts) -> OperatorName:
    """The name before the parenthesis. Raises `Problem` where the generator refuses it."""
    name, dot, overload = text.partition(".")
    whole = Span(0, len(text))
    if not name:
        raise Problem("operator-name", whole, {"what": "empty", "operator": text})
    if dot and not overload:
        raise Problem("operator-name", whole, {"what": "empty-overload", "operator": text})
    if name.endswith("_out"):
        raise Problem("operator-name", Span(len(name) - 4, len(name)), {"what": "out-suffix", "operator": text})
    if name.startswith("__") and name.endswith("__") and len(name) > 4 and "_" not in name[2:-2]:
        return _dunder_name(name, overload, facts)
    inplace = name.endswith("_")
    base = name[:-1] if inplace else name
    if facts.any_argument_written and base.endswith(_FUNCTIONAL):
        if inplace:
            raise Problem("operator-name", Span(0, len(name)), {"what": "functional", "operator": text})
        return OperatorName(name, base[: -len(_FUNCTIONAL)], False, False, overload, functional=True)
    return OperatorName(name, base, inplace, False, overload)


# How the functional variant of an operator that writes to its arguments is called.
_FUNCTIONAL = "_functional"


def _dunder_name(name: str, overload: str, facts: SchemaFacts) -> OperatorName:
    base = name[2:-2]
    if base[0] != "i":
        return OperatorName(name, base, False, True, overload)
    if base[1:] not in facts.augmented_assignment_names:
        raise Problem("operator-name", Span(0, len(name)), {"what": "dunder", "operator": name})
    return OperatorName(name, base[1:], True, True, overload)


def read_argument(text: str, facts: SchemaFacts, cache: SchemaCache) -> Read:
    """The argument, or the problem with it, spans relative to its text."""
    known = cache.arguments.get(text)
    if known is None:
        try:
            known = _read_argument(parse_argument(text, default_first=facts.default_with_blanks), facts)
        except Problem as problem:
            known = separator_problem(text) or problem.with_traceback(None)
        cache.arguments[text] = known
    return known


def read_return(text: str, facts: SchemaFacts, cache: SchemaCache) -> Read:
    """The return, or the problem with it, spans relative to its text."""
    known = cache.returns.get(text)
    if known is None:
        try:
            syntax = parse_return(text)
            type_, annotation = _type_and_annotation(syntax, facts)
            known = Return(syntax.part(syntax.name), type_, annotation)
        except Problem as problem:
            known = separator_problem(text) or problem.with_traceback(None)
        cache.returns[text] = known
    return known


def _read_argument(syntax: ArgumentSyntax, facts: SchemaFacts) -> Argument:
    whole = Span(0, len(syntax.text))
    if syntax.name is None:
        raise Problem("argument-syntax", whole, {"what": "no-name", "argument": syntax.text})
    default = syntax.part(syntax.default)
    if default is not None and "=" in default:
        raise Problem("argument-syntax", whole, {"what": "two-equals", "argument": syntax.text})
    if default == "":
        raise Problem("argument-syntax", whole, {"what": "empty-default", "argument": syntax.text})
    type_, annotation = _type_and_annotation(syntax, facts)
    return Argument(syntax.part(syntax.name) or "", type_, default, annotation)


def _type_and_annotation(syntax: ArgumentSyntax, facts: SchemaFacts) -> tuple[Type, Annotation | None]:
    annotation: Annotation | None = None
    if syntax.annotation is not None:
        text = syntax.part(syntax.annotation) or ""
        if syntax.tail not in ("", "?", "[]"):
            lead = len(syntax.tail) - len(syntax.tail.lstrip())
            span = Span(syntax.annotation.end + 1 + lead, syntax.type_end)
            raise Problem("alias-annotation", span, {"what": "suffix", "annotation": syntax.tail})
        annotation = _alias_sets(text, facts)
        if annotation is None:
            raise Problem("alias-annotation", syntax.annotation, {"what": "letter", "annotation": text})
    return _type(syntax.type, syntax, facts), annotation


def _alias_sets(text: str, facts: SchemaFacts) -> Annotation | None:
    """The annotation `a`, `a!`, and where arguments have alias sets `a|b`, `a -> b|c`, `a -> *`; None for others."""
    before, arrow, after = text.partition(" -> ") if facts.any_argument_written else (text, "", "")
    letters = before.removesuffix("!").split("|")
    later = after.split("|") if arrow else []
    if len(letters) > (2 if facts.any_argument_written else 1):
        return None
    if len(letters) > 1 and (before.endswith("!") or len(later) > 1):
        return None
    if not all(len(letter) == 1 and "a" <= letter <= "z" for letter in letters):
        return None
    if later != ["*"] and not all(len(letter) == 1 and "a" <= letter <= "z" for letter in later):
        return None
    return Annotation(tuple(letters), before.endswith("!"), tuple(later))


# Classes of C++ that are bound to TorchScript.
_CUSTOM_CLASS = "__torch__.torch.classes."


def _type(syntax: TypeSyntax, argument: ArgumentSyntax, facts: SchemaFacts) -> Type:
    if syntax.kind == "optional" and syntax.elem is not None:
        return OptionalType(_type(syntax.elem, argument, facts))
    if syntax.kind == "list" and syntax.elem is not None:
        if syntax.size is not None and (syntax.size[0] == "0" or len(syntax.size) > _MOST_DIGITS):
            raise Problem("unknown-type", syntax.span, {"what": "size", "type": argument.text[slice(*syntax.span)]})
        elem = _type(syntax.elem, argument, facts)
        return ListType(elem, int(syntax.size) if syntax.size is not None else None)
    if syntax.name not in facts.base_types and not (facts.any_argument_written and _is_custom(syntax.name)):
        raise type_problem(syntax, argument, facts.base_types)
    return BaseType(syntax.name)


def _is_custom(name: str) -> bool:
    rest = name.removeprefix(_CUSTOM_CLASS)
    return rest != name and re.fullmatch(r"[a-zA-Z0-9_.]+", rest) is not None


# Python refuses to read longer numbers (`sys.get_int_max_str_digits`), and so does the generator.
_MOST_DIGITS = 4300
