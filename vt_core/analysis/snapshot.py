"""A pair of files at one moment, and all that follows from it. Immutable; the next one is made from it and an edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from vt_core.analysis.derivatives_index import DerivativesChange, DerivativesIndex, change_derivatives_index
from vt_core.analysis.document import Document, PlacedEntry, changed_blocks, edit_document, open_document
from vt_core.analysis.matching import Matching, change_matching, find_entry
from vt_core.analysis.native_index import NativeChange, NativeIndex, change_native_index
from vt_core.analysis.store import Store
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span


class MatchedFunction(NamedTuple):
    """A function with the derivatives entry that it uses. `exact`: the entry is its own, not inherited."""

    placed: PlacedEntry
    function: NativeFunction
    entry: PlacedEntry | None
    info: DifferentiabilityInfo | None
    exact: bool | None
    node_name: str | None


class NodeInfo(NamedTuple):
    """An info that has a backward node."""

    entry: PlacedEntry
    info: DifferentiabilityInfo
    node_name: str


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The texts, the release, and what they mean. `store` is shared with the snapshots before and after."""

    dialect: Dialect
    store: Store
    native: Document
    derivatives: Document
    native_index: NativeIndex
    derivatives_index: DerivativesIndex
    matching: Matching

    def document(self, file: FileRole) -> Document:
        """The document of a file; of tags.yaml none is kept by releases that have no tags."""
        return self.derivatives if file == "derivatives" else self.native

    def matched(self, placed: PlacedEntry) -> MatchedFunction:
        """A function with its derivatives entry."""
        function = self.native_index.functions[placed]
        match = find_entry(function, self.derivatives_index)
        if match is None:
            return MatchedFunction(placed, function, None, None, None, None)
        entry, exact = match
        info, name = self.derivatives_index.infos[entry], self.derivatives_index.node_name(entry)
        return MatchedFunction(placed, function, entry, info, exact, name)

    @cached_property
    def functions(self) -> tuple[MatchedFunction, ...]:
        """All readable functions in file order."""
        known = self.native_index.functions
        return tuple([self.matched(placed) for placed in self.native.placed() if placed in known])

    @cached_property
    def nodes(self) -> tuple[NodeInfo, ...]:
        """All backward nodes in file order."""
        index = self.derivatives_index
        found: list[NodeInfo] = []
        for placed in self.derivatives.placed():
            info = index.infos.get(placed)
            name = None if info is None else index.node_name(placed)
            if info is not None and name is not None:
                found.append(NodeInfo(placed, info, name))
        return tuple(found)


def new_snapshot(texts: Mapping[FileRole, str], dialect: Dialect, store: Store | None = None) -> Snapshot:
    """Analyse a pair from scratch. A missing text counts as an empty file. The store must be the dialect's own."""
    store = store or Store()
    native = open_document("native_functions", texts.get("native_functions", ""), store)
    derivatives = open_document("derivatives", texts.get("derivatives", ""), store)
    empty = Snapshot(dialect, store, _empty(native), _empty(derivatives), NativeIndex(), DerivativesIndex(), Matching())
    return _changed(empty, native, derivatives)


def edited(snapshot: Snapshot, file: FileRole, span: Span, text: str) -> Snapshot:
    """The snapshot after `span` (code points) of a file was replaced by `text`."""
    native, derivatives = snapshot.native, snapshot.derivatives
    if file == "native_functions":
        native = edit_document(native, span, text, snapshot.store)
    elif file == "derivatives":
        derivatives = edit_document(derivatives, span, text, snapshot.store)
    return _changed(snapshot, native, derivatives)


def with_document(snapshot: Snapshot, document: Document) -> Snapshot:
    """The snapshot after one of its documents became another, by any number of edits."""
    if document.file == "native_functions":
        return _changed(snapshot, document, snapshot.derivatives)
    return _changed(snapshot, snapshot.native, document)


def _empty(document: Document) -> Document:
    return Document(document.file, [], [], [], frozenset())


def _changed(old: Snapshot, native: Document, derivatives: Document) -> Snapshot:
    dialect, store = old.dialect, old.store
    store.trim()
    native_change: NativeChange = change_native_index(
        old.native_index, *_difference(old.native, native), native, dialect, store
    )
    derivatives_change: DerivativesChange = change_derivatives_index(
        old.derivatives_index,
        *_difference(old.derivatives, derivatives),
        native_change,
        derivatives,
        dialect,
        store,
    )
    matching = change_matching(old.matching, native_change, derivatives_change, dialect, store)
    return Snapshot(dialect, store, native, derivatives, native_change.index, derivatives_change.index, matching)


def _difference(old: Document, new: Document) -> tuple[list[PlacedEntry], list[PlacedEntry]]:
    """The entries that went and those that came, in file order."""
    removed, added = changed_blocks(old, new)
    return [placed for block in removed for placed in block.placed], [
        placed for block in added for placed in block.placed
    ]
