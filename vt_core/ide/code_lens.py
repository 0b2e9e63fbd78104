"""Code lenses: over each entry what it reaches, its backward node, and the way to the generated C++.

Lenses are found for the whole file and come without words: those that are looked at are resolved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.strategy import emits_definition
from vt_core.ide.preview import Origin
from vt_core.ide.reached import reached
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span


class Lens(NamedTuple):
    """A lens at a span (the schema that the entry names); `data` is what `resolve_lens` needs."""

    span: Span
    data: Mapping[str, str]


class LensText(NamedTuple):
    """A lens in words, and what a click shows.

    `places` are stretches of either file (the functions that an entry reaches, the entry of a function); `operator`
    is the operator whose generated C++ to show. Neither: the lens only tells something.
    """

    title: str
    places: tuple[Origin, ...] = ()
    operator: str | None = None


def code_lenses(snapshot: Snapshot, file: FileRole) -> tuple[Lens, ...]:
    """All lenses of a file, in file order."""
    document = snapshot.document(file)
    found: list[Lens] = []
    for block, start in zip(document.blocks, document.starts):
        for placed in block.placed:
            lenses = _of_function if file == "native_functions" else _of_entry
            found += [Lens(_named(placed).shifted(start), data) for data in lenses(snapshot, placed)]
    return tuple(found)


def _named(placed: PlacedEntry) -> Span:
    """The schema in an entry."""
    scalar = placed.entry.scalar("func" if placed.file == "native_functions" else "name")
    return placed.entry.node.span if scalar is None else scalar.span


def _of_function(snapshot: Snapshot, placed: PlacedEntry) -> Iterator[dict[str, str]]:
    function = snapshot.native_index.functions.get(placed)
    if function is None:
        return
    entry = snapshot.matching.entries.get(placed)
    schema = function.func.text
    if entry is not None:
        yield {"lens": "entry", "schema": schema}
    info = None if entry is None else snapshot.derivatives_index.infos.get(entry)
    if emits_definition(function, info, snapshot.dialect):
        yield {"lens": "generated", "schema": schema}


def _of_entry(snapshot: Snapshot, placed: PlacedEntry) -> Iterator[dict[str, str]]:
    info = snapshot.derivatives_index.infos.get(placed)
    if info is None:
        return
    group = snapshot.derivatives_index.by_specification.get(info.entry.specification, ())
    data = {"schema": info.entry.specification, "number": str(group.index(placed)) if len(group) > 1 else "0"}
    yield {"lens": "reached", **data}
    if any(one.has_derivatives for one in info.by_key):
        yield {"lens": "node", **data}
        yield {"lens": "generated-entry", **data}


def resolve_lens(snapshot: Snapshot, data: Mapping[str, str]) -> LensText | None:
    """The words of a lens by its `data`; None if its entry is there no more."""
    if data.get("lens") in ("entry", "generated"):
        functions = snapshot.native_index.by_schema.get(data.get("schema", ""))
        return None if functions is None else _function_text(snapshot, functions[0], data["lens"])
    entries = snapshot.derivatives_index.by_specification.get(data.get("schema", ""), ())
    number = int(data["number"]) if data.get("number", "").isdecimal() else 0
    if number >= len(entries) or entries[number] not in snapshot.derivatives_index.infos:
        return None
    return _entry_text(snapshot, entries[number], data.get("lens", ""))


def _function_text(snapshot: Snapshot, placed: PlacedEntry, lens: str) -> LensText | None:
    matched = snapshot.matched(placed)
    if lens == "generated":
        return LensText("show generated C++", operator=matched.function.func.name.text)
    if matched.entry is None or matched.info is None:
        return None
    operator = matched.info.func.func.name.text
    how = f"gradients of its own ({operator})" if matched.exact else f"gradients inherited from {operator}"
    nodes = ", ".join([keyed.node_name for keyed in matched.keyed if keyed.node_name is not None])
    return LensText(f"{how}: {nodes}" if nodes else how, (_origin(snapshot, matched.entry),))


def _entry_text(snapshot: Snapshot, placed: PlacedEntry, lens: str) -> LensText | None:
    info = snapshot.derivatives_index.infos[placed]
    if lens == "node":
        names = snapshot.node_names(placed)
        return LensText(", ".join(names)) if names else None
    if lens == "generated-entry":
        return LensText("show generated C++", operator=info.func.func.name.text)
    functions = [matched.placed for matched in reached(snapshot, placed)]
    count = f"{len(functions)} {'function' if len(functions) == 1 else 'functions'}"
    # Generated functions stand where those that they are made from do.
    return LensText(count, tuple(dict.fromkeys([_origin(snapshot, function) for function in functions])))


def _origin(snapshot: Snapshot, placed: PlacedEntry) -> Origin:
    start = snapshot.document(placed.file).start_of(placed.block)
    return Origin(placed.file, _named(placed).shifted(start))
