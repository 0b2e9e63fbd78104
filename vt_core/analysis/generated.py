"""What follows from functions together, where variants are generated: variants, views with their copies, and what the
generator refuses across entries."""

from __future__ import annotations

from vt_core.analysis.document import Document, GeneratedEntry, PlacedEntry
from vt_core.analysis.groups import Groups, add, append, remove
from vt_core.analysis.native_index import NativeIndex, Touched
from vt_core.analysis.store import Store
from vt_core.codegen.foreach import reference_name
from vt_core.codegen.operator_checks import delegate_fault, delegated_fault, inplace_view_fault, operator_clash
from vt_core.codegen.variants import Variants, generated_variants
from vt_core.codegen.view_groups import ViewGroup, view_group
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


def change_generated(
    index: NativeIndex, document: Document, dialect: Dialect, store: Store, touched: Touched
) -> NativeIndex:
    """The index (a copy that nobody sees yet) with all that follows from the functions that a change touched."""
    fresh = not index.by_operator
    for placed in touched.added:
        _note(index, placed, index.functions[placed], document, touched, fresh)
    for signature in list(touched.signatures):
        _change_variants(index, signature, document, dialect, store, touched, fresh)
    for signature in touched.signatures:
        if signature in index.views:
            touched.views[signature] = None
    for signature in touched.views:
        _change_view(index, signature, dialect, store, touched)
    _check_operators(index, dialect, touched)
    return index


def forget(index: NativeIndex, placed: PlacedEntry, function: NativeFunction, touched: Touched) -> None:
    """Take a function out of the groups that only releases with variants have."""
    for group, key in _memberships(index, function, touched):
        remove(group, key, placed)
    index.copies.pop(placed, None)


def _note(
    index: NativeIndex,
    placed: PlacedEntry,
    function: NativeFunction,
    document: Document,
    touched: Touched,
    fresh: bool,
) -> None:
    for group, key in _memberships(index, function, touched):
        if fresh:
            append(group, key, placed)
        else:
            add(group, key, placed, document)


def _memberships(index: NativeIndex, function: NativeFunction, touched: Touched) -> list[tuple[Groups, str]]:
    """The groups of a function with their keys; a view group that it is in is touched."""
    func = function.func
    found: list[tuple[Groups, str]] = [(index.by_operator, func.name.text)]
    touched.bases[func.name.base] = None
    if function.is_foreach:
        found.append((index.foreach, reference_name(function)))
    if func.view_signature != func.signature or function.is_view:
        found.append((index.views, func.view_signature))
        touched.views[func.view_signature] = None
    if function.origin is None:
        if function.structured_delegate:
            touched.operators[function.structured_delegate] = None
            found.append((index.delegating, function.structured_delegate))
        if "inplace_view" in function.tags:
            found.append((index.inplace_views, func.name.base))
    return found


def drop_generated(index: NativeIndex, touched: Touched) -> None:
    """Take out what was generated beside functions that went."""
    for signature in touched.signatures:
        _drop(index, signature, touched)


def _drop(index: NativeIndex, signature: str, touched: Touched) -> None:
    for gone in index.generated.pop(signature, ()):
        function = index.functions.pop(gone)
        remove(index.by_schema, function.func.text, gone)
        remove(index.by_loose_signature, function.func.loose_signature, gone)
        forget(index, gone, function, touched)
        touched.removed.append(gone)
        touched.schemas.add(function.func.text)
        touched.operators[function.func.name.text] = None


def _change_variants(
    index: NativeIndex,
    signature: str,
    document: Document,
    dialect: Dialect,
    store: Store,
    touched: Touched,
    fresh: bool,
) -> None:
    """Generate anew what belongs to the functions of a signature."""
    _drop(index, signature, touched)
    index.cross_faults.pop(("variants", signature), None)
    placed = index.by_signature.get(signature, ())
    if not placed:
        return
    variants = _variants(tuple([index.functions[one] for one in placed]), dialect, store)
    if variants.faults:
        index.cross_faults["variants", signature] = _located(variants.faults, placed, index)
    made: list[GeneratedEntry] = []
    for number, function in enumerate(variants.functions):
        origin = next(one for one in placed if index.functions[one] is function.origin)
        entry = GeneratedEntry(origin, number)
        made.append(entry)
        index.functions[entry] = function
        for group, key in (
            (index.by_schema, function.func.text),
            (index.by_loose_signature, function.func.loose_signature),
        ):
            append(group, key, entry)
        _note(index, entry, function, document, touched, fresh)
        touched.added.append(entry)
        touched.schemas.add(function.func.text)
        touched.operators[function.func.name.text] = None
    if made:
        index.generated[signature] = tuple(made)


