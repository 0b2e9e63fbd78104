"""Places to go to: a stretch of the pair, or a C++ function of the workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Union

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.entry_view import EntryView, view_of, views_with
from vt_core.ide.helpers_index import Helper
from vt_core.ide.meaning import schema_items
from vt_core.syntax.nodes import FileRole, Scalar
from vt_core.syntax.schema import ArgumentSyntax, Piece
from vt_core.text.spans import Span


class Target(NamedTuple):
    """A stretch of a file and the part of it to show first: LSP's `targetRange` and `targetSelectionRange`."""

    file: FileRole
    span: Span
    selection: Span


AnyTarget = Union[Target, Helper]


def operator_target(view: EntryView) -> Target | None:
    """An entry, with the operator that it declares or speaks of."""
    selection = view.operator_span
    if selection is None:
        return None
    start, end = view.whole
    return Target(view.file, Span(min(start, selection.start), max(end, selection.end)), selection)


def functions_in(snapshot: Snapshot, placed: Iterable[PlacedEntry]) -> Iterator[Target]:
    """Entries of either file."""
    for entry in placed:
        target = operator_target(view_of(snapshot, entry))
        if target is not None:
            yield target


def declarations_of(snapshot: Snapshot, operator: str) -> Iterator[Target]:
    """The entries of native_functions.yaml that declare an operator (name with overload), readable or not."""
    for view in views_with(snapshot.native, operator):
        target = operator_target(view) if view.operator == operator else None
        if target is not None:
            yield target


def entries_of(snapshot: Snapshot, operator: str) -> Iterator[Target]:
    """The entries of derivatives.yaml that name an operator, readable or not."""
    for view in views_with(snapshot.derivatives, operator):
        target = operator_target(view) if view.operator == operator else None
        if target is not None:
            yield target


def argument_target(view: EntryView, name: str) -> Target | None:
    """An argument in an entry's schema: all of it, with its name."""
    for piece, syntax in _items(view.schema, returns=False):
        if syntax.name is not None and syntax.part(syntax.name) == name:
            return _piece_target(view, piece, syntax.name)
    return None


def return_target(view: EntryView, ordinal: int) -> Target | None:
    """A return in an entry's schema: all of it, with its name if it has one."""
    returns = _items(view.schema, returns=True)
    if ordinal >= len(returns):
        return None
    piece, syntax = returns[ordinal]
    return _piece_target(view, piece, syntax.name or Span(0, len(piece.text)))


def argument_type_target(view: EntryView, name: str) -> Target | None:
    """The same as `argument_target`, with the type."""
    for piece, syntax in _items(view.schema, returns=False):
        if syntax.part(syntax.name) == name:
            return _piece_target(view, piece, Span(0, syntax.type_end))
    return None


def return_type_target(view: EntryView, ordinal: int) -> Target | None:
    """The same as `return_target`, with the type."""
    returns = _items(view.schema, returns=True)
    if ordinal >= len(returns):
        return None
    piece, syntax = returns[ordinal]
    return _piece_target(view, piece, Span(0, syntax.type_end))


def _items(schema: Scalar | None, *, returns: bool) -> list[tuple[Piece, ArgumentSyntax]]:
    if schema is None:
        return []
    _, arguments, returned = schema_items(schema.value)
    return returned if returns else arguments


def _piece_target(view: EntryView, piece: Piece, selection: Span) -> Target:
    schema = view.schema
    assert schema is not None
    whole = view.span(schema, *piece.span)
    return Target(view.file, whole, view.span(schema, *selection.shifted(piece.start)))


def formula_target(view: EntryView, key: Scalar, value: Scalar, name: str) -> Target:
    """A gradient: its key and formula, with the name in the key."""
    start = 0
    for part in key.value.split(","):
        if part.strip() == name:
            start += len(part) - len(part.lstrip())
            break
        start += len(part) + 1
    selection = view.span(key, start, start + len(name))
    return Target(view.file, Span(selection.start, max(selection.end, view.start + value.end)), selection)
