"""A pair of files at one moment, and all that follows from it. Immutable; the next one is made from it and an edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from vt_core.analysis.called_names import CalledNames, change_called_names
from vt_core.analysis.derivatives_index import DerivativesChange, DerivativesIndex, change_derivatives_index
from vt_core.analysis.document import Document, PlacedEntry, changed_blocks, edit_document, open_document
from vt_core.analysis.matching import Matching, change_matching, find_match
from vt_core.analysis.native_index import NativeChange, NativeIndex, change_native_index
from vt_core.analysis.siblings import Siblings, change_siblings
from vt_core.analysis.store import Store
from vt_core.analysis.tags import declared_tags
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DEFAULT_KEY, DifferentiabilityInfo, KeyedInfo
from vt_core.model.identity import ByIdentity
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import difference
from vt_core.text.spans import Span


class MatchedFunction(NamedTuple):
    """A function with the derivatives entry that it uses. `exact`: the entry is its own, not inherited. `info` and
    `node_name` are those of the first autograd key, `keyed` has all keys."""

    placed: PlacedEntry
    function: NativeFunction
    entry: PlacedEntry | None
    info: DifferentiabilityInfo | None
    exact: bool | None
    node_name: str | None

    keyed: tuple[KeyedInfo, ...]


class NodeInfo(NamedTuple):
    """An info that has a backward node."""

    entry: PlacedEntry
    info: DifferentiabilityInfo
    node_name: str


class _SnapshotFields(NamedTuple):
    dialect: Dialect
    store: Store
    native: Document
    derivatives: Document
    native_index: NativeIndex
    derivatives_index: DerivativesIndex
    matching: Matching
    tags: Document
    called: CalledNames
    siblings: Siblings
    # The functions that FunctionsManual.h of the workspace declares; None without it.
    helpers: frozenset[str] | None = None


class Snapshot(ByIdentity, _SnapshotFields):
    """The texts, the release, and what they mean. `store` is shared with the snapshots before and after."""

    def document(self, file: FileRole) -> Document:
        """The document of a file; that of tags.yaml is empty where there is none."""
        return {"derivatives": self.derivatives, "tags": self.tags}.get(file, self.native)

    def matched(self, placed: PlacedEntry) -> MatchedFunction:
        """A function with its derivatives entry."""
        function = self.native_index.functions[placed]
        match = find_match(function, self.derivatives_index, self.dialect, self.store)
        if match is None or match.info is None:
            return MatchedFunction(placed, function, None, None, None, None, ())
        keyed = self._keyed(function, match.entry, match.info, exact=match.exact)
        return MatchedFunction(placed, function, match.entry, match.info, match.exact, keyed[0].node_name, keyed)

    def _keyed(
        self, function: NativeFunction, entry: PlacedEntry, info: DifferentiabilityInfo, *, exact: bool
    ) -> tuple[KeyedInfo, ...]:
        name = self.derivatives_index.node_name
        if self.dialect.variants is None:
            return (KeyedInfo(DEFAULT_KEY, info, name(entry, info, self.dialect), ()),)
        from vt_core.codegen.inplace_forward import forward_of  # not for releases without forward mode

        return tuple(
            [
                KeyedInfo(one.autograd_key, one, name(entry, one, self.dialect), forward_of(function, one, exact=exact))
                for one in info.by_key
            ]
        )

    @property
    def known_tags(self) -> frozenset[str] | None:
        """The tags that tags.yaml declares; None where any may stand: without that file, or in releases without."""
        return declared_tags(self.tags, self.dialect)

    @property
    def texts(self) -> dict[FileRole, str]:
        """The texts of the files that are there."""
        documents = (self.native, self.derivatives, *([self.tags] if self.tags.blocks else []))
        return {document.file: document.text for document in documents}

    def node_names(self, placed: PlacedEntry) -> tuple[str, ...]:
        """The backward nodes of a derivatives entry, one for each autograd key that differentiates something."""
        info = self.derivatives_index.infos.get(placed)
        keyed = () if info is None else info.by_key
        names = [self.derivatives_index.node_name(placed, one, self.dialect) for one in keyed]
        return tuple([name for name in names if name is not None])

    @cached_property
    def functions(self) -> tuple[MatchedFunction, ...]:
        """All readable functions in file order, then the generated ones in the generator's order."""
        index = self.native_index
        known = index.functions
        placed = [one for one in self.native.placed() if one in known]
        if index.generated:
            signatures = dict.fromkeys([known[one].func.signature for one in placed])
            placed += [one for signature in signatures for one in index.generated.get(signature, ())]
        return tuple([self.matched(one) for one in placed])

    @cached_property
    def nodes(self) -> tuple[NodeInfo, ...]:
        """All backward nodes in the order of Functions.h: that of the file, then those of copies, then foreach."""
        index = self.derivatives_index
        infos = [placed for placed in self.derivatives.placed() if placed in index.infos]
        if self.dialect.variants is None:
            return tuple(self._nodes([(placed, index.infos[placed]) for placed in infos]))
        by_schema: dict[str, tuple[PlacedEntry, DifferentiabilityInfo]] = {}
        for placed in infos:
            info = index.infos[placed]
            by_schema[info.func.func.text] = placed, info
        copies: dict[str, tuple[PlacedEntry, DifferentiabilityInfo]] = {}
        for placed, _ in by_schema.values():
            copy = index.copies.get(placed)
            if copy is not None and copy.func.func.text not in by_schema:
                copies[copy.func.func.text] = placed, copy
        foreach = [
            (one.entry, one.info)
            for one in sorted(self.functions, key=_cpp_name)
            if one.entry is not None and one.info is not None and _is_made_for(one.info, one.function)
        ]
        return tuple(self._nodes([*by_schema.values(), *copies.values(), *foreach]))

    def _nodes(self, infos: list[tuple[PlacedEntry, DifferentiabilityInfo]]) -> list[NodeInfo]:
        found: list[NodeInfo] = []
        for placed, info in infos:
            for one in info.by_key:
                name = self.derivatives_index.node_name(placed, one, self.dialect)
                if name is not None:
                    found.append(NodeInfo(placed, one, name))
        return found


