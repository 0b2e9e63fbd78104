"""The grammar of function schemas, with a span for each part, tolerant of half-typed text.

The generator (torchgen's `model`, `FunctionSchema.parse`) cuts a schema at ` -> `, `(`, `, ` and the last blank of an
argument; so does this parser, and it takes what is missing as absent. Nothing of the text is lost: the spans are
offsets into it (code points), and `text` is the schema as written.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from vt_core.text.spans import Span

ARROW = " -> "
_LIST_SUFFIX = re.compile(r"\[([0-9]*)\]\Z")
_ANNOTATED = re.compile(r"Tensor\((.+)\)")


class TypeSyntax(NamedTuple):
    """A type: `Tensor`, or an optional (`?`) or list (`[]`, `[2]`) of `elem`. The annotation is not part of it."""

    kind: Literal["base", "optional", "list"]
    span: Span
    name: str
    size: str | None
    elem: TypeSyntax | None


class ArgumentSyntax(NamedTuple):
    """An argument or a return. Spans are relative to `text`.

    `type_end` is where the type with its annotation ends; `tail` what stands between annotation and name.
    `name` and `default` are None where they are not written.
    """

    text: str
    type: TypeSyntax
    type_end: int
    annotation: Span | None
    tail: str
    name: Span | None
    default: Span | None

    def part(self, span: Span | None) -> str | None:
        """The text of one of its parts."""
        return None if span is None else self.text[span.start : span.end]


class Piece(NamedTuple):
    """A part of a list, at its offset in the schema; `text` may be `*` or empty."""

    start: int
    text: str

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))


class SchemaSyntax(NamedTuple):
    """A schema cut into its parts.

    `open` and `close` are the offsets of the parentheses around the arguments, `arrow` that of ` -> `; None where the
    text has none. `returns_span` is what stands right of the arrow, without blanks at its ends.
    """

    text: str
    name: Span
    overload: Span | None
    open: int | None
    close: int | None
    arrow: int | None
    arguments: tuple[Piece, ...]
    returns_span: Span | None
    returns: tuple[Piece, ...]

    @property
    def operator(self) -> str:
        """The operator's name with its overload, as written."""
        return self.text[self.name.start : self.overload.end if self.overload else self.name.end]

    @property
    def operator_span(self) -> Span:
        return Span(self.name.start, self.overload.end if self.overload else self.name.end)


def parse_schema(text: str, *, last_arrow: bool = False) -> SchemaSyntax:
    """Cut a schema into its parts, whatever its state. `last_arrow`: arguments may hold arrows (`Tensor(a -> *)`), so
    that the last one after a parenthesis counts."""
    arrow = text.rfind(")" + ARROW) + 1 if last_arrow else 0
    arrow = arrow or text.find(ARROW)
    head_end = arrow if arrow >= 0 else _loose_arrow(text)
    head = text[:head_end]
    start = len(head) - len(head.lstrip())
    open_ = head.find("(")
    close: int | None = None
    name_end = open_ if open_ >= 0 else len(head.rstrip())
    arguments: tuple[Piece, ...] = ()
    if open_ >= 0:
        closing = head.rstrip()
        close = len(closing) - 1 if closing.endswith(")") else None
        arguments = split_list(text, open_ + 1, len(closing) if close is None else close)
    dot = text.find(".", start, name_end)
    name = Span(start, dot if dot >= 0 else name_end)
    overload = Span(dot + 1, name_end) if dot >= 0 else None
    returns_span = _stripped(text, head_end + len(ARROW), len(text)) if arrow >= 0 else None
    return SchemaSyntax(
        text,
        name,
        overload,
        open_ if open_ >= 0 else None,
        close,
        arrow if arrow >= 0 else None,
        arguments,
        returns_span,
        _returns(text, returns_span),
    )


