"""A line of source text as a terminal shows it: tabs, wide and invisible characters, and long lines cut short."""

from __future__ import annotations

from collections.abc import Sequence
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
    cells, ends = _cells(line)
    first, last = _window(ends, start, end, width)
    shown = "".join(cells[first:last])
    before = len(_CUT) if first else 0
    text = (_CUT if first else "") + shown + (_CUT if last < len(cells) else "")
    left = before + ends[min(max(start, first), last)] - ends[first]
    right = before + ends[min(max(end, first), last)] - ends[first]
    return ShownLine(text, left, max(right, left + 1))


def _cells(line: str) -> tuple[Sequence[str], Sequence[int]]:
    """What is shown for each character, and the column at which it starts; at last the width of all."""
    if line.isascii() and line.isprintable():
        return line, range(len(line) + 1)
    cells: list[str] = []
    ends = [0]
    for char in line:
        cell, width = _cell(char, ends[-1])
        cells.append(cell)
        ends.append(ends[-1] + width)
    return cells, ends


def _cell(char: str, column: int) -> tuple[str, int]:
    """What is shown for a character, and how wide it is."""
    if char == "\t":
        width = _TAB - column % _TAB
        return " " * width, width
    if category(char) in ("Mn", "Me"):
        return char, 0
    if not char.isprintable():
        escaped = printable(char)
        return escaped, len(escaped)
    return char, 2 if east_asian_width(char) in "WF" else 1


def _window(ends: Sequence[int], start: int, end: int, width: int) -> tuple[int, int]:
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
