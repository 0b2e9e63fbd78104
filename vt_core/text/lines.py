"""Lines of a text, and columns counted in the units that editors count in.

A line ends at a line feed, a carriage return, or the pair of both, as in the Language Server Protocol (3.17, "Text
Documents"). Form feed, NEL, U+2028 and U+2029 stay inside their line.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from io import StringIO
from itertools import accumulate
from typing import Literal, NamedTuple

from vt_core.text.spans import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]


class Position(NamedTuple):
    """A place by line and column, both from 0; the column counts code points."""

    line: int
    column: int


class LineTable(NamedTuple):
    """Where each line of `text` starts, in code points.

    There is always at least one line; a text that ends with a line break has an empty last line.
    """

    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> LineTable:
        """The table of a text."""
        # With newline="", StringIO splits at exactly the three breaks wanted here and keeps them, without
        # interpreted work on each line.
        starts = list(accumulate(map(len, StringIO(text, newline="")), initial=0))
        if text and text[-1] not in "\r\n":
            starts.pop()
        return cls(text, tuple(starts))

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return len(self.starts)

    def position(self, offset: int) -> Position:
        """The line and column of an offset in code points.

        Offsets outside the text are clamped; one between a carriage return and its line feed counts as before both.
        """
        offset = max(0, min(offset, len(self.text)))
        if offset and self.text[offset - 1 : offset + 1] == "\r\n":
            offset -= 1
        line = bisect_right(self.starts, offset) - 1
        return Position(line, offset - self.starts[line])

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column in code points.

        A column past the line's end gives the offset before its line break, a line past the last one the end of the
        text, a line before the first one its start.
        """
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.line_span(line)
        return min(start + max(0, column), end)

    def line_span(self, line: int, *, with_break: bool = False) -> Span:
        """The stretch of a line, without its line break unless asked for; lines outside the text are clamped."""
        line = max(0, min(line, len(self.starts) - 1))
        start = self.starts[line]
        if line + 1 == len(self.starts):
            return Span(start, len(self.text))
        end = self.starts[line + 1]
        if not with_break:
            end -= 2 if self.text[max(start, end - 2) : end] == "\r\n" else 1
        return Span(start, end)

    def line_text(self, line: int) -> str:
        """The text of a line without its line break; lines outside the text are clamped."""
        start, end = self.line_span(line)
        return self.text[start:end]


def to_units(line_text: str, column: int, encoding: Encoding) -> int:
    """The units of `encoding` that precede a column of a line.

    `column` counts code points and is clamped to the line. A lone surrogate counts as one UTF-16 unit, or as the three
    bytes that it would take in UTF-8.
    """
    column = max(0, min(column, len(line_text)))
    if encoding == "utf-32" or line_text.isascii():
        return column
    if encoding == "utf-8":
        return len(line_text[:column].encode("utf-8", "surrogatepass"))
    return len(line_text[:column].encode("utf-16-le", "surrogatepass")) // 2


def from_units(line_text: str, units: int, encoding: Encoding) -> int:
    """The column, in code points, that `units` of `encoding` lead to; the inverse of `to_units`.

    Units are clamped to the line; a position inside a character gives that character's start.
    """
    if encoding == "utf-32" or line_text.isascii():
        return max(0, min(units, len(line_text)))
    columns = range(len(line_text) + 1)
    return bisect_right(columns, max(0, units), key=partial(to_units, line_text, encoding=encoding)) - 1
