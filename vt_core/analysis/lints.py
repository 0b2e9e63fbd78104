"""What the generator lets through, of all entries: with what only several entries together show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Union

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.dialects.functions_manual import manual_functions
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

# A fault, the entry that it stands in, and the one at its other end.
Lint = tuple[Fault, PlacedEntry, Union[PlacedEntry, None]]


def lint_faults(snapshot: Snapshot) -> Iterator[Lint]:
    """All of them, but for those about a field that the generator refuses anyway."""
    index, matching = snapshot.derivatives_index, snapshot.matching
    for placed, faults in index.text_faults.items():
        for fault in faults:
            yield fault, placed, None
    yield from _duplicate_entries(snapshot)
    yield from _repeated_entries(snapshot)
    for placed, faults in index.lint_faults.items():
        canonical = index.canonical.get(placed)
        refused = index.info_faults.get(placed, ())
        if canonical is not None and canonical in matching.faults:
            refused = (*refused, *matching.faults[canonical])
        paths = {fault.place.path for fault in refused if fault.place.file == "derivatives"} if refused else _NO_PATHS
        for fault in faults:
            if fault.place.file == "native_functions":
                if canonical is not None:
                    yield fault, canonical, placed
            elif fault.place.path not in paths and not _shadowed(fault, snapshot):
                yield fault, placed, canonical
    for called in snapshot.called.faults.values():
        for placed, fault in called:
            yield fault, placed, index.canonical.get(placed)
    yield from _unknown_calls(snapshot)
    for siblings in snapshot.siblings.values():
        for placed, fault in siblings:
            yield fault, placed, None


_NO_PATHS: frozenset[tuple[str, ...]] = frozenset()


def _shadowed(fault: Fault, snapshot: Snapshot) -> bool:
    """Whether an in-place function has an entry of its own, so that the formula is not for it."""
    return fault.rule == "inplace-clone" and fault.data["schema"] in snapshot.derivatives_index.by_schema


def _repeated_entries(snapshot: Snapshot) -> Iterator[Lint]:
    """In-place functions whose own entry says what that of the functional variant says, which they would have too."""
    index = snapshot.derivatives_index
    for signature in index.written_signature.keys() & index.by_loose_signature.keys():
        placed, other = index.written_signature[signature][-1], index.by_loose_signature[signature][-1]
        key = (index.infos[placed], index.infos[other])
        known = snapshot.store.repeated_entries.get(key)
        if known is None:
            known = snapshot.store.repeated_entries.put(key, _repeats(*key))
        for fault in known:
            yield fault, placed, other


def _repeats(own: DifferentiabilityInfo, functional: DifferentiabilityInfo) -> tuple[Fault, ...]:
    if own.func.func.kind != "inplace" or own.entry.output_differentiability is not None:
        return ()
    if [key.formulas for key in own.entry.by_key] != [key.formulas for key in functional.entry.by_key]:
        return ()
    operator = own.entry.specification.partition("(")[0].rstrip()
    place = Place("derivatives", ("name",), "value", 0, len(operator))
    return (Fault("repeated-entry", place, {"operator": operator, "other": functional.func.func.name.text}),)


# Names are compared with all that are known: only so many.
_MOST_UNKNOWN = 30


def _unknown_calls(snapshot: Snapshot) -> Iterator[Lint]:
    """Calls of functions that FunctionsManual.h does not declare; where it is not there, of names that are a slip away
    from one that is known."""
    helpers, canonical = snapshot.helpers, snapshot.derivatives_index.canonical
    for _, calls in sorted(snapshot.called.unknown.items())[:_MOST_UNKNOWN]:
        for placed, site in calls:
            scope, _, name = site.call.name.rpartition("::")
            if helpers is not None and name in helpers:
                continue
            known = {*manual_functions(snapshot.dialect.release), *(helpers or ()), *snapshot.native_index.by_name}
            meant = min([other for other in known if _is_slip(name, other)], default="")
            if not meant and (helpers is None or scope):
                continue
            start = site.call.start + len(site.call.name) - len(name)
            data = {"operator": site.operator, "name": name, "meant": meant}
            data["header"] = "yes" if helpers is not None else ""
            place = site.formula.place(start, start + len(name))
            yield Fault("unknown-helper", place, data), placed, canonical.get(placed)


def _is_slip(name: str, other: str) -> bool:
    """Whether one slip makes `name` of `other`. Names that differ in a number are two of a family."""
    if abs(len(name) - len(other)) > 1 or (name[:2] != other[:2] and name[-2:] != other[-2:]):
        return False
    from vt_core.rules.nearest import is_slip  # loads a slow module, for mistakes only

    return is_slip(name, other) and re.sub(r"\d", "", name) != re.sub(r"\d", "", other)


def _duplicate_entries(snapshot: Snapshot) -> Iterator[Lint]:
    """Of several entries for one function the last one counts."""
    index = snapshot.derivatives_index
    if len(index.by_specification) == len(index.entries):
        return
    for schema, group in index.by_specification.items():
        if len(group) > 1:
            operator = schema.partition("(")[0].rstrip()
            place = Place("derivatives", ("name",), "value", 0, len(operator))
            for other in group[1:]:
                yield Fault("duplicate-entry", place, {"operator": operator}), other, group[0]
