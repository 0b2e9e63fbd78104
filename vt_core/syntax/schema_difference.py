"""What differs between two schemas, part by part: for a reader who sees one and needs the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.syntax.schema import ArgumentSyntax, Piece, SchemaSyntax, parse_argument, parse_schema
from vt_core.text.edits import difference
from vt_core.text.spans import Span

DifferenceKind = Literal[
    "spacing",
    "operator",
    "overload",
    "argument",
    "type",
    "annotation",
    "name",
    "default",
    "missing",
    "extra",
    "return",
    "text",
]


class Difference(NamedTuple):
    """One part that `here` has otherwise than `there`.

    `argument` is its argument's name there (or here, where it is `extra`). Both spans hold at least one character;
    where a side lacks the part, its span is what stands in its place, and its text is empty.
    """

    kind: DifferenceKind
    argument: str
    here: Span
    there: Span
    here_text: str
    there_text: str


def schema_differences(here: str, there: str) -> tuple[Difference, ...]:
    """The differences in the order of the text; none for equal texts."""
    if here == there:
        return ()
    if "".join(here.split()) == "".join(there.split()):
        return (_in_text("spacing", here, there),)
    mine, other = parse_schema(here), parse_schema(there)
    found = [*_in_name(mine, other), *_in_arguments(mine, other), *_in_returns(mine, other)]
    return tuple(found) or (_in_text("text", here, there),)


def _in_text(kind: DifferenceKind, here: str, there: str) -> Difference:
    """The first place where the texts part, between two characters that can be seen."""
    edit = difference(here, there)
    at = 0 if edit is None else edit.span.start
    mine, other = _around(here, at), _around(there, at)
    return Difference(kind, "", mine, other, here[slice(*mine)], there[slice(*other)])


def _around(text: str, at: int) -> Span:
    start, end = max(0, min(at, len(text)) - 1), at
    while start > 0 and text[start].isspace():
        start -= 1
    while end < len(text) and text[end].isspace():
        end += 1
    return Span(start, min(end + 1, len(text)))


def _in_name(mine: SchemaSyntax, other: SchemaSyntax) -> Iterator[Difference]:
    if mine.operator == other.operator:
        return
    same_name = mine.text[slice(*mine.name)] == other.text[slice(*other.name)]
    kind: DifferenceKind = "overload" if same_name else "operator"
    yield Difference(kind, "", mine.operator_span, other.operator_span, mine.operator, other.operator)


class _Argument(NamedTuple):
    """An argument at its place; `name` is `*` for the star."""

    name: str
    piece: Piece
    syntax: ArgumentSyntax


def _in_arguments(mine: SchemaSyntax, other: SchemaSyntax) -> Iterator[Difference]:
    from difflib import SequenceMatcher  # a slow import, for mistakes only

    here, there = _arguments(mine), _arguments(other)
    matcher = SequenceMatcher(None, [a.name for a in here], [a.name for a in there], autojunk=False)
    for _, start, end, other_start, other_end in matcher.get_opcodes():
        paired = min(end - start, other_end - other_start)
        for index in range(paired):
            yield from _in_argument(here[start + index], there[other_start + index])
        for missing in there[other_start + paired : other_end]:
            at = here[end].piece.span if end < len(here) else _closing(mine)
            yield Difference("missing", missing.name, at, missing.piece.span, "", missing.piece.text)
        for extra in here[start + paired : end]:
            at = there[other_end].piece.span if other_end < len(there) else _closing(other)
            yield Difference("extra", extra.name, extra.piece.span, at, extra.piece.text, "")


def _arguments(schema: SchemaSyntax) -> list[_Argument]:
    found: list[_Argument] = []
    for piece in schema.arguments:
        text = piece.text.strip()
        if text:
            at = Piece(piece.start + len(piece.text) - len(piece.text.lstrip()), text)
            syntax = parse_argument(text)
            found.append(_Argument(syntax.part(syntax.name) or text, at, syntax))
    return found


def _closing(schema: SchemaSyntax) -> Span:
    """The closing parenthesis, where an argument would be added."""
    return schema.operator_span if schema.close is None else Span(schema.close, schema.close + 1)


def _in_argument(here: _Argument, there: _Argument) -> Iterator[Difference]:
    """What differs between two arguments that stand for the same, or that they do not."""
    if here.piece.text == there.piece.text:
        return
    mine, other = here.syntax, there.syntax
    types = _type_text(mine), _type_text(other)
    if here.name != there.name and (types[0] != types[1] or "*" in (here.name, there.name)):
        yield Difference("argument", there.name, here.piece.span, there.piece.span, here.piece.text, there.piece.text)
        return
    if types[0] != types[1]:
        spans = Span(0, mine.type_end), Span(0, other.type_end)
        yield Difference("type", there.name, *_placed(spans, here, there), *types)
    elif mine.part(mine.annotation) != other.part(other.annotation):
        spans = Span(0, mine.type_end), Span(0, other.type_end)
        yield Difference("annotation", there.name, *_placed(spans, here, there), *_texts(spans, here, there))
    if here.name != there.name:
        spans = mine.name or Span(0, len(mine.text)), other.name or Span(0, len(other.text))
        yield Difference("name", there.name, *_placed(spans, here, there), here.name, there.name)
    defaults = mine.part(mine.default), other.part(other.default)
    if defaults[0] != defaults[1]:
        spans = _named_default(mine), _named_default(other)
        yield Difference("default", there.name, *_placed(spans, here, there), defaults[0] or "", defaults[1] or "")


def _type_text(syntax: ArgumentSyntax) -> str:
    """The type without its annotation."""
    if syntax.annotation is None:
        return syntax.text[: syntax.type_end]
    return syntax.text[: syntax.annotation.start - 1] + syntax.text[syntax.annotation.end + 1 : syntax.type_end]


def _named_default(syntax: ArgumentSyntax) -> Span:
    """The default, or the name where it would follow; the whole argument where there is no text of either."""
    for span in (syntax.default, syntax.name):
        if span is not None and span.start < span.end:
            return span
    return Span(0, len(syntax.text))


def _placed(spans: tuple[Span, Span], here: _Argument, there: _Argument) -> tuple[Span, Span]:
    return spans[0].shifted(here.piece.start), spans[1].shifted(there.piece.start)


def _texts(spans: tuple[Span, Span], here: _Argument, there: _Argument) -> tuple[str, str]:
    return here.piece.text[slice(*spans[0])], there.piece.text[slice(*spans[1])]


def _in_returns(mine: SchemaSyntax, other: SchemaSyntax) -> Iterator[Difference]:
    here, there = _return_span(mine), _return_span(other)
    texts = mine.text[slice(*here)], other.text[slice(*there)]
    if texts[0] != texts[1]:
        yield Difference("return", "", here, there, *texts)


def _return_span(schema: SchemaSyntax) -> Span:
    """What is returned, or the end of the arguments where nothing is."""
    span = schema.returns_span
    return _closing(schema) if span is None or span.start == span.end else span
