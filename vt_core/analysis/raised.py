"""All faults of a snapshot with the entries at their two ends, without those that only follow from another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vt_core.analysis.document import GeneratedEntry, PlacedEntry
from vt_core.analysis.lints import lint_faults
from vt_core.analysis.snapshot import Snapshot
from vt_core.analysis.tags import reads_tags, tag_faults
from vt_core.codegen.operator_checks import delegate_fault
from vt_core.codegen.out_variants import lone_out_fault
from vt_core.codegen.places import operator_place
from vt_core.model.derivatives import DerivativesEntry
from vt_core.syntax.entries import operator_names
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.text.spans import Span

# A nearest name is searched among all operators: only for so many findings.
_MOST_NEAREST = 3
# What functions are accused of that stand in both sides of a merge conflict.
_TWICE = ("duplicate-function", "duplicate-variant")


class Raised(NamedTuple):
    """A fault, the entry that it stands in, and the one at its other end.

    `inherited`: it is about a function that has the entry only through its signature.
    """

    fault: Fault
    owner: PlacedEntry
    other: PlacedEntry | None = None
    inherited: bool = False


def raised_faults(snapshot: Snapshot) -> Iterator[Raised]:
    """Every fault of an entry or of a function with its entry."""
    native, derivatives = snapshot.native_index, snapshot.derivatives_index
    for placed in snapshot.tags.placed() if reads_tags(snapshot.tags, snapshot.dialect) else ():
        for fault in tag_faults(placed):
            yield Raised(fault, placed)
    for index in (native, derivatives):
        for placed, faults in index.faults.items():
            for fault in faults:
                yield Raised(fault, placed)
    yield from _cross_faults(snapshot)
    for schema in () if _has_conflict(snapshot) else native.duplicates:
        first, *others = native.by_schema[schema]
        name = native.functions[first].func.name.text
        for other in others:
            place = Place("native_functions", ("func",), "value", 0, len(name))
            yield Raised(Fault("duplicate-function", place, {"schema": schema}), other, first)
    for placed, faults in derivatives.info_faults.items():
        canonical = derivatives.canonical[placed]
        for fault in faults:
            if fault.place.file == "native_functions":
                yield _in_function(fault, canonical, placed, False, snapshot)
            else:
                yield Raised(fault, placed, _origin(canonical))
    yield from _native_lints(snapshot)
    for fault, owner, end in lint_faults(snapshot):
        yield Raised(fault, owner, None if end is None else _origin(end))
    unknown = list(_unknown_functions(snapshot))
    yield from unknown
    yield from _matching_faults(snapshot, {raised.other for raised in unknown} | _disowned(snapshot))


def _native_lints(snapshot: Snapshot) -> Iterator[Raised]:
    """What the generator lets through in native_functions.yaml. A function whose entry in derivatives.yaml is there and
    cannot be used is not accused of having none."""
    broken: set[str] | None = None
    unread: set[str] | None = None
    functions = snapshot.native_index.functions
    for placed, faults in snapshot.matching.lints.items():
        for fault in faults:
            if fault.rule == "explicit-without-derivative":
                broken = _broken_references(snapshot) if broken is None else broken
                if functions[placed].func.name.name in broken:
                    continue
            if fault.rule == "structured-delegate":
                unread = _broken_operators(snapshot) if unread is None else unread
                yield from _delegates(placed, snapshot, unread)
                continue
            yield Raised(fault, placed, snapshot.matching.entries.get(placed))
    for name, lints in snapshot.native_index.overload_lints.items():
        for placed, fault in lints:
            if fault.rule == "lone-out-variant":
                unread = _broken_operators(snapshot) if unread is None else unread
                if name in _bases(unread):
                    continue
            yield Raised(fault, placed)


def _delegates(placed: PlacedEntry, snapshot: Snapshot, unread: set[str]) -> Iterator[Raised]:
    """What is wrong with a delegate in releases whose generator does not look: then the operator has no kernel.
    `unread` are operators whose entries cannot be read."""
    index = snapshot.native_index
    f = index.functions[placed]
    wanted = f.structured_delegate or ""
    if wanted in unread:
        return
    same = index.by_name.get(wanted.partition(".")[0], ())
    declared = [index.functions[one] for one in same if index.functions[one].func.name.text == wanted]
    fault = delegate_fault(f, declared[-1] if declared else None)
    if fault is not None:
        yield Raised(fault._replace(origin="lint"), placed)


def _matching_faults(snapshot: Snapshot, disowned: set[PlacedEntry | None]) -> Iterator[Raised]:
    """Faults of functions with their entries. A function of `disowned` has an entry of its own that cannot be used:
    what is wrong with the one that it inherits instead is no mistake of anybody's."""
    canonical, entries = snapshot.derivatives_index.canonical, snapshot.matching.entries
    broken: set[str] | None = None
    for placed, faults in snapshot.matching.faults.items():
        if any(fault.data.get("what") == "no-formula" for fault in faults):
            broken = _broken_references(snapshot) if broken is None else broken
            faults = tuple([fault for fault in faults if fault.data.get("reference") not in broken])
        entry = entries.get(placed)
        inherited = entry is not None and canonical.get(entry) is not placed
        for fault in faults:
            if fault.rule == "missing-dispatch" and fault.data.get("entry") and entry is not None and not inherited:
                end = len(fault.data["entry"])
                at = Place("derivatives", ("name",), "value", 0, end)
                yield Raised(fault._replace(place=at), entry, _origin(placed))
            elif fault.place.file == "native_functions":
                yield _in_function(fault, placed, entry, inherited, snapshot)
            elif entry is not None and not (inherited and placed in disowned):
                yield Raised(fault, entry, _origin(placed), inherited)


