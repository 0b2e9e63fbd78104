"""Which functions a derivatives entry reaches: its own and the variants that inherit it."""

from __future__ import annotations

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import MatchedFunction, Snapshot


def reached(snapshot: Snapshot, entry: PlacedEntry) -> tuple[MatchedFunction, ...]:
    """The functions that use a derivatives entry: the one that it names first, then the others in file order."""
    info = snapshot.derivatives_index.infos.get(entry)
    if info is None:
        return ()
    native, using = snapshot.native_index, snapshot.matching.entries
    candidates = (
        *native.by_schema.get(info.func.func.text, ()),
        *native.by_loose_signature.get(info.func.func.loose_signature, ()),
    )
    return tuple([snapshot.matched(placed) for placed in dict.fromkeys(candidates) if using.get(placed) is entry])
