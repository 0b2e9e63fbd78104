"""The findings of a snapshot: faults in words, at their places in the files as they stand."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.model.derivatives import DerivativesEntry
from vt_core.rules.registry import rule
from vt_core.rules.rule import Description, Edit, End, Origin, Severity, Site
from vt_core.syntax.entries import Entry, operator_names
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Place, Scalar
from vt_core.syntax.schema_difference import schema_differences
from vt_core.text.spans import Span


class RelatedFinding(NamedTuple):
    """Another place that a finding speaks of; the span counts code points of that file's text."""

    file: FileRole
    span: Span
    message: str


class FindingEdit(NamedTuple):
    """A replacement in a file."""

    file: FileRole
    span: Span
    text: str


class FindingFix(NamedTuple):
    """A way to mend a finding. `safe`: it surely means what the author meant."""

    title: str
    safe: bool
    edits: tuple[FindingEdit, ...]


class Finding(NamedTuple):
    """One mistake. The span counts code points of the file's text."""

    file: FileRole
    span: Span
    rule: str
    severity: Severity
    origin: Origin
    message: str
    related: tuple[RelatedFinding, ...]
    fix: FindingFix | None


class _Raised(NamedTuple):
    """A fault with the entries at its two ends. `inherited`: it shows in a function whose entry is another's."""

    fault: Fault
    owner: PlacedEntry
    other: PlacedEntry | None
    inherited: bool = False


_WEIGHT: dict[str, int] = {"generator": 0, "build": 1, "lint": 2}

# A nearest name is searched among all operators: only for so many findings of a file.
_MOST_NEAREST = 3


def findings(snapshot: Snapshot) -> tuple[Finding, ...]:
    """All findings of both files, by file and place."""
    found: dict[tuple[FileRole, Span, str], tuple[_Rank, Finding]] = {}
    for inherited, finding in _all(snapshot):
        key = (finding.file, finding.span, finding.rule)
        rank = (_WEIGHT[finding.origin], inherited, finding.message)
        if key not in found or rank < found[key][0]:
            found[key] = rank, finding
    return tuple(sorted([finding for _, finding in found.values()], key=_place_of))


# Which of several findings at one place is kept: that of the strictest origin, then that of the entry's own function
# (rather than of `add_` that inherits it), then any, but always the same.
_Rank = tuple[int, bool, str]


def _place_of(finding: Finding) -> tuple[FileRole, Span, str]:
    return finding.file, finding.span, finding.rule


def _all(snapshot: Snapshot) -> Iterator[tuple[bool, Finding]]:
    """Each finding, and whether it is an inherited one."""
    for document in (snapshot.native, snapshot.derivatives):
        for finding in _file_findings(document):
            yield False, finding
    for raised in _raised(snapshot):
        yield raised.inherited, _finding(raised, snapshot)


def _file_findings(document: Document) -> Iterator[Finding]:
    """What is wrong with the file or a block as YAML."""
    if document.fault is not None:
        yield _yaml_finding(document.fault[0], document.fault[1], document)
    for block in document.odd:
        start = document.start_of(block)
        for fault, span in zip(block.syntax.faults, block.syntax.fault_spans):
            yield _yaml_finding(fault, span.shifted(start), document)


def _yaml_finding(fault: Fault, span: Span, document: Document) -> Finding:
    known = rule(fault.rule)
    nowhere = Entry("", Scalar(0, 0, "", "str", None))
    description = known.describe(fault, Site(nowhere, None))
    return Finding(document.file, span, known.id, known.severity, known.origin, description.message, (), None)


def _raised(snapshot: Snapshot) -> Iterator[_Raised]:
    native, derivatives, matching = snapshot.native_index, snapshot.derivatives_index, snapshot.matching
    for placed, faults in native.faults.items():
        for fault in faults:
            yield _Raised(fault, placed, None)
    for schema in native.duplicates:
        first, *others = native.by_schema[schema]
        for other in others:
            span = len(native.functions[other].func.name.text)
            fault = Fault(
                "duplicate-function", Place("native_functions", ("func",), "value", 0, span), {"schema": schema}
            )
            yield _Raised(fault, other, first)
    for placed, faults in derivatives.faults.items():
        for fault in faults:
            yield _Raised(fault, placed, None)
    for placed, faults in derivatives.info_faults.items():
        for fault in faults:
            yield _Raised(fault, placed, derivatives.canonical.get(placed))
    yield from _unknown_functions(snapshot)
    for placed, faults in matching.faults.items():
        entry = matching.entries.get(placed)
        for fault in faults:
            if fault.place.file == "native_functions":
                yield _Raised(fault, placed, entry)
            elif entry is not None:
                yield _Raised(fault, entry, placed, derivatives.canonical.get(entry) is not placed)