def _broken_references(snapshot: Snapshot) -> set[str]:
    """Operators some of whose entries in derivatives.yaml cannot be used."""
    index = snapshot.derivatives_index
    found = {entry.name for entry in index.unresolved.values()}
    for block in snapshot.derivatives.odd:
        found.update([name.partition(".")[0] for name in operator_names(block.text, "name")])
    for placed in (*index.faults, *index.info_faults):
        name = placed.entry.scalar("name")
        found.update([] if name is None else [name.value.partition("(")[0].partition(".")[0]])
    return found | {name.removesuffix("_") for name in found}


def _cross_faults(snapshot: Snapshot) -> Iterator[Raised]:
    """What is wrong with entries because of others, unless those others cannot be read."""
    broken: set[str] | None = None
    conflict = _has_conflict(snapshot)
    for faults in snapshot.native_index.cross_faults.values():
        for placed, fault in faults:
            if conflict and fault.rule in _TWICE:
                continue
            if fault.data.get("what") in ("missing", "alone") or fault.rule == "lone-out-variant":
                broken = _broken_operators(snapshot) if broken is None else broken
                missing = fault.data.get("delegate") or fault.data.get("view") or fault.data.get("copy") or ""
                bases = _bases(broken)
                own = fault.data.get("operator", "").partition(".")[0]
                if missing in broken or (missing or own).partition(".")[0] in bases:
                    continue
            if fault.rule == "lone-out-variant":
                fault = _with_closest(placed, snapshot)
            yield Raised(fault, placed)


def _bases(operators: Iterable[str]) -> set[str]:
    """The operators' names without overload and `_`."""
    return {operator.partition(".")[0].removesuffix("_") for operator in operators}


def _with_closest(placed: PlacedEntry, snapshot: Snapshot) -> Fault:
    """An out variant of nothing, with the functional one that is most like it."""
    index = snapshot.native_index
    f = index.functions[placed]
    overloads = [index.functions[one] for one in index.by_name.get(f.func.name.name, ())]
    return lone_out_fault(f, [other for other in overloads if not other.func.is_out])


def _in_function(
    fault: Fault, placed: PlacedEntry, other: PlacedEntry | None, inherited: bool, snapshot: Snapshot
) -> Raised:
    """A fault of a function's schema; a generated one has none, so that the operator's name stands for it."""
    if not isinstance(placed, GeneratedEntry):
        return Raised(fault, placed, other, inherited)
    func = snapshot.native_index.functions[placed.origin].func
    return Raised(fault._replace(place=operator_place(func)), placed.origin, other, True)


