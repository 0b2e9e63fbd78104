"""Document highlights: what the cursor touches, wherever else it stands in the same file (LSP 3.17)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor
from vt_core.ide.entry_view import views_in
from vt_core.ide.occurrences import Occurrence, in_order, occurrences, words_named
from vt_core.ide.resolve import WordSymbol, symbol_at
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span


class Highlight(NamedTuple):
    """A stretch of the file. Writing is declaring something, or giving its gradient; all else is reading."""

    span: Span
    kind: Literal["write", "read"]


def highlights(snapshot: Snapshot, file: FileRole, offset: int) -> tuple[Highlight, ...]:
    """The places of the thing at an offset in its file, in order.

    A word of a formula that means something in its entry only (`grad`, `sizes`) is shown in that entry.
    """
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    if isinstance(found.symbol, WordSymbol):
        return _in_entry(found.cursor, found.symbol.name)
    places = occurrences(snapshot, found.symbol)
    marks = [Highlight(place.span, _kind(place)) for place in places if place.file == file]
    if any(mark.span == found.meaning.span for mark in marks):
        return tuple(marks)
    # A half typed key is in no entry yet, but under the cursor.
    return tuple(sorted([*marks, Highlight(found.meaning.span, "read")]))


def _kind(place: Occurrence) -> Literal["write", "read"]:
    return "read" if place.kind == "use" else "write"


def _in_entry(cursor: Cursor, name: str) -> tuple[Highlight, ...]:
    views = [view for view in views_in(cursor.block, cursor.start, cursor.file) if view.placed is cursor.placed]
    places = in_order([word.place for view in views for word in words_named(view, name)])
    return tuple([Highlight(place.span, "read") for place in places])