def _unknown_functions(snapshot: Snapshot) -> Iterator[_Raised]:
    """Entries whose schema no function has, unless that function's own entry is broken and says so already."""
    unresolved = snapshot.derivatives_index.unresolved
    if not unresolved or snapshot.native.fault is not None:
        return
    broken = _broken_operators(snapshot)
    searches = 0
    order = snapshot.derivatives.blocks
    for placed in sorted(unresolved, key=lambda placed: order.index(placed.block)):
        entry = unresolved[placed]
        operator = entry.specification.partition("(")[0]
        if operator in broken:
            continue
        overloads = snapshot.native_index.by_name.get(entry.name, ())
        nearest = ""
        if not overloads and searches < _MOST_NEAREST:
            searches += 1
            close = difflib.get_close_matches(entry.name, snapshot.native_index.by_name, 1, 0.75)
            nearest = close[0] if close else ""
            overloads = snapshot.native_index.by_name.get(nearest, ())
        yield _unknown_function(entry, placed, operator, overloads, nearest, snapshot)


def _unknown_function(
    entry: DerivativesEntry,
    placed: PlacedEntry,
    operator: str,
    overloads: tuple[PlacedEntry, ...],
    nearest: str,
    snapshot: Snapshot,
) -> _Raised:
    functions = snapshot.native_index.functions
    schemas = [functions[overload].func.text for overload in overloads]
    other: PlacedEntry | None = None
    closest = ""
    if overloads:
        same = [at for at, schema in enumerate(schemas) if schema.partition("(")[0] == operator]
        ranked = difflib.get_close_matches(entry.specification, schemas, 1, 0.0)
        at = same[0] if same else schemas.index(ranked[0])
        other, closest = overloads[at], schemas[at]
    data = {
        "operator": operator,
        "specification": entry.specification,
        "available": "\n".join(schemas),
        "closest": closest,
        "nearest": nearest,
    }
    differences = schema_differences(entry.specification, closest) if closest else ()
    at_fault = differences[0].here if differences else Span(0, len(operator.rstrip()))
    place = Place("derivatives", ("name",), "value", at_fault.start, at_fault.end)
    return _Raised(Fault("unknown-function", place, data), placed, other)


def _broken_operators(snapshot: Snapshot) -> set[str]:
    """Operators whose own entry the generator cannot read."""
    broken: set[str] = set()
    for block in snapshot.native.odd:
        broken.update(operator_names(block.text))
    for placed in snapshot.native_index.faults:
        func = placed.entry.scalar("func")
        if func is not None:
            broken.add(func.value.partition("(")[0].strip())
    return broken


def _finding(raised: _Raised, snapshot: Snapshot) -> Finding:
    fault, owner, other, _ = raised
    known = rule(fault.rule)
    description = known.describe(fault, Site(owner.entry, None if other is None else other.entry))
    origin: Origin = known.origin if fault.origin is None else _origin(fault.origin)
    return Finding(
        owner.file,
        _absolute(owner, _on_one_line(owner.entry, fault.place), snapshot),
        known.id,
        known.severity,
        origin,
        description.message,
        _related(description, raised, snapshot),
        _fix(description, raised, snapshot),
    )


def _on_one_line(entry: Entry, place: Place) -> Span:
    """The stretch that a place means, as far as its first line goes."""
    start, end = entry.span_of(place)
    first = entry.text[start:end].partition("\n")[0].partition("\r")[0]
    if len(first) == end - start:
        return Span(start, end)
    return Span(start, start + max(1, len(first.rstrip())))


def _origin(origin: str) -> Origin:
    return "build" if origin == "build" else "lint" if origin == "lint" else "generator"


def _end(end: End, raised: _Raised) -> PlacedEntry | None:
    return raised.owner if end == "owner" else raised.other


def _related(description: Description, raised: _Raised, snapshot: Snapshot) -> tuple[RelatedFinding, ...]:
    found: list[RelatedFinding] = []
    for related in description.related:
        placed = _end(related.end, raised)
        if placed is not None:
            span = _absolute(placed, _on_one_line(placed.entry, related.place), snapshot)
            found.append(RelatedFinding(placed.file, span, related.message))
    return tuple(found)


def _fix(description: Description, raised: _Raised, snapshot: Snapshot) -> FindingFix | None:
    fix = description.fix
    if fix is None:
        return None
    edits = [_edit(edit, raised, snapshot) for edit in fix.edits]
    kept = tuple([edit for edit in edits if edit is not None])
    return FindingFix(fix.title, fix.safe, kept) if len(kept) == len(edits) else None


def _edit(edit: Edit, raised: _Raised, snapshot: Snapshot) -> FindingEdit | None:
    placed = _end(edit.end, raised)
    return None if placed is None else FindingEdit(placed.file, _absolute(placed, edit.span, snapshot), edit.text)


def _absolute(placed: PlacedEntry, span: Span, snapshot: Snapshot) -> Span:
    return span.shifted(snapshot.document(placed.file).start_of(placed.block))