def _variants(group: tuple[NativeFunction, ...], dialect: Dialect, store: Store) -> Variants:
    assert dialect.variants is not None
    known = store.variants.get(group)
    if known is None:
        scatter = dialect.schema.scatter_copies
        known = store.variants.put(group, generated_variants(group, dialect.variants, scatter_copies=scatter))
    return known


def _change_view(index: NativeIndex, signature: str, dialect: Dialect, store: Store, touched: Touched) -> None:
    """Find the copy of a view anew."""
    members = dict.fromkeys((*index.placed_of(signature), *index.views.get(signature, ())))
    for placed in members:
        touched.schemas.add(index.functions[placed].func.text)
        index.copies.pop(placed, None)
    index.cross_faults.pop(("views", signature), None)
    if not members:
        return
    ordered = tuple(sorted(members, key=_is_generated))
    group = _view_group(tuple([index.functions[placed] for placed in ordered]), dialect, store)
    if group.faults:
        index.cross_faults["views", signature] = _located(group.faults, ordered, index)
    if group.view is not None and group.copy is not None:
        by_function = {index.functions[placed]: placed for placed in ordered}
        index.copies[by_function[group.view]] = by_function[group.copy]


def _is_generated(placed: PlacedEntry) -> bool:
    return isinstance(placed, GeneratedEntry)


def _view_group(functions: tuple[NativeFunction, ...], dialect: Dialect, store: Store) -> ViewGroup:
    known = store.view_groups.get(functions)
    if known is None:
        inverse = dialect.schema.scatter_copies
        known = store.view_groups.put(functions, view_group(functions, inverse_copies=inverse))
    return known


Located = tuple[tuple[PlacedEntry, Fault], ...]


def _located(
    faults: tuple[tuple[NativeFunction, Fault], ...], placed: tuple[PlacedEntry, ...], index: NativeIndex
) -> Located:
    """Faults of functions, at their entries: a generated one's at that of its origin."""
    by_function = {index.functions[one]: one for one in placed}
    found: list[tuple[PlacedEntry, Fault]] = []
    for function, fault in faults:
        at = by_function[function]
        found.append((at.origin if isinstance(at, GeneratedEntry) else at, fault))
    return tuple(found)


def _check_operators(index: NativeIndex, dialect: Dialect, touched: Touched) -> None:
    """What entries say of other operators, and operators that are declared twice."""
    for name in touched.operators:
        index.cross_faults.pop(("operator", name), None)
        found: list[tuple[PlacedEntry, Fault]] = []
        same = index.by_operator.get(name, ())
        if len(same) > 1:
            found.extend(_clashes(same, index))
        declared = [index.functions[placed] for placed in same if not isinstance(placed, GeneratedEntry)]
        for placed in index.delegating.get(name, ()):
            fault = delegate_fault(index.functions[placed], declared[-1] if declared else None)
            if fault is not None:
                found.append((placed, fault))
                if declared and declared[-1].func.name.base == index.functions[placed].func.name.base:
                    found.append((same[-1], delegated_fault(index.functions[placed], declared[-1])))
        if found:
            index.cross_faults["operator", name] = tuple(found)
    for base in touched.bases:
        index.cross_faults.pop(("view", base), None)
        tagged = index.inplace_views.get(base, ())
        if tagged:
            assert dialect.checks is not None
            exists = any(not isinstance(p, GeneratedEntry) for p in index.by_name.get(base, ()))
            faults = [(p, inplace_view_fault(index.functions[p], exists, dialect.checks)) for p in tagged]
            kept = tuple([(placed, fault) for placed, fault in faults if fault is not None])
            if kept:
                index.cross_faults["view", base] = kept


def _clashes(same: tuple[PlacedEntry, ...], index: NativeIndex) -> list[tuple[PlacedEntry, Fault]]:
    found: list[tuple[PlacedEntry, Fault]] = []
    for at, placed in enumerate(same):
        function = index.functions[placed]
        for earlier in same[:at]:
            fault = operator_clash(function, index.functions[earlier])
            if fault is not None:
                owner = placed.origin if isinstance(placed, GeneratedEntry) else placed
                found.append((owner, fault))
                break
    return found
