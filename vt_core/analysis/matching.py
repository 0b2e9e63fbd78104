"""Which derivatives entry each function uses, and what the generator refuses about the two together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.analysis.derivatives_index import DerivativesChange, DerivativesIndex
from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.groups import Groups
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.analysis.store import Store
from vt_core.codegen.function_faults import function_faults
from vt_core.dialects.dialect import Dialect
from vt_core.lint.functions import function_lints
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


class Match(NamedTuple):
    """The entry that a function uses and the info that it has from it: the entry's own, or one made from that.

    `exact`: the entry is the function's own (as torchgen counts it, for a view's copy and a foreach function too).
    `faults` are what the generator refuses in making the info; it is None then.
    """

    entry: PlacedEntry
    info: DifferentiabilityInfo | None
    exact: bool
    faults: tuple[Fault, ...] = ()


class Matching(NamedTuple):
    """The derivatives entry of each function that has one, its own or an inherited one; faults of the pairs, and what
    the generator lets through in them (`lints`)."""

    entries: dict[PlacedEntry, PlacedEntry]
    faults: dict[PlacedEntry, tuple[Fault, ...]]
    lints: dict[PlacedEntry, tuple[Fault, ...]]


def find_match(function: NativeFunction, derivatives: DerivativesIndex, dialect: Dialect, store: Store) -> Match | None:
    """The entry that a function uses (torchgen's `match_differentiability_info`).

    The entry of exactly this schema, else that of the functional variant with the same signature, defaults aside;
    of several the last in the file. A generated function may also have that of the function it was made from, a foreach
    function that of the operator that it stands for.
    """
    if function.is_generated and function.func.kind == "out":
        return None
    index, text = derivatives, function.func.text
    match = _last(index, index.by_schema, text, exact=True) or _copy(index, index.copied_schema, text, exact=True)
    if match is not None:
        return match
    loose = function.func.loose_signature
    if dialect.foreach is not None and function.is_foreach:
        return _foreach(function, derivatives, dialect, store)
    match = _copy(index, index.copied_signature, loose, exact=False)
    match = match or _last(index, index.by_loose_signature, loose, exact=False)
    if match is None and function.is_generated:
        match = _last(index, index.written_signature, loose, exact=False)
        if match is not None and match.info is not None:
            from vt_core.codegen.match_faults import written_formula_faults  # not for releases that generate none

            return match._replace(faults=written_formula_faults(function, match.info))
    return match


def _last(index: DerivativesIndex, groups: Groups, key: str, *, exact: bool) -> Match | None:
    group = groups.get(key)
    return None if group is None else Match(group[-1], index.infos[group[-1]], exact)


def _copy(index: DerivativesIndex, groups: Groups, key: str, *, exact: bool) -> Match | None:
    """What a view gives its copy, which has no entry of its own."""
    group = groups.get(key)
    if group is None:
        return None
    copy = index.copies[group[-1]]
    if not exact and copy.func.func.text in index.by_schema:
        return None
    return Match(group[-1], copy, exact)


def _foreach(function: NativeFunction, index: DerivativesIndex, dialect: Dialect, store: Store) -> Match | None:
    """What a foreach function has from the operator that it does to each tensor."""
    from vt_core.codegen.foreach import find_reference, foreach_info, reference_name  # not for releases without

    assert dialect.foreach is not None
    entries: dict[int, PlacedEntry] = {}
    functional: dict[str, DifferentiabilityInfo] = {}
    written: dict[str, DifferentiabilityInfo] = {}
    for placed in index.by_base.get(reference_name(function), ()):
        info = index.infos[placed]
        func = info.func.func
        if func.kind == "functional":
            functional[func.loose_signature] = info
        else:
            written[func.loose_signature] = info
        entries[id(info)] = placed
    reference = find_reference(function, functional.values(), written.values(), dialect.foreach)
    if reference is None:
        return None
    key = (function, reference)
    reading = store.foreach.get(key) or store.foreach.put(key, foreach_info(function, reference, dialect, store.cpp))
    exact = function.func.kind != "inplace"
    return Match(entries[id(reference)], reading.info, exact, reading.faults)


def change_matching(
    old: Matching, native: NativeChange, derivatives: DerivativesChange, dialect: Dialect, store: Store
) -> Matching:
    """The matching after functions or infos changed: only functions that those reach are matched again."""
    if not (native.added or native.removed or derivatives.schemas):
        return old
    entries, faults, lints = old.entries.copy(), old.faults.copy(), old.lints.copy()
    for placed in native.removed:
        entries.pop(placed, None)
        faults.pop(placed, None)
        lints.pop(placed, None)
    index = native.after
    for placed in {**dict.fromkeys(native.added), **dict.fromkeys(_reached(index, derivatives))}:
        function = index.functions[placed]
        match = find_match(function, derivatives.after, dialect, store)
        if match is None:
            entries.pop(placed, None)
        else:
            entries[placed] = match.entry
        found = _faults(function, match, dialect, store)
        if found:
            faults[placed] = found
        else:
            faults.pop(placed, None)
        if function.origin is None:
            # Not remembered: only functions that an edit reaches come here.
            found = function_lints(function, None if match is None else match.info, placed.entry, dialect)
            if found:
                lints[placed] = found
            else:
                lints.pop(placed, None)
    return Matching(entries, faults, lints)


def _reached(index: NativeIndex, derivatives: DerivativesChange) -> Iterable[PlacedEntry]:
    for schema in derivatives.schemas:
        yield from index.by_schema.get(schema, ())
    for signature in derivatives.signatures:
        yield from index.by_loose_signature.get(signature, ())
    for base in derivatives.bases:
        yield from index.foreach.get(base, ())


def _faults(function: NativeFunction, match: Match | None, dialect: Dialect, store: Store) -> tuple[Fault, ...]:
    if match is not None and match.faults:
        return match.faults
    info, exact = (None, False) if match is None else (match.info, match.exact)
    key = (function, info, exact)
    known = store.function_faults.get(key)
    if known is None:
        known = store.function_faults.put(key, function_faults(function, info, dialect, store.cpp, exact=exact))
    return known
