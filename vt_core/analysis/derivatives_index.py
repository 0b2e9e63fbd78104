"""The entries of derivatives.yaml with their functions, by what the matching looks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.analysis.groups import Groups, add, append, remove
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.analysis.store import Store
from vt_core.codegen.derivatives_entry import read_derivatives_entry
from vt_core.codegen.entry_fields import duplicate_keys
from vt_core.codegen.load_derivatives import InfoReading, differentiability_info
from vt_core.dialects.dialect import Dialect
from vt_core.lint.entry import EntryLint, lint_entry
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo
from vt_core.model.identity import ByIdentity
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping


class _DerivativesIndexFields(NamedTuple):
    entries: dict[PlacedEntry, DerivativesEntry]
    faults: dict[PlacedEntry, tuple[Fault, ...]]
    infos: dict[PlacedEntry, DifferentiabilityInfo]
    info_faults: dict[PlacedEntry, tuple[Fault, ...]]
    canonical: dict[PlacedEntry, PlacedEntry]
    unresolved: dict[PlacedEntry, DerivativesEntry]
    by_specification: Groups
    by_schema: Groups
    by_loose_signature: Groups
    by_node_name: Groups
    copies: dict[PlacedEntry, DifferentiabilityInfo]
    copied_schema: Groups
    copied_signature: Groups
    written_signature: Groups
    by_base: Groups
    lints: dict[PlacedEntry, EntryLint]
    lint_faults: dict[PlacedEntry, tuple[Fault, ...]]
    text_faults: dict[PlacedEntry, tuple[Fault, ...]]


class DerivativesIndex(ByIdentity, _DerivativesIndexFields):
    """All readable entries, those with a function as infos.

    `canonical` is the function that an info speaks of; `unresolved` are entries whose schema no function has.
    `by_schema` and `by_loose_signature` are where matching looks infos up (the last one of a group counts),
    `by_node_name` groups the infos whose nodes would have the same name. An entry's info is that of its first autograd
    key, which holds the others.

    Where views have copies, `copies` are the infos that entries of views give to those, `copied_schema` and
    `copied_signature` where they are looked up. `written_signature` are the infos of functions that are not functional,
    `by_base` groups infos by the base name of their function, for foreach.
    `lints` are what the generator lets through, `lint_faults` what is wrong of that; `text_faults` what the YAML of an
    entry shows that the generator cannot see.
    """

    @staticmethod
    def empty() -> DerivativesIndex:
        return DerivativesIndex._make([{} for _ in DerivativesIndex._fields])

    def copy(self) -> DerivativesIndex:
        """A copy whose dicts can be filled before anybody sees it."""
        return DerivativesIndex._make([one.copy() for one in self])

    def node_name(self, placed: PlacedEntry, info: DifferentiabilityInfo, dialect: Dialect) -> str | None:
        """The backward node's name of one of an entry's infos, or of one made from it: numbered, by some releases
        only where several entries would have the same."""
        origin = info.copied_from
        if origin is not None:
            name = self.node_name(placed, origin, dialect)
            if name is None or not info.func.is_foreach:
                return name and f"{name}_copy"
            return f"Foreach{name}{info.func.func.name.overload}"
        base = info.node_base_name
        if base is None:
            return None
        group = self.by_node_name[base]
        if len(group) == 1 and dialect.variants is None:
            return base
        return f"{base}{group.index(placed)}"


class DerivativesChange(NamedTuple):
    """Which keys of the matching changed."""

    after: DerivativesIndex
    schemas: frozenset[str]
    signatures: frozenset[str]
    bases: frozenset[str] = frozenset()
    entries: frozenset[PlacedEntry] = frozenset()


class _Touched(NamedTuple):
    """The keys of matching whose infos changed: schemas, signatures, base names; the entries with these infos."""

    schemas: set[str]
    signatures: set[str]
    bases: set[str]
    entries: set[PlacedEntry]


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
    touched = _Touched(set(), set(), set(), set())
    for placed in removed:
        _forget(index, placed, touched)
        index.faults.pop(placed, None)
        index.text_faults.pop(placed, None)
        entry = index.entries.pop(placed, None)
        if entry is not None:
            remove(index.by_specification, entry.specification, placed)
    fresh = not index.entries
    for placed in _affected(index, native):
        _forget(index, placed, touched)
        _resolve(index, placed, native.after, document, dialect, store, touched, fresh=False)
    for placed in added:
        reading = store.derivatives_entries.get(placed.entry) or store.derivatives_entries.put(
            placed.entry, read_derivatives_entry(placed.entry, keyed=bool(dialect.autograd_keys))
        )
        if reading.faults:
            index.faults[placed] = reading.faults
        if reading.entry is None:
            continue
        index.entries[placed] = reading.entry
        if not dialect.autograd_keys and _has_duplicate_keys(placed):
            twice = [fault._replace(origin="lint") for fault in duplicate_keys(placed.entry, "derivatives")]
            index.text_faults[placed] = tuple(twice)
        _put(index.by_specification, reading.entry.specification, placed, document, fresh)
        _resolve(index, placed, native.after, document, dialect, store, touched, fresh=fresh)
    schemas, signatures, bases, entries = touched
    return DerivativesChange(index, frozenset(schemas), frozenset(signatures), frozenset(bases), frozenset(entries))


def _has_duplicate_keys(placed: PlacedEntry) -> bool:
    """Whether a key stands twice, but for both sides of a merge conflict."""
    node = placed.entry.node
    if not isinstance(node, Mapping) or len(placed.entry.fields) == len(node.pairs):
        return False
    return not placed.block.syntax.faults


def _affected(index: DerivativesIndex, native: NativeChange) -> list[PlacedEntry]:
    """The entries whose function, or whose function's variants, changed."""
    specifications = set(native.schemas)
    for signature in native.signatures:
        specifications.update([function.func.text for function in native.after.group_of(signature)])
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
    touched: _Touched,
    *,
    fresh: bool,
) -> None:
    """Find an entry's function and load it."""
    entry = index.entries[placed]
    found = _allowed(native.by_schema.get(entry.specification, ()), native, dialect)
    if not found:
        index.unresolved[placed] = entry
        return
    signature = native.functions[found[0]].func.signature
    members = _allowed(native.placed_of(signature), native, dialect)
    group = tuple([native.functions[one] for one in members])
    reading = _info(entry, group, dialect, store)
    if reading.faults:
        index.info_faults[placed] = reading.faults
    info = reading.info
    if info is None:
        index.canonical[placed] = found[0]
        return
    index.infos[placed] = info
    touched.entries.add(placed)
    lint = index.lints[placed] = _lint(entry, info, group, dialect, store)
    if lint.faults:
        index.lint_faults[placed] = lint.faults
    canonical = index.canonical[placed] = _place_of(info.func, members, native)
    copy = native.copies.get(canonical)
    if copy is not None:
        index.copies[placed] = _copied(info, native.functions[copy], store)
    for groups, key in _memberships(index, placed, touched):
        _put(groups, key, placed, document, fresh)


