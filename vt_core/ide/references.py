"""Find references (LSP 3.17, "Find References Request")."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.occurrences import Occurrence, occurrences
from vt_core.ide.resolve import HelperSymbol, KernelSymbol, symbol_at
from vt_core.syntax.nodes import FileRole


class References(NamedTuple):
    """The places in the pair, in order, and in C++ sources."""

    places: tuple[Occurrence, ...] = ()
    sources: tuple[Helper, ...] = ()


def references(
    snapshot: Snapshot,
    file: FileRole,
    offset: int,
    *,
    include_declaration: bool = True,
    helpers: Helpers | None = None,
    kernels: Helpers | None = None,
) -> References:
    """All places that mean what the offset touches.

    Of an operator its schema, the entries that name it, delegates, and calls in formulas that may mean it (its other
    overloads are other operators); of an argument or output the schemas of all variants, gradient keys, and formulas of
    the entries about one of them; of a helper every formula that names it; of a kernel every entry that dispatches to
    it. Without `include_declaration` no schemas' declarations and no C++.
    """
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return References()
    symbol = found.symbol
    places = occurrences(snapshot, symbol)
    if not include_declaration:
        return References(tuple([place for place in places if place.kind != "declaration"]))
    sources = helpers if isinstance(symbol, HelperSymbol) else kernels if isinstance(symbol, KernelSymbol) else None
    known = sources.get(symbol.name, ()) if sources and isinstance(symbol, (HelperSymbol, KernelSymbol)) else ()
    return References(places, known)
