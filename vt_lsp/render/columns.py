"""A line of source text as a terminal shows it: tabs, wide and invisible characters, and long lines cut short."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, east_asian_width

from vt_lsp.render.style import printable

_TAB = 4
_CUT = "…"


class ShownLine(NamedTuple):
    """A line's text, and the columns at which a stretch of it starts and ends there."""

    text: str
    start: int
    end: int


def show_line(line: str, start: int, end: int, width: int) -> ShownLine:
    """Lay a line out in at most `width` columns, those from `start` to `end` (code points) in view."""
    cells = _cells(line)
    ends = list(accumulate([cell.width for cell in cells], initial=0))
    first, last = _window(ends, start, end, width)
    shown = "".join([cell.text for cell in cells[first:last]])
    before = len(_CUT) if first else 0
    text = (_CUT if first else "") + shown + (_CUT if last < len(cells) else "")
    left = before + ends[min(max(start, first), last)] - ends[first]
    right = before + ends[min(max(end, first), last)] - ends[first]
    return ShownLine(text, left, max(right, left + 1))


class _Cell(NamedTuple):
    text: str
    width: int


def _cells(line: str) -> list[_Cell]:
    if line.isascii() and line.isprintable():
        return [_Cell(char, 1) for char in line]
    cells: list[_Cell] = []
    column = 0
    for char in line:
        cell = _cell(char, column)
        cells.append(cell)
        column += cell.width
    return cells


def _cell(char: str, column: int) -> _Cell:
    if char == "\t":
        width = _TAB - column % _TAB
        return _Cell(" " * width, width)
    if category(char) in ("Mn", "Me"):
        return _Cell(char, 0)
    if not char.isprintable():
        escaped = printable(char)
        return _Cell(escaped, len(escaped))
    return _Cell(char, 2 if east_asian_width(char) in "WF" else 1)


def _window(ends: list[int], start: int, end: int, width: int) -> tuple[int, int]:
    """The characters to show: all, or as many as fit around the stretch's start, a part of them before it."""
    count = len(ends) - 1
    if ends[-1] <= width:
        return 0, count
    room = width - 2 * len(_CUT)
    start, end = min(start, count), min(max(end, start + 1), count)
    before = max(room - (ends[end] - ends[start]), room * 2 // 3) // 3
    first = start
    while first > 0 and ends[start] - ends[first - 1] <= before:
        first -= 1
    last = start
    while last < count and ends[last + 1] - ends[first] <= room:
        last += 1
    while first > 0 and last == count and ends[last] - ends[first - 1] <= room:
        first -= 1
    return first, last
