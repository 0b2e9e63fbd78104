"""The usual layout of one entry's block, as edits of blanks and line breaks only.

Keys two blanks further in for each level, one blank after `-` and after a key's colon, none at line ends, one blank
line to the next entry. What a value says is left alone: its further lines keep their distance from their key.
"""

from __future__ import annotations

import re
from itertools import pairwise

from vt_core.syntax.nodes import Mapping, Node, Scalar
from vt_core.text.edits import TextEdit
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span

_STEP = 2
# Blanks after the colon only where a value follows them.
_COLON = re.compile(r"[ \t]*:(?:[ \t]+(?![ \t\r\n#]|\Z))?")
_BREAK = re.compile(r"\r\n|[\r\n]")


def layout_edits(text: str, node: Mapping, content_end: int, *, is_last: bool) -> list[TextEdit]:
    """The edits of a block that holds one entry, at offsets of its text, in order.

    `content_end` is where the entry's last value ends; what follows are comments and blank lines. `is_last`: no entry
    follows.
    """
    layout = _Layout(text)
    layout.dash(node.span.start)
    layout.pairs(node, 1)
    layout.comments(content_end)
    layout.gap(content_end, is_last=is_last)
    layout.trailing_blanks()
    return sorted(layout.edits)


class _Layout:
    """Collects the edits of one block, which do not overlap."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._table = LineTable.of(text)
        self.edits: list[TextEdit] = []
        # The lines of keys: how far each key moves, and from which column.
        self._keys: dict[int, tuple[int, int]] = {}
        self._removed: set[int] = set()
        self._fixed: list[Span] = []

    def _edit(self, start: int, end: int, new: str) -> None:
        if self._text[start:end] != new:
            self.edits.append(TextEdit(Span(start, end), new))

    def dash(self, start: int) -> None:
        """One blank between the entry's `-` and its first key."""
        if start > 1 and not self._text[1:start].strip(" \t"):
            self._edit(1, start, " ")

    def pairs(self, node: Mapping, level: int) -> None:
        """The keys of a mapping and what is below them; a flow mapping is left alone."""
        if self._text.startswith("{", node.span.start):
            return
        for key, value in node.pairs:
            if not isinstance(key, Scalar):
                continue
            line, column = self._table.position(key.start)
            lead = self._table.line_text(line)[:column]
            if lead.strip(" \t-"):
                continue  # behind a tag or a question mark
            shift = _STEP * level - column
            if not lead.strip(" "):
                self._edit(key.start - column, key.start, " " * (column + shift))
                self._keys[line] = shift, column
            colon = _COLON.match(self._text, key.end)
            if colon is not None:
                self._edit(*colon.span(), ": " if colon.group()[-1] in " \t" else ":")
            self._value(key, value, level, shift)

    def _value(self, key: Scalar, value: Node, level: int, shift: int) -> None:
        """The keys below a key, or the further lines of its value, which move with it."""
        start, end = value.span
        if isinstance(value, Mapping) and not self._text.startswith("{", start):
            self.pairs(value, level + 1)
            return
        if isinstance(value, Scalar) and value.style is not None:
            self._fixed.append(value.span)
        for line in range(self._table.position(key.end).line + 1, self._table.position(end).line + 1):
            begin, content = self._table.starts[line], self._table.line_text(line)
            lead = len(content) - len(content.lstrip(" "))
            if content.strip() and begin + lead < end and lead + shift > 0:
                self._edit(begin, begin + lead, " " * (lead + shift))

    def comments(self, end: int) -> None:
        """Comments right above a key, and in its column, move with it."""
        for before, line in pairwise([0, *sorted(self._keys)]):
            shift, column = self._keys[line]
            for above in range(line - 1, before, -1):
                begin, content = self._table.starts[above], self._table.line_text(above)
                if not content.lstrip(" ").startswith("#") or begin >= end:
                    break
                if len(content) - len(content.lstrip(" ")) == column:
                    self._edit(begin, begin + column, " " * (column + shift))

    def gap(self, content_end: int, *, is_last: bool) -> None:
        """One blank line where there are several, one at least before the next entry, none at the file's end."""
        first = self._table.position(content_end).line + 1
        tail = [line for line in range(first, self._table.line_count) if self._table.starts[line] < len(self._text)]
        blank = [line for line in tail if not self._table.line_text(line).strip()]
        for line in blank:
            later = [other for other in tail if other > line and other not in blank]
            if line - 1 in blank or (is_last and not later):
                end = self._table.line_span(line, with_break=True).end
                self._edit(self._table.starts[line], end, "")
                self._removed.add(line)
        if not blank and not is_last:
            comments = [self._table.starts[line] for line in tail if self._table.line_text(line).startswith("#")]
            at = comments[0] if comments else len(self._text)
            line_break = _BREAK.search(self._text)
            self._edit(at, at, line_break.group() if line_break else "\n")

    def trailing_blanks(self) -> None:
        """No blanks at line ends, but for those in quoted and block scalars."""
        for line in range(self._table.line_count):
            begin, end = self._table.line_span(line)
            start = begin + len(self._text[begin:end].rstrip(" \t"))
            if (
                start < end
                and line not in self._removed
                and not any(span.start < end < span.end for span in self._fixed)
            ):
                self._edit(start, end, "")
