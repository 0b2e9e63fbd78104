"""The usual layout of one entry's block, as edits of blanks only.

Keys two blanks further in for each level, one blank after `-` and after a key's colon, none at line ends, one blank
line to the next entry. What a value says is left alone: its own lines keep their distance from their key.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from vt_core.syntax.nodes import Mapping, Node, Scalar
from vt_core.text.edits import TextEdit
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

_STEP = 2
_COLON = re.compile(r"[ \t]*:(?:[ \t]+(?![ \t\r\n#]|\Z))?")
_TRAILING = re.compile(r"[ \t]+$")


def layout_edits(text: str, node: Mapping, content_end: int, *, is_last: bool) -> list[TextEdit]:
    """The edits of a block that holds one entry, at offsets of its text; together they change nothing but layout.

    `content_end` is where the entry's last value ends; what follows are comments and blank lines. `is_last`: no entry
    follows.
    """
    layout = _Layout(text)
    layout.pairs(node, 1, flow=text[node.span.start] == "{")
    layout.dash(node.span.start)
    layout.comments(content_end)
    layout.trailing_blanks()
    layout.gap(content_end, is_last=is_last)
    return [TextEdit(span, new) for span, new in sorted(layout.edits.items()) if text[span.start : span.end] != new]


class _Layout:
    """Collects the edits of one block. `shifts` says by line how far a key went and from which column."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._table = LineTable.of(text)
        self.edits: dict[Span, str] = {}
        self._shifts: dict[int, tuple[int, int]] = {}
        self._fixed: list[Span] = []

    def dash(self, start: int) -> None:
        """One blank between the entry's `-` and its first key."""
        if start > 1 and not self._text[1:start].strip(" \t"):
            self.edits[Span(1, start)] = " "

    def pairs(self, node: Mapping, level: int, *, flow: bool) -> None:
        """The keys of a block mapping and what is below them; a flow mapping is left alone."""
        if flow:
            self._fixed.append(node.span)
            return
        for key, value in node.pairs:
            if not isinstance(key, Scalar):
                continue
            line, column = self._table.position(key.start)
            lead = self._table.line_text(line)[:column]
            shift = _STEP * level - column
            if not lead.strip(" "):
                self.edits[Span(key.start - column, key.start)] = " " * (column + shift)
                self._shifts[line] = shift, column
            elif lead.strip(" \t-"):
                continue  # behind a flow bracket, or with a tag
            self._colon(key)
            self._value(key, value, level, shift)

    def _colon(self, key: Scalar) -> None:
        found = _COLON.match(self._text, key.end)
        if found is not None:
            blank = " " if found.group()[-1] in " \t" else ""
            self.edits[Span(*found.span())] = f":{blank}"

    def _value(self, key: Scalar, value: Node, level: int, shift: int) -> None:
        start, end = value.span
        if isinstance(value, Mapping):
            flow = self._text[start : start + 1] == "{"
            self.pairs(value, level + 1, flow=flow)
            if not flow:
                return
        if isinstance(value, Scalar) and value.style is not None:
            self._fixed.append(value.span)
        if start < key.end:
            return
        for line in range(self._table.position(key.end).line + 1, self._table.position(end).line + 1):
            begin = self._table.starts[line]
            content = self._table.line_text(line)
            lead = len(content) - len(content.lstrip(" "))
            if content.strip() and begin + lead < end and lead + shift > 0:
                self.edits[Span(begin, begin + lead)] = " " * (lead + shift)

    def comments(self, end: int) -> None:
        """Comments above a key that stood in its column go along."""
        lines = sorted(self._shifts)
        for before, line in pairwise([0, *lines]):
            shift, column = self._shifts[line]
            for above in range(line - 1, before, -1):
                content = self._table.line_text(above)
                begin = self._table.starts[above]
                if not content.lstrip(" ").startswith("#") or begin >= end:
                    break
                if len(content) - len(content.lstrip(" ")) == column:
                    self.edits[Span(begin, begin + column)] = " " * (column + shift)

    def trailing_blanks(self) -> None:
        """No blanks at line ends, but for those of quoted and block scalars."""
        self._fixed.sort()
        for line in range(self._table.line_count):
            begin, end = self._table.line_span(line)
            found = _TRAILING.search(self._text[begin:end])
            if found is None or self._is_fixed(end):
                continue
            start = begin + found.start()
            for span in [span for span in self.edits if span.start >= start and span.end <= end and span.start != begin]:
                del self.edits[span]
            if start == begin:
                self.edits = {span: new for span, new in self.edits.items() if not begin <= span.start <= end}
            elif any(span.end > start and span.start <= start for span in self.edits):
                continue
            self.edits[Span(start, end)] = ""

    def _is_fixed(self, at: int) -> bool:
        index = bisect_right(self._fixed, (at, len(self._text))) - 1
        return index >= 0 and self._fixed[index].start < at <= self._fixed[index].end
