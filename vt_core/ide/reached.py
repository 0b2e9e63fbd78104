"""Which functions a derivatives entry reaches: its own and the variants that inherit it."""

from __future__ import annotations

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import MatchedFunction, Snapshot


def reached(snapshot: Snapshot, entry: PlacedEntry) -> tuple[MatchedFunction, ...]:
    """The functions that use a derivatives entry: the one that it names first, then its variants in file order, and
    the generated ones; then copies of a view, and foreach functions."""
    info = snapshot.derivatives_index.infos.get(entry)
    if info is None:
        return ()
    native, using = snapshot.native_index, snapshot.matching.entries
    func = info.func.func
    candidates = [*native.by_schema.get(func.text, ()), *native.by_loose_signature.get(func.loose_signature, ())]
    copy = snapshot.derivatives_index.copies.get(entry)
    if copy is not None:
        candidates += native.by_loose_signature.get(copy.func.func.loose_signature, ())
    candidates += native.foreach.get(func.name.base, ())
    return tuple([snapshot.matched(placed) for placed in dict.fromkeys(candidates) if using.get(placed) is entry])
