"""Replacing stretches of a text, and finding the stretch that differs between two texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.text.spans import Span


class TextEdit(NamedTuple):
    """`text` in place of what `span` covers, in code points of the text before any edit."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits made, each counted from the original text, as in the Language Server Protocol (3.17,
    "TextEdit[]").

    Edits may come in any order. Insertions at one offset keep their order, and precede a replacement that starts
    there.

    Raises:
        ValueError: two edits overlap, or one does not lie inside the text.
    """
    parts: list[str] = []
    done = 0
    for (start, end), new_text in sorted(edits, key=_span):
        if not start <= end <= len(text) or start < 0:
            raise ValueError(f"edit {start}..{end} is not inside a text of {len(text)} code points")
        if start < done:
            raise ValueError(f"edit {start}..{end} overlaps one that ends at {done}")
        parts += text[done:start], new_text
        done = end
    parts.append(text[done:])
    return "".join(parts)


def difference(old: str, new: str) -> TextEdit | None:
    """The smallest single edit that turns `old` into `new`; None if they are equal.

    Where several are as small, the one furthest to the end of the text.
    """
    if old == new:
        return None
    shorter = min(len(old), len(new))
    start = _common_prefix(old, new, shorter)
    tail = _common_suffix(old, new, shorter - start)
    return TextEdit(Span(start, len(old) - tail), new[start : len(new) - tail])


def _span(edit: TextEdit) -> Span:
    return edit.span


def _common_prefix(old: str, new: str, limit: int) -> int:
    """The length of the longest common prefix of at most `limit` code points.

    Halving compares slices at C speed; the slices add up to one pass over the text.
    """
    same = 0
    while same < limit:
        middle = (same + limit + 1) // 2
        if old[same:middle] == new[same:middle]:
            same = middle
        else:
            limit = middle - 1
    return same


def _common_suffix(old: str, new: str, limit: int) -> int:
    """The length of the longest common suffix of at most `limit` code points."""
    same = 0
    while same < limit:
        middle = (same + limit + 1) // 2
        if old[len(old) - middle : len(old) - same] == new[len(new) - middle : len(new) - same]:
            same = middle
        else:
            limit = middle - 1
    return same