def split_list(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """The parts of `text[start:end]` between `, `, with their offsets. Nothing at all is no part."""
    if start >= end:
        return ()
    pieces = []
    for part in text[start:end].split(", "):
        pieces.append(Piece(start, part))
        start += len(part) + 2
    return tuple(pieces)


def parse_argument(text: str, *, default_first: bool = False) -> ArgumentSyntax:
    """Cut an argument into type, annotation, name and default; a lone word is a type. `default_first`: the default
    begins at the first `=`, so that it may hold blanks."""
    equals = text.find("=") if default_first else -1
    blank = text.rfind(" ", 0, equals) if equals >= 0 else text.rfind(" ")
    type_end = blank if blank >= 0 else len(text)
    name: Span | None = None
    default: Span | None = None
    if blank >= 0:
        equals = text.find("=", blank)
        name = Span(blank + 1, equals if equals >= 0 else len(text))
        default = Span(equals + 1, len(text)) if equals >= 0 else None
    annotation, tail, type_ = _annotated(text, type_end)
    return ArgumentSyntax(text, type_, type_end, annotation, tail, name, default)


def parse_return(text: str) -> ArgumentSyntax:
    """Cut a return into type, annotation and name."""
    syntax = parse_argument(text)
    if syntax.default is None or syntax.name is None:
        return syntax
    return syntax._replace(name=Span(syntax.name.start, len(text)), default=None)


# A type of more suffixes is no type: everything that walks one recurs.
MOST_SUFFIXES = 60


def parse_type(text: str, start: int, end: int, level: int = 0) -> TypeSyntax:
    """Read `text[start:end]` as a type, outermost suffix first."""
    if level == MOST_SUFFIXES:
        return TypeSyntax("base", Span(start, end), text[start:end], None, None)
    if end - start > 1 and text[end - 1] == "?":
        return TypeSyntax("optional", Span(start, end), "", None, parse_type(text, start, end - 1, level + 1))
    suffix = _LIST_SUFFIX.search(text[start:end]) if text[end - 1 : end] == "]" else None
    if suffix is not None and suffix.start() > 0:
        elem = parse_type(text, start, start + suffix.start(), level + 1)
        return TypeSyntax("list", Span(start, end), "", suffix.group(1) or None, elem)
    return TypeSyntax("base", Span(start, end), text[start:end], None, None)


def base_type(type_: TypeSyntax) -> TypeSyntax:
    """The innermost type."""
    while type_.elem is not None:
        type_ = type_.elem
    return type_


def _annotated(text: str, end: int) -> tuple[Span | None, str, TypeSyntax]:
    """The annotation in `Tensor(…)`, what follows it, and the type without it (its base is the word `Tensor`)."""
    found = _ANNOTATED.match(text[:end]) if text.startswith("Tensor(") else None
    if found is None:
        return None, "", parse_type(text, 0, end)
    tail = text[found.end() : end]
    type_ = TypeSyntax("base", Span(0, 6), "Tensor", None, None)
    if tail == "?":
        type_ = TypeSyntax("optional", Span(0, end), "", None, type_)
    elif tail == "[]":
        type_ = TypeSyntax("list", Span(0, end), "", None, type_)
    return Span(*found.span(1)), tail, type_


def _loose_arrow(text: str) -> int:
    """Where the arguments end in a text without a proper arrow: before `->`, else at the end."""
    found = re.search(r"\s*->", text)
    return found.start() if found else len(text)


def _stripped(text: str, start: int, end: int) -> Span:
    part = text[start:end]
    lead = len(part) - len(part.lstrip())
    return Span(start + lead, start + lead + len(part.strip()))


def _returns(text: str, span: Span | None) -> tuple[Piece, ...]:
    if span is None or text[span.start : span.end] == "()":
        return ()
    start, end = span
    if end - start > 1 and text[start] == "(" and text[end - 1] == ")":
        start, end = start + 1, end - 1
    return split_list(text, start, end) or (Piece(start, ""),)
