"""Texts as editors change them: positions in the client's units, and changes applied in order.

Only what LSP counts as a line break is one (3.17, "Text Documents"), and positions are clamped as it says: a character
past the line's end means the line's end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

from vt_core.text.lines import Encoding, LineTable, Position, from_units, to_units
from vt_core.text.spans import Span


class Lines(Protocol):
    """A text by lines; offsets and columns count code points. `LineTable` and `Document` are such."""

    @property
    def text(self) -> str: ...

    @property
    def line_count(self) -> int: ...

    def line_span(self, line: int) -> Span: ...

    def line_text(self, line: int) -> str: ...

    def position(self, offset: int) -> Position: ...


class UnitPosition(NamedTuple):
    """A line and a character of it, both from 0; the character counts the client's units."""

    line: int
    character: int


class Change(NamedTuple):
    """A change as the client sends it: a stretch to replace, or with `start` None the whole text."""

    start: UnitPosition | None
    end: UnitPosition | None
    text: str


class BadChange(Exception):  # noqa: N818 - the client's mistake
    """A change that cannot be applied: what the text is now, only the client knows."""


def offset_of(lines: Lines, position: UnitPosition, encoding: Encoding) -> int:
    """The offset (code points) of a client's position."""
    if position.line >= lines.line_count:
        return lines.line_span(lines.line_count - 1).end
    text = lines.line_text(position.line)
    return lines.line_span(position.line).start + from_units(text, position.character, encoding)


def position_of(lines: Lines, offset: int, encoding: Encoding) -> UnitPosition:
    """The client's position of an offset (code points)."""
    line, column = lines.position(offset)
    if encoding == "utf-32" or not column:
        return UnitPosition(line, column)
    return UnitPosition(line, to_units(lines.line_text(line), column, encoding))


class Plain:
    """A text that belongs to no pair."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def table(self) -> LineTable:
        """Its lines."""
        return LineTable.of(self.text)

    @property
    def line_count(self) -> int:
        return self.table.line_count

    def line_span(self, line: int) -> Span:
        return self.table.line_span(line)

    def line_text(self, line: int) -> str:
        return self.table.line_text(line)

    def position(self, offset: int) -> Position:
        return self.table.position(offset)

    def replaced(self, span: Span, text: str) -> Plain:
        """The text after an edit."""
        return Plain(self.text[: span.start] + text + self.text[span.end :])


Content = TypeVar("Content", bound=Lines)


def changed(
    content: Content,
    changes: Sequence[Change],
    encoding: Encoding,
    replace: Callable[[Content, Span, str], Content],
) -> Content:
    """The content after all changes, each counted from the text that the one before left. Raises `BadChange`."""
    for change in changes:
        span = _span_of(content, change, encoding)
        content = replace(content, span, change.text)
    return content


def _span_of(content: Lines, change: Change, encoding: Encoding) -> Span:
    if change.start is None or change.end is None:
        return Span(0, len(content.text))
    if change.start > change.end:
        raise BadChange(f"a range that ends before it starts: {change.start} to {change.end}")
    return Span(offset_of(content, change.start, encoding), offset_of(content, change.end, encoding))


class OpenDocument:
    """A document that the client has open.

    `uri` is the client's own spelling. `plain` is the text while it is not kept by a pair's snapshot. `dropped`: a
    change could not be applied, so that nothing is known of the text until the client sends all of it.
    """

    __slots__ = ("dropped", "key", "path", "plain", "uri", "version")

    def __init__(self, uri: str, key: str, path: str | None, version: int, text: str) -> None:
        self.uri, self.key, self.path, self.version = uri, key, path, version
        self.plain: Plain | None = Plain(text)
        self.dropped = False
