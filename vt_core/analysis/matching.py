"""Which derivatives entry each function uses, and what the generator refuses about the two together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vt_core.analysis.derivatives_index import DerivativesChange, DerivativesIndex
from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.analysis.store import Store
from vt_core.codegen.function_faults import function_faults
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


@dataclass(frozen=True, eq=False)
class Matching:
    """The derivatives entry of each function that has one, its own or an inherited one; faults of the pairs."""

    entries: dict[PlacedEntry, PlacedEntry] = field(default_factory=dict)
    faults: dict[PlacedEntry, tuple[Fault, ...]] = field(default_factory=dict)


def find_entry(function: NativeFunction, derivatives: DerivativesIndex) -> tuple[PlacedEntry, bool] | None:
    """The entry that a function uses, and whether it is its own (torchgen's `match_differentiability_info`).

    The entry of exactly this schema, else that of the functional variant with the same signature, defaults aside;
    of several the last in the file.
    """
    own = derivatives.by_schema.get(function.func.text)
    if own is not None:
        return own[-1], True
    inherited = derivatives.by_loose_signature.get(function.func.loose_signature)
    return None if inherited is None else (inherited[-1], False)


def change_matching(
    old: Matching, native: NativeChange, derivatives: DerivativesChange, dialect: Dialect, store: Store
) -> Matching:
    """The matching after functions or infos changed: only functions that those reach are matched again."""
    if not (native.added or native.removed or derivatives.schemas or derivatives.signatures):
        return old
    entries, faults = old.entries.copy(), old.faults.copy()
    for placed in native.removed:
        entries.pop(placed, None)
        faults.pop(placed, None)
    index = native.index
    for placed in {**dict.fromkeys(native.added), **dict.fromkeys(_reached(index, derivatives))}:
        function = index.functions[placed]
        match = find_entry(function, derivatives.index)
        info: DifferentiabilityInfo | None = None
        if match is None:
            entries.pop(placed, None)
        else:
            entries[placed] = match[0]
            info = derivatives.index.infos[match[0]]
        found = _faults(function, info, dialect, store)
        if found:
            faults[placed] = found
        else:
            faults.pop(placed, None)
    return Matching(entries, faults)


def _reached(index: NativeIndex, derivatives: DerivativesChange) -> Iterable[PlacedEntry]:
    for schema in derivatives.schemas:
        yield from index.by_schema.get(schema, ())
    for signature in derivatives.signatures:
        yield from index.by_loose_signature.get(signature, ())


def _faults(
    function: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, store: Store
) -> tuple[Fault, ...]:
    known = store.function_faults.get((function, info))
    if known is None:
        known = store.function_faults.put((function, info), function_faults(function, info, dialect, store.cpp))
    return known