def _origin(placed: PlacedEntry) -> PlacedEntry:
    return placed.origin if isinstance(placed, GeneratedEntry) else placed


def _has_conflict(snapshot: Snapshot) -> bool:
    """Whether functions stand in both sides of a merge conflict, and so twice."""
    faults = [fault for block in snapshot.native.odd for fault in block.syntax.faults]
    return any(fault.rule == "merge-conflict" for fault in faults)


def _disowned(snapshot: Snapshot) -> set[PlacedEntry | None]:
    """Functions whose own derivatives entry is there and cannot be read."""
    texts: list[str] = []
    for placed in snapshot.derivatives_index.faults:
        name = placed.entry.scalar("name")
        texts += [] if name is None else [name.value]
    for block in snapshot.derivatives.odd:
        texts += re.findall(r"\bname:[ \t]*['\"]?([^\r\n]*?)['\"]?[ \t]*$", block.text, re.MULTILINE)
    found: set[PlacedEntry | None] = set()
    for text in texts:
        found.update(snapshot.native_index.by_schema.get(text, ()))
    return found


def _unknown_functions(snapshot: Snapshot) -> Iterator[Raised]:
    """Entries whose schema no function has, unless that function's own entry is broken and says so already."""
    unresolved = snapshot.derivatives_index.unresolved
    if not unresolved or snapshot.native.fault is not None:
        return
    broken = _broken_operators(snapshot)
    blocks = snapshot.derivatives.blocks
    by_name = snapshot.native_index.by_name
    searches = 0
    for _, placed in sorted([(blocks.index(placed.block), placed) for placed in unresolved], key=_position):
        entry = unresolved[placed]
        operator = entry.specification.partition("(")[0]
        if operator in broken:
            continue
        overloads = by_name.get(entry.name, ())
        nearest = ""
        if not overloads and searches < _MOST_NEAREST:
            searches += 1
            from difflib import get_close_matches  # a slow import, for mistakes only

            nearest = next(iter(get_close_matches(entry.name, by_name, 1, 0.75)), "")
            overloads = by_name.get(nearest, ())
        yield _unknown_function(entry, placed, operator, overloads, nearest, snapshot)


def _position(placed: tuple[int, PlacedEntry]) -> int:
    return placed[0]


def _unknown_function(
    entry: DerivativesEntry,
    placed: PlacedEntry,
    operator: str,
    overloads: tuple[PlacedEntry, ...],
    nearest: str,
    snapshot: Snapshot,
) -> Raised:
    functions = snapshot.native_index.functions
    schemas = [functions[overload].func.text for overload in overloads]
    other: PlacedEntry | None = None
    closest = ""
    if overloads:
        same = [at for at, schema in enumerate(schemas) if schema.partition("(")[0] == operator]
        at = same[0] if same else _most_similar(entry.specification, schemas)
        other, closest = overloads[at], schemas[at]
    data = {
        "operator": operator,
        "specification": entry.specification,
        "available": "\n".join(schemas),
        "closest": closest,
        "nearest": nearest,
    }
    from vt_core.syntax.schema_difference import schema_differences  # for mistakes only

    differences = schema_differences(entry.specification, closest) if closest else ()
    at_fault = differences[0].here if differences else Span(0, len(operator.rstrip()))
    place = Place("derivatives", ("name",), "value", at_fault.start, at_fault.end)
    return Raised(Fault("unknown-function", place, data), placed, other)


def _most_similar(text: str, schemas: list[str]) -> int:
    from difflib import get_close_matches  # a slow import, for mistakes only

    return schemas.index(get_close_matches(text, schemas, 1, 0.0)[0])


def _broken_operators(snapshot: Snapshot) -> set[str]:
    """Operators whose own entry in native_functions.yaml cannot be read."""
    broken: set[str] = set()
    for block in snapshot.native.odd:
        broken.update(operator_names(block.text))
    for placed in snapshot.native_index.faults:
        func = placed.entry.scalar("func")
        if func is not None:
            broken.add(func.value.partition("(")[0].strip())
    return broken
