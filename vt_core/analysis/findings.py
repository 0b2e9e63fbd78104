"""The findings of a snapshot: faults in words, at their places in the files as they stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import itemgetter
from typing import NamedTuple

from vt_core.analysis.document import Block, Document, PlacedEntry
from vt_core.analysis.raised import raised_faults
from vt_core.analysis.snapshot import Snapshot
from vt_core.analysis.worded import Worded, WordedEnd, on_one_line, word
from vt_core.rules.registry import OFF_BY_DEFAULT
from vt_core.rules.rule import Edit, End, Fix, Origin, Severity
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


_NOWHERE = Entry("", Scalar(0, 0, "", "str", None))
_WEIGHT: dict[str, int] = {"generator": 0, "build": 1, "lint": 2}


class Told(NamedTuple):
    """A fault in words, the entries at its two ends, and what no other finding shares: its block, the stretch of that,
    and its rule."""

    worded: Worded
    owner: PlacedEntry
    other: PlacedEntry | None
    inherited: bool
    place: tuple[Block, Span, str]


def findings(
    snapshot: Snapshot, asked: Collection[str] = frozenset(), unwanted: Collection[str] = frozenset()
) -> tuple[Finding, ...]:
    """All findings of both files, by file and place; of rules that are off by default those that are `asked` for, and
    none of `unwanted` rules."""
    found = file_findings(snapshot) + [finding_of(one, snapshot) for _, one in told(snapshot, asked, unwanted)]
    return tuple(sorted(found, key=_place_of))


def _place_of(finding: Finding) -> tuple[FileRole, Span, str]:
    return finding.file, finding.span, finding.rule


def file_findings(snapshot: Snapshot) -> list[Finding]:
    """What is wrong with files and blocks as YAML, by file and place."""
    tags = [snapshot.tags] if snapshot.dialect.checks is not None and snapshot.tags.blocks else []
    found = [one for document in (snapshot.native, snapshot.derivatives, *tags) for one in _file_findings(document)]
    return sorted({_place_of(one): one for one in reversed(found)}.values(), key=_place_of)


def count_of(snapshot: Snapshot, rules: Collection[str]) -> int:
    """How many findings of some rules there are, without putting them in words."""
    if not rules:
        return 0
    raised = [one for one in raised_faults(snapshot) if one.fault.rule in rules]
    return len({(one.owner.block, one.fault.place, one.fault.rule) for one in raised})


def told(
    snapshot: Snapshot, asked: Collection[str] = frozenset(), unwanted: Collection[str] = frozenset()
) -> list[tuple[int, Told]]:
    """What is wrong with entries, by file and place, each with the index of its block; of several findings of a rule at
    one place one is left."""
    found: dict[tuple[Block, Span, str], Told] = {}
    known = snapshot.store.told
    for raised in raised_faults(snapshot):
        fault, owner, other, inherited = raised
        rule_id = fault.rule
        if rule_id in unwanted or (rule_id in OFF_BY_DEFAULT and rule_id not in asked):
            continue
        key = (id(fault), owner, other)
        one = known.get(key)
        if one is None or one.worded.fault is not fault or one.inherited is not inherited:
            worded = word(fault, owner.entry, None if other is None else other.entry)
            one = known.put(key, Told(worded, owner, other, inherited, (owner.block, worded.span, worded.rule)))
        before = found.get(one.place)
        if before is None or _rank(one, snapshot) < _rank(before, snapshot):
            found[one.place] = one
    places = {file: snapshot.document(file).indexes for file in _FILES} if found else {}
    by_place = [
        (one.owner.file, places[one.owner.file][block], span, rule_id, one)
        for (block, span, rule_id), one in found.items()
    ]
    by_place.sort(key=itemgetter(0, 1, 2, 3))
    return [(index, one) for _, index, _, _, one in by_place]


_FILES: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")
_Rank = tuple[int, bool, str, tuple[RelatedFinding, ...], tuple[FindingEdit, ...]]


def _rank(one: Told, snapshot: Snapshot) -> _Rank:
    """Which of several findings at one place is kept: that of the strictest origin, then that of the entry's own
    function (rather than of `add_` that inherits it), then any, but always the same: two functions can be equal in all
    but place."""
    finding = finding_of(one, snapshot)
    edits = () if finding.fix is None else finding.fix.edits
    return _WEIGHT[finding.origin], one.inherited, finding.message, finding.related, edits


def _file_findings(document: Document) -> Iterator[Finding]:
    """What is wrong with the file or a block as YAML."""
    if document.fault is not None:
        fault, span = document.fault
        yield _yaml_finding(fault, on_one_line(document.text, span), document)
    for block in document.odd:
        start = document.start_of(block)
        for fault, span in zip(block.syntax.faults, block.syntax.fault_spans):
            yield _yaml_finding(fault, on_one_line(block.text, span).shifted(start), document)


def _yaml_finding(fault: Fault, span: Span, document: Document) -> Finding:
    worded = word(fault, _NOWHERE, None)
    return Finding(document.file, span, worded.rule, worded.severity, worded.origin, worded.message, (), None)


def finding_of(one: Told, snapshot: Snapshot) -> Finding:
    """The finding where its entries stand now."""
    worded, owner = one.worded, one.owner
    related: tuple[RelatedFinding, ...] = ()
    if worded.related:
        found = [_related(end, one, snapshot) for end in worded.related]
        related = tuple([end for end in found if end is not None])
    return Finding(
        owner.file,
        worded.span.shifted(_start_of(owner, snapshot)),
        worded.rule,
        worded.severity,
        worded.origin,
        worded.message,
        related,
        None if worded.fix is None else _fix(worded.fix, one, snapshot),
    )


def _related(end: WordedEnd, one: Told, snapshot: Snapshot) -> RelatedFinding | None:
    placed = _end(end.end, one)
    if placed is None:
        return None
    return RelatedFinding(placed.file, end.span.shifted(_start_of(placed, snapshot)), end.message)


def _fix(fix: Fix, one: Told, snapshot: Snapshot) -> FindingFix | None:
    edits = [_edit(edit, one, snapshot) for edit in fix.edits]
    # The value of an alias stands at its anchor: what reaches from a key to it goes backwards.
    kept = tuple([edit for edit in edits if edit is not None and edit.span.start <= edit.span.end])
    return FindingFix(fix.title, fix.safe, kept) if len(kept) == len(edits) else None


def _edit(edit: Edit, one: Told, snapshot: Snapshot) -> FindingEdit | None:
    placed = _end(edit.end, one)
    if placed is None:
        return None
    return FindingEdit(placed.file, edit.span.shifted(_start_of(placed, snapshot)), edit.text)


def _end(end: End, one: Told) -> PlacedEntry | None:
    return one.owner if end == "owner" else one.other


def _start_of(placed: PlacedEntry, snapshot: Snapshot) -> int:
    return snapshot.document(placed.file).start_of(placed.block)
