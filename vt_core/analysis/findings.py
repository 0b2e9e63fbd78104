"""The findings of a snapshot: faults in words, at their places in the files as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.analysis.raised import Raised, raised_faults
from vt_core.analysis.snapshot import Snapshot
from vt_core.rules.registry import rule
from vt_core.rules.rule import Description, Edit, End, Origin, Severity, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Scalar
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


_WEIGHT: dict[str, int] = {"generator": 0, "build": 1, "lint": 2}


def findings(snapshot: Snapshot) -> tuple[Finding, ...]:
    """All findings of both files, by file and place."""
    found: dict[tuple[FileRole, Span, str], tuple[_Rank, Finding]] = {}
    for inherited, finding in _all(snapshot):
        key = (finding.file, finding.span, finding.rule)
        edits = () if finding.fix is None else finding.fix.edits
        rank = (_WEIGHT[finding.origin], inherited, finding.message, finding.related, edits)
        if key not in found or rank < found[key][0]:
            found[key] = rank, finding
    return tuple(sorted([finding for _, finding in found.values()], key=_place_of))


# Which of several findings at one place is kept: that of the strictest origin, then that of the entry's own function
# (rather than of `add_` that inherits it), then any, but always the same: two functions can be equal in all but place.
_Rank = tuple[int, bool, str, tuple[RelatedFinding, ...], tuple[FindingEdit, ...]]


def _place_of(finding: Finding) -> tuple[FileRole, Span, str]:
    return finding.file, finding.span, finding.rule


def _all(snapshot: Snapshot) -> Iterator[tuple[bool, Finding]]:
    """Each finding, and whether it is an inherited one."""
    tags = [snapshot.tags] if snapshot.dialect.checks is not None and snapshot.tags.blocks else []
    for document in (snapshot.native, snapshot.derivatives, *tags):
        for finding in _file_findings(document):
            yield False, finding
    for raised in raised_faults(snapshot):
        yield raised.inherited, _finding(raised, snapshot)


def _file_findings(document: Document) -> Iterator[Finding]:
    """What is wrong with the file or a block as YAML."""
    if document.fault is not None:
        fault, span = document.fault
        yield _yaml_finding(fault, _on_one_line(document.text, span), document)
    for block in document.odd:
        start = document.start_of(block)
        for fault, span in zip(block.syntax.faults, block.syntax.fault_spans):
            yield _yaml_finding(fault, _on_one_line(block.text, span).shifted(start), document)


def _yaml_finding(fault: Fault, span: Span, document: Document) -> Finding:
    known = rule(fault.rule)
    nowhere = Entry("", Scalar(0, 0, "", "str", None))
    description = known.describe(fault, Site(nowhere, None))
    origin = known.origin if fault.origin is None else _origin(fault.origin)
    return Finding(document.file, span, known.id, known.severity, origin, _in_one_line(description.message), (), None)


def _finding(raised: Raised, snapshot: Snapshot) -> Finding:
    fault, owner, other, _ = raised
    known = rule(fault.rule)
    description = known.describe(fault, Site(owner.entry, None if other is None else other.entry))
    origin: Origin = known.origin if fault.origin is None else _origin(fault.origin)
    return Finding(
        owner.file,
        _absolute(owner, _on_one_line(owner.entry.text, owner.entry.span_of(fault.place)), snapshot),
        known.id,
        known.severity,
        origin,
        _in_one_line(description.message),
        _related(description, raised, snapshot),
        _fix(description, raised, snapshot),
    )


def _in_one_line(message: str) -> str:
    """A message may quote a name or value with line breaks."""
    return message if message.isprintable() else " ".join(message.split())


def _on_one_line(text: str, span: Span) -> Span:
    """A stretch of a text as far as its first line goes; where there is nothing, the character beside it."""
    piece = text[span.start : span.end]
    first = piece.partition("\n")[0].partition("\r")[0]
    if first and len(first) == len(piece):
        return span
    shown = piece.strip()
    if not shown:
        return _beside(text, span.start)
    start = span.start + piece.index(shown)
    first = shown.partition("\n")[0].partition("\r")[0]
    return Span(start, start + len(first.rstrip()))


def _beside(text: str, at: int) -> Span:
    if text[at : at + 1].strip():
        return Span(at, at + 1)
    before = len(text[:at].rstrip())
    return Span(before - 1, before) if before else Span(at, at)


def _origin(origin: str) -> Origin:
    return "build" if origin == "build" else "lint" if origin == "lint" else "generator"


def _end(end: End, raised: Raised) -> PlacedEntry | None:
    return raised.owner if end == "owner" else raised.other


def _related(description: Description, raised: Raised, snapshot: Snapshot) -> tuple[RelatedFinding, ...]:
    found: list[RelatedFinding] = []
    for related in description.related:
        placed = _end(related.end, raised)
        if placed is not None:
            span = _on_one_line(placed.entry.text, placed.entry.span_of(related.place))
            found.append(RelatedFinding(placed.file, _absolute(placed, span, snapshot), _in_one_line(related.message)))
    return tuple(found)


def _fix(description: Description, raised: Raised, snapshot: Snapshot) -> FindingFix | None:
    fix = description.fix
    if fix is None:
        return None
    edits = [_edit(edit, raised, snapshot) for edit in fix.edits]
    # The value of an alias stands at its anchor: what reaches from a key to it goes backwards.
    kept = tuple([edit for edit in edits if edit is not None and edit.span.start <= edit.span.end])
    return FindingFix(_in_one_line(fix.title), fix.safe, kept) if len(kept) == len(edits) else None


def _edit(edit: Edit, raised: Raised, snapshot: Snapshot) -> FindingEdit | None:
    placed = _end(edit.end, raised)
    return None if placed is None else FindingEdit(placed.file, _absolute(placed, edit.span, snapshot), edit.text)


def _absolute(placed: PlacedEntry, span: Span, snapshot: Snapshot) -> Span:
    return span.shifted(snapshot.document(placed.file).start_of(placed.block))