def _is_made_for(info: DifferentiabilityInfo, function: NativeFunction) -> bool:
    """Whether a foreach function's info was made for it, rather than read from an entry of its own."""
    return function.is_foreach and info.func is function and info.copied_from is not None


def _cpp_name(matched: MatchedFunction) -> str:
    return matched.function.cpp_name


def new_snapshot(texts: Mapping[FileRole, str], dialect: Dialect, store: Store | None = None) -> Snapshot:
    """Analyse a pair from scratch. A missing text counts as an empty file. The store must be the dialect's own."""
    store = store or Store()
    native = open_document("native_functions", texts.get("native_functions", ""), store)
    derivatives = open_document("derivatives", texts.get("derivatives", ""), store)
    # An empty tags.yaml is a mistake, none at all is not.
    no_tags = Document("tags", [], [], [], frozenset())
    tags = open_document("tags", texts["tags"], store) if "tags" in texts else no_tags
    empty = Snapshot(
        dialect,
        store,
        _empty(native),
        _empty(derivatives),
        NativeIndex.empty(),
        DerivativesIndex.empty(),
        Matching({}, {}, {}),
        no_tags,
        CalledNames.empty(),
        {},
    )
    return _changed(empty, native, derivatives, tags)


def edited(snapshot: Snapshot, file: FileRole, span: Span, text: str) -> Snapshot:
    """The snapshot after `span` (code points) of a file was replaced by `text`."""
    native, derivatives, tags = snapshot.native, snapshot.derivatives, snapshot.tags
    if file == "native_functions":
        native = edit_document(native, span, text, snapshot.store)
    elif file == "derivatives":
        derivatives = edit_document(derivatives, span, text, snapshot.store)
    else:
        tags = edit_document(tags, span, text, snapshot.store)
    return _changed(snapshot, native, derivatives, tags)


def with_document(snapshot: Snapshot, document: Document) -> Snapshot:
    """The snapshot after one of its documents became another, by any number of edits."""
    native, derivatives, tags = snapshot.native, snapshot.derivatives, snapshot.tags
    if document.file == "native_functions":
        return _changed(snapshot, document, derivatives, tags)
    if document.file == "derivatives":
        return _changed(snapshot, native, document, tags)
    return _changed(snapshot, native, derivatives, document)


def with_texts(snapshot: Snapshot, texts: Mapping[FileRole, str]) -> Snapshot:
    """The snapshot after its files became these texts. What did not change stays the same objects."""
    if ("tags" in texts) != bool(snapshot.tags.blocks):
        return new_snapshot(texts, snapshot.dialect, snapshot.store)
    for file, text in texts.items():
        edit = difference(snapshot.document(file).text, text)
        if edit is not None:
            snapshot = edited(snapshot, file, edit.span, edit.text)
    return snapshot


def with_helpers(snapshot: Snapshot, header: str | None) -> Snapshot:
    """The snapshot in a workspace with this FunctionsManual.h, or without one."""
    helpers = None if header is None else frozenset(re.findall(r"(\w+)\s*\(", header))
    return snapshot if helpers == snapshot.helpers else snapshot._replace(helpers=helpers)


def _empty(document: Document) -> Document:
    return Document(document.file, [], [], [], frozenset())


def _changed(old: Snapshot, native: Document, derivatives: Document, tags: Document) -> Snapshot:
    dialect, store = old.dialect, old.store
    store.trim()
    removed, added = _difference(old.native, native)
    declared = declared_tags(tags, dialect)
    if tags is not old.tags and declared != declared_tags(old.tags, dialect):
        # Every function may have one of them.
        removed, added = old.native.placed(), native.placed()
    native_change: NativeChange = change_native_index(
        old.native_index, removed, added, native, dialect, store, declared
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
    called = change_called_names(old.called, old.derivatives_index.lints, native_change, derivatives_change, dialect)
    siblings = change_siblings(old.siblings, native_change, derivatives_change, dialect)
    return Snapshot(
        dialect,
        store,
        native,
        derivatives,
        native_change.after,
        derivatives_change.after,
        matching,
        tags,
        called,
        siblings,
        old.helpers,
    )


def _difference(old: Document, new: Document) -> tuple[list[PlacedEntry], list[PlacedEntry]]:
    """The entries that went and those that came, in file order."""
    removed, added = changed_blocks(old, new)
    return [placed for block in removed for placed in block.placed], [
        placed for block in added for placed in block.placed
    ]