def _allowed(placed: tuple[PlacedEntry, ...], native: NativeIndex, dialect: Dialect) -> tuple[PlacedEntry, ...]:
    """The functions that entries may speak of: in some releases not the copies of views."""
    if dialect.variants is None or dialect.view_copies_have_entries or not native.copies:
        return placed
    return tuple([one for one in placed if one not in native.copied])


def _copied(info: DifferentiabilityInfo, copy: NativeFunction, store: Store) -> DifferentiabilityInfo:
    """The info of a view, for its copy."""
    key = (info, copy)
    known = store.view_copies.get(key)
    if known is None:
        others = tuple([other._replace(func=copy, copied_from=other) for other in info.others])
        known = store.view_copies.put(key, info._replace(func=copy, copied_from=info, others=others))
    return known


def _memberships(index: DerivativesIndex, placed: PlacedEntry, touched: _Touched) -> list[tuple[Groups, str]]:
    """The groups that an entry with its info is in, with its keys; they count as touched."""
    info = index.infos[placed]
    func = info.func.func
    touched.schemas.add(func.text)
    touched.signatures.add(func.loose_signature)
    touched.bases.add(func.name.base)
    found = [(index.by_schema, func.text), (index.by_base, func.name.base)]
    by_signature = index.by_loose_signature if func.kind == "functional" else index.written_signature
    found.append((by_signature, func.loose_signature))
    names = [one.node_base_name for one in info.by_key]
    found += [(index.by_node_name, name) for name in names if name is not None]
    copy = index.copies.get(placed)
    if copy is not None:
        schema = copy.func.func
        touched.schemas.add(schema.text)
        touched.signatures.add(schema.loose_signature)
        found += [(index.copied_schema, schema.text), (index.copied_signature, schema.loose_signature)]
    return found


def _info(entry: DerivativesEntry, group: tuple[NativeFunction, ...], dialect: Dialect, store: Store) -> InfoReading:
    key = (entry, group)
    return store.infos.get(key) or store.infos.put(key, differentiability_info(entry, group, dialect, store.cpp))


def _lint(
    entry: DerivativesEntry,
    info: DifferentiabilityInfo,
    group: tuple[NativeFunction, ...],
    dialect: Dialect,
    store: Store,
) -> EntryLint:
    key = (info, group)
    return store.lints.get(key) or store.lints.put(key, lint_entry(entry, info, group, dialect))


def _place_of(function: NativeFunction, group: tuple[PlacedEntry, ...], native: NativeIndex) -> PlacedEntry:
    return next(placed for placed in group if native.functions[placed] is function)


def _forget(index: DerivativesIndex, placed: PlacedEntry, touched: _Touched) -> None:
    """Take out all that was known of an entry's function."""
    index.unresolved.pop(placed, None)
    index.info_faults.pop(placed, None)
    index.canonical.pop(placed, None)
    if placed not in index.infos:
        return
    for group, key in _memberships(index, placed, touched):
        remove(group, key, placed)
    del index.infos[placed]
    del index.lints[placed]
    index.lint_faults.pop(placed, None)
    touched.entries.add(placed)
    index.copies.pop(placed, None)


def _put(groups: Groups, key: str, placed: PlacedEntry, document: Document, fresh: bool) -> None:
    if fresh:
        append(groups, key, placed)
    else:
        add(groups, key, placed, document)
