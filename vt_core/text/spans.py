"""A stretch of text, counted in code points."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Offsets in code points, the end exclusive."""

    start: int
    end: int

    def shifted(self, by: int) -> Span:
        """The same stretch in a text that has `by` code points more before it."""
        return Span(self.start + by, self.end + by)
