"""From a schema's syntax to its value, with every refusal of the generator (torchgen's `FunctionSchema.parse`)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, Union

from vt_core.model.schema import (
    Annotation,
    Argument,
    Arguments,
    FunctionSchema,
    OperatorName,
    Return,
    function_schema,
)
from vt_core.model.schema_consistency import written_schema_problems
from vt_core.model.schema_problems import (
    Problem,
    empty_piece,
    outline_problem,
    returns_outline,
    separator_problem,
    type_problem,
)
from vt_core.model.signatures import mutable_schema
from vt_core.model.types import BaseType, ListType, OptionalType, Type
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Place
from vt_core.syntax.schema import (
    ArgumentSyntax,
    SchemaSyntax,
    TypeSyntax,
    parse_argument,
    parse_return,
    parse_schema,
)
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


@dataclass
class SchemaCache:
    """Arguments and returns by their text: a few hundred distinct ones make up all schemas. Owned by the store."""

    arguments: dict[str, Read] = field(default_factory=dict)
    returns: dict[str, Read] = field(default_factory=dict)


Read = Union[Argument, Return, Problem]


def read_schema(text: str, facts: SchemaFacts, cache: SchemaCache) -> tuple[FunctionSchema | None, tuple[Fault, ...]]:
    """The schema, or what the generator refuses in it, at the `func` value of a native_functions.yaml entry."""
    written = facts.any_argument_written
    syntax = parse_schema(text, last_arrow=written)
    outline = outline_problem(syntax, arrows=written)
    if outline is not None:
        # Where the parts begin and end is open: what they say would mislead.
        return None, (fault_at(outline, "native_functions", ("func",)),)
    problems: list[Problem] = []
    name = _tried(problems, syntax, facts)
    arguments = _arguments(syntax, facts, cache, problems)
    returns = _returns(syntax, facts, cache, problems)
    if not problems and name is not None:
        if written:
            schema = mutable_schema(text, name, arguments, returns, scatter_copies=facts.scatter_copies)
            problems.extend(written_schema_problems(schema, syntax))
        else:
            schema = function_schema(text, name, arguments, returns)
            problems.extend(_consistency(schema, syntax, facts))
        if not problems:
            return schema, ()
    return None, tuple(fault_at(problem, "native_functions", ("func",)) for problem in problems)


def fault_at(problem: Problem, file: FileRole, path: tuple[str, ...]) -> Fault:
    return Fault(problem.rule, Place(file, path, "value", problem.span.start, problem.span.end), problem.data)


def _tried(problems: list[Problem], syntax: SchemaSyntax, facts: SchemaFacts) -> OperatorName | None:
    try:
        return read_operator_name(syntax.text[: syntax.open], facts)
    except Problem as problem:
        # A name that is not there is missing before the parenthesis.
        missing = problem.span.start == problem.span.end
        problems.append(Problem(problem.rule, Span(0, 1), problem.data) if missing else problem)
        return None


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


def _arguments(syntax: SchemaSyntax, facts: SchemaFacts, cache: SchemaCache, problems: list[Problem]) -> Arguments:
    positional: list[Argument] = []
    kwarg_only: list[Argument] = []
    out: list[Argument] = []
    current = positional
    for piece in syntax.arguments:
        if piece.text == "*":
            if current is not positional:
                problems.append(Problem("argument-syntax", piece.span, {"what": "star-twice", "argument": "*"}))
            current = kwarg_only
            continue
        if not piece.text:
            problems.append(empty_piece(piece, syntax))
            continue
        argument = read_argument(piece.text, facts, cache)
        if isinstance(argument, Problem):
            problems.append(_moved(argument, piece.start))
            continue
        assert isinstance(argument, Argument)
        if argument.is_write:
            current = out if current is kwarg_only else current
        elif current is out:
            # Once: what is wrong is the place of the out argument.
            if any(problem.data.get("what") == "after-out" for problem in problems):
                continue
            data = {"what": "after-out", "argument": argument.name}
            problems.append(Problem("argument-syntax", piece.span, data))
        current.append(argument)
    if syntax.arguments and syntax.arguments[-1].text == "*":
        data = {"what": "star-last", "argument": "*"}
        problems.append(Problem("argument-syntax", syntax.arguments[-1].span, data))
    return _grouped(positional, kwarg_only, out, syntax, problems)


def _grouped(
    positional: list[Argument],
    kwarg_only: list[Argument],
    out: list[Argument],
    syntax: SchemaSyntax,
    problems: list[Problem],
) -> Arguments:
    names = [argument.name for argument in positional]
    self_index = names.index("self") if "self" in names else None
    options_index: int | None = None
    at = 0
    while at + 4 <= len(kwarg_only):
        if not _is_options(kwarg_only, at):
            at += 1
            continue
        if options_index is not None:
            piece = next(p for p in reversed(syntax.arguments) if p.text == str(kwarg_only[at]))
            problems.append(Problem("argument-syntax", piece.span, {"what": "options-twice", "argument": piece.text}))
        options_index = at
        at += 4
    return Arguments(tuple(positional), tuple(kwarg_only), tuple(out), self_index, options_index)


_OPTIONS = (("dtype", "ScalarType"), ("layout", "Layout"), ("device", "Device"), ("pin_memory", "bool"))


def _is_options(arguments: list[Argument], at: int) -> bool:
    """Whether four arguments from `at` on are those that C++ bundles as TensorOptions."""
    if arguments[at].name != "dtype":
        return False
    for argument, (name, type_) in zip(arguments[at : at + 4], _OPTIONS):
        if argument.name != name or str(argument.type).removesuffix("?") != type_:
            return False
    return True


def _returns(
    syntax: SchemaSyntax, facts: SchemaFacts, cache: SchemaCache, problems: list[Problem]
) -> tuple[Return, ...]:
    span = syntax.returns_span
    if span is None:
        return ()
    if span.start == span.end:
        at = (syntax.arrow or 0) + 1
        problems.append(Problem("schema-syntax", Span(at, at + 2), {"what": "no-return", "operator": syntax.operator}))
        return ()
    returns: list[Return] = []
    refused: list[Problem] = []
    for piece in syntax.returns:
        found = empty_piece(piece, syntax) if not piece.text else read_return(piece.text, facts, cache)
        if isinstance(found, Problem):
            refused.append(_moved(found, piece.start) if piece.text else found)
        else:
            assert isinstance(found, Return)
            returns.append(found)
    problems.extend(returns_outline(syntax, span, refused))
    return tuple(returns)


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


def _consistency(schema: FunctionSchema, syntax: SchemaSyntax, facts: SchemaFacts) -> list[Problem]:
    """What torchgen checks once the parts are read (`FunctionSchema.__post_init__`)."""
    arguments, returns = schema.arguments, schema.returns
    out = arguments.out
    problems: list[Problem] = []
    if not (out or schema.name.inplace or any(return_.annotation for return_ in returns)):
        return problems
    operator = str(schema.name)
    for argument, return_, piece in zip(out, returns, syntax.returns):
        if argument.annotation != return_.annotation:
            data = {"operator": operator, "argument": str(argument), "return": str(return_), "name": argument.name}
            problems.append(Problem("out-annotation", piece.span, data))
    targets = [a.annotation for a in (*out, *(p for p in arguments.positional if p.name == "self"))]
    for return_, piece in zip(returns, syntax.returns):
        if return_.is_write and return_.annotation not in targets and not problems:
            problems.append(Problem("mutable-return", piece.span, {"operator": operator, "return": str(return_)}))
    if out and len(out) != len(returns):
        data = {"operator": operator, "out": str(len(out)), "returns": str(len(returns))}
        problems.append(Problem("out-return-count", syntax.returns_span or Span(0, 0), data))
    if schema.name.inplace and len(returns) != 1 and operator not in facts.inplace_without_single_return:
        data = {"operator": operator, "returns": str(len(returns))}
        problems.append(Problem("inplace-return", syntax.returns_span or Span(0, 0), data))
    return problems


def _moved(problem: Problem, by: int) -> Problem:
    return Problem(problem.rule, problem.span.shifted(by), problem.data)
