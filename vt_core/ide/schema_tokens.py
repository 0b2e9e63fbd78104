"""Semantic tokens of a schema's parts, at offsets of the schema's text."""

from __future__ import annotations

import re
from typing import NamedTuple

from vt_core.ide.token_types import DECLARATION, DEFAULT_LIBRARY, MODIFICATION, READONLY, Cut, TokenType
from vt_core.syntax.schema import Piece, SchemaSyntax, base_type, parse_argument, parse_return, parse_schema
from vt_core.text.spans import Span

_WORD = re.compile(r"\w+")
_SUFFIX = re.compile(r"(\?)|(\d+)")
_ANNOTATION = re.compile(r"(\w+!?)|(->|[|*])")
_VALUE = re.compile(r"('[^']*'?|\"[^\"]*\"?)|(-?\.?\d(?:[eE][-+]|[\w.])*)|(\w+)")
_CONSTANTS = frozenset(("True", "False", "None"))


class SchemaNames(NamedTuple):
    """The names that a schema gives to the formulas beside it."""

    arguments: frozenset[str]
    outputs: frozenset[str]


class SchemaTokenizer:
    """Cuts schemas of one file; arguments are few distinct texts, so that each is looked at once.

    `declares`: the schemas are native_functions.yaml's own. `base_types` are those of the release.
    """

    def __init__(self, base_types: frozenset[str], *, declares: bool) -> None:
        self._base_types = base_types
        self._declares = declares
        self._known: dict[tuple[str, bool], tuple[Cut, ...]] = {}
        self._names: dict[tuple[str, bool], str] = {}

    def tokens(self, text: str, by: int = 0) -> list[Cut]:
        """The tokens of a schema, in order, at offsets of its text with `by` added."""
        syntax = parse_schema(text)
        found = operator_tokens(syntax, DECLARATION if self._declares else 0, by)
        self._add(found, syntax.arguments, by, is_return=False)
        if syntax.arrow is not None:
            found.append((syntax.arrow + 1 + by, syntax.arrow + 3 + by, "operator", 0))
        self._add(found, syntax.returns, by, is_return=True)
        return found

    def names(self, text: str) -> SchemaNames:
        """The arguments and outputs that a schema names; outputs without a name are `result`, of several numbered
        (torchgen's `cpp.return_names`)."""
        syntax = parse_schema(text)
        arguments = [self._name(piece.text, is_return=False) for piece in syntax.arguments]
        outputs = ["result"]
        for number, piece in enumerate(syntax.returns):
            name = self._name(piece.text, is_return=True)
            if name and name in arguments:
                name = f"{name}_return"
            outputs.append(name or ("result" if len(syntax.returns) == 1 else f"result{number}"))
        return SchemaNames(frozenset([name for name in arguments if name]), frozenset(outputs))

    def _name(self, text: str, *, is_return: bool) -> str:
        known = self._names.get((text, is_return))
        if known is None:
            syntax = parse_return(text) if is_return else parse_argument(text)
            known = self._names[text, is_return] = syntax.part(syntax.name) or ""
        return known

    def _add(self, found: list[Cut], pieces: tuple[Piece, ...], by: int, *, is_return: bool) -> None:
        for at, text in pieces:
            known = self._known.get((text, is_return))
            if known is None:
                known = self._known[text, is_return] = self._piece_tokens(text, is_return)
            at += by
            found += [(start + at, end + at, type_, modifiers) for start, end, type_, modifiers in known]

    def _piece_tokens(self, text: str, is_return: bool) -> tuple[Cut, ...]:
        if text == "*":
            return ((0, 1, "operator", 0),)
        syntax = parse_return(text) if is_return else parse_argument(text)
        found = self._type_tokens(text, base_type(syntax.type).span, syntax.type_end, syntax.annotation)
        written = MODIFICATION if syntax.annotation is not None and "!" in (syntax.part(syntax.annotation) or "") else 0
        if syntax.name is not None and syntax.name.start < syntax.name.end:
            declared = DECLARATION if self._declares else 0
            found.append((*syntax.name, "variable" if is_return else "parameter", declared | written))
        if syntax.default is not None:
            found.append((syntax.default.start - 1, syntax.default.start, "operator", 0))
            found += value_tokens(text, syntax.default)
        return tuple(found)

    def _type_tokens(self, text: str, base: Span, end: int, annotation: Span | None) -> list[Cut]:
        found: list[Cut] = []
        name = _WORD.match(text, base.start, base.end)
        at = base.end
        if name is not None:
            known = DEFAULT_LIBRARY if name.group() in self._base_types else 0
            found.append((*name.span(), "type", known))
            at = name.end()
        if annotation is not None:
            for part in _ANNOTATION.finditer(text, *annotation):
                alias = part.group(1)
                if alias is None:
                    found.append((*part.span(), "operator", 0))
                else:
                    found.append((*part.span(), "typeParameter", MODIFICATION if "!" in alias else 0))
            at = annotation.end
        suffixes = _SUFFIX.finditer(text, at, end)
        return [*found, *[(*part.span(), _suffix_type(part), 0) for part in suffixes]]


def _suffix_type(part: re.Match[str]) -> TokenType:
    return "operator" if part.group(1) else "number"


def operator_tokens(syntax: SchemaSyntax, modifiers: int, by: int) -> list[Cut]:
    """The operator's name: a namespace before `::`, the name, the overload. `by` is added to the offsets."""
    found: list[Cut] = []
    start, end = syntax.name
    scope = syntax.text.rfind("::", start, end)
    if scope > start:
        found.append((start + by, scope + by, "namespace", 0))
    if scope >= start:
        start = scope + 2
    if start < end:
        found.append((start + by, end + by, "function", modifiers))
    if syntax.overload is not None and syntax.overload.start < syntax.overload.end:
        found.append((syntax.overload.start + by, syntax.overload.end + by, "property", modifiers))
    return found


def value_tokens(text: str, span: Span) -> list[Cut]:
    """Numbers, strings, constants and names of a default or another plain value."""
    found: list[Cut] = []
    for part in _VALUE.finditer(text, *span):
        string, number, word = part.groups()
        if string is not None:
            found.append((*part.span(), "string", 0))
        elif number is not None:
            found.append((*part.span(), "number", 0))
        elif word in _CONSTANTS:
            found.append((*part.span(), "keyword", 0))
        else:
            found.append((*part.span(), "enumMember", READONLY))
    return found
