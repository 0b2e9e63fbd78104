"""The entries of derivatives.yaml with their functions, by what the matching looks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.analysis.groups import Groups, add, append, remove
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.analysis.store import Store
from vt_core.codegen.load_derivatives import InfoReading, differentiability_info, read_derivatives_entry
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


@dataclass(frozen=True, eq=False)
class DerivativesIndex:
    """All readable entries, those with a function as infos.

    `canonical` is the function that an info speaks of; `unresolved` are entries whose schema no function has.
    `by_schema` and `by_loose_signature` are where matching looks infos up (the last one of a group counts),
    `by_node_name` groups the infos whose nodes would have the same name.
    """

    entries: dict[PlacedEntry, DerivativesEntry] = field(default_factory=dict)
    faults: dict[PlacedEntry, tuple[Fault, ...]] = field(default_factory=dict)
    infos: dict[PlacedEntry, DifferentiabilityInfo] = field(default_factory=dict)
    info_faults: dict[PlacedEntry, tuple[Fault, ...]] = field(default_factory=dict)
    canonical: dict[PlacedEntry, PlacedEntry] = field(default_factory=dict)
    unresolved: dict[PlacedEntry, DerivativesEntry] = field(default_factory=dict)
    by_specification: Groups = field(default_factory=dict)
    by_schema: Groups = field(default_factory=dict)
    by_loose_signature: Groups = field(default_factory=dict)
    by_node_name: Groups = field(default_factory=dict)

    def copy(self) -> DerivativesIndex:
        """A copy whose dicts can be filled before anybody sees it."""
        return DerivativesIndex(**{name: value.copy() for name, value in vars(self).items()})

    def node_name(self, placed: PlacedEntry) -> str | None:
        """The backward node's name: numbered where several entries would have the same."""
        base = self.infos[placed].node_base_name
        if base is None:
            return None
        group = self.by_node_name[base]
        return base if len(group) == 1 else f"{base}{group.index(placed)}"


@dataclass(frozen=True, eq=False)
class DerivativesChange:
    """Which keys of the matching changed."""

    index: DerivativesIndex
    schemas: frozenset[str]
    signatures: frozenset[str]


def change_derivatives_index(
    old: DerivativesIndex,
    removed: Sequence[PlacedEntry],
    added: Sequence[PlacedEntry],
    native: NativeChange,
    document: Document,
    dialect: Dialect,
    store: Store,
) -> DerivativesChange:
    """The index after entries went and came (`added` in file order), and after functions did."""
    if not (removed or added or native.schemas):
        return DerivativesChange(old, frozenset(), frozenset())
    index = old.copy()
    schemas: set[str] = set()
    signatures: set[str] = set()
    for placed in removed:
        _forget(index, placed, schemas, signatures)
        index.faults.pop(placed, None)
        entry = index.entries.pop(placed, None)
        if entry is not None:
            remove(index.by_specification, entry.specification, placed)
    fresh = not index.entries
    for placed in _affected(index, native):
        _forget(index, placed, schemas, signatures)
        _resolve(index, placed, native.index, document, dialect, store, schemas, signatures, fresh=False)
    for placed in added:
        reading = store.derivatives_entries.get(placed.entry) or store.derivatives_entries.put(
            placed.entry, read_derivatives_entry(placed.entry)
        )
        if reading.faults:
            index.faults[placed] = reading.faults
        if reading.entry is None:
            continue
        index.entries[placed] = reading.entry
        _put(index.by_specification, reading.entry.specification, placed, document, fresh)
        _resolve(index, placed, native.index, document, dialect, store, schemas, signatures, fresh=fresh)
    return DerivativesChange(index, frozenset(schemas), frozenset(signatures))


def _affected(index: DerivativesIndex, native: NativeChange) -> list[PlacedEntry]:
    """The entries whose function, or whose function's variants, changed."""
    specifications = set(native.schemas)
    for signature in native.signatures:
        specifications.update([function.func.text for function in native.index.group_of(signature)])
    found: list[PlacedEntry] = []
    for specification in specifications:
        found.extend(index.by_specification.get(specification, ()))
    return found


def _resolve(
    index: DerivativesIndex,
    placed: PlacedEntry,
    native: NativeIndex,
    document: Document,
    dialect: Dialect,
    store: Store,
    schemas: set[str],
    signatures: set[str],
    *,
    fresh: bool,
) -> None:
    """Find an entry's function and load it."""
    entry = index.entries[placed]
    found = native.by_schema.get(entry.specification)
    if found is None:
        index.unresolved[placed] = entry
        return
    signature = native.functions[found[0]].func.signature
    reading = _info(entry, native.group_of(signature), dialect, store)
    if reading.faults:
        index.info_faults[placed] = reading.faults
    info = reading.info
    if info is None:
        index.canonical[placed] = found[0]
        return
    index.infos[placed] = info
    index.canonical[placed] = _place_of(info.func, native.by_signature[signature], native)
    schema, loose = info.func.func.text, _loose(info)
    schemas.add(schema)
    _put(index.by_schema, schema, placed, document, fresh)
    if loose is not None:
        signatures.add(loose)
        _put(index.by_loose_signature, loose, placed, document, fresh)
    if info.node_base_name is not None:
        _put(index.by_node_name, info.node_base_name, placed, document, fresh)


def _info(entry: DerivativesEntry, group: tuple[NativeFunction, ...], dialect: Dialect, store: Store) -> InfoReading:
    key = (entry, group)
    return store.infos.get(key) or store.infos.put(key, differentiability_info(entry, group, dialect, store.cpp))


def _place_of(function: NativeFunction, group: tuple[PlacedEntry, ...], native: NativeIndex) -> PlacedEntry:
    return next(placed for placed in group if native.functions[placed] is function)


def _loose(info: DifferentiabilityInfo) -> str | None:
    """The signature under which variants inherit the entry: only a functional one's is inherited."""
    return info.func.func.loose_signature if info.func.func.kind == "functional" else None


def _forget(index: DerivativesIndex, placed: PlacedEntry, schemas: set[str], signatures: set[str]) -> None:
    """Take out all that was known of an entry's function."""
    index.unresolved.pop(placed, None)
    index.info_faults.pop(placed, None)
    index.canonical.pop(placed, None)
    info = index.infos.pop(placed, None)
    if info is None:
        return
    schemas.add(info.func.func.text)
    remove(index.by_schema, info.func.func.text, placed)
    loose = _loose(info)
    if loose is not None:
        signatures.add(loose)
        remove(index.by_loose_signature, loose, placed)
    if info.node_base_name is not None:
        remove(index.by_node_name, info.node_base_name, placed)


def _put(groups: Groups, key: str, placed: PlacedEntry, document: Document, fresh: bool) -> None:
    if fresh:
        append(groups, key, placed)
    else:
        add(groups, key, placed, document)
