"""The findings of a backend's YAML file, checked against the functions of the PyTorch that it is built for."""

from __future__ import annotations

from vt_core.analysis.backend_checks import Kernels, Raised, raised_of
from vt_core.analysis.findings import Finding, FindingEdit, FindingFix, RelatedFinding
from vt_core.analysis.snapshot import Snapshot
from vt_core.analysis.worded import on_one_line, word
from vt_core.codegen.backend_file import read_backend_file
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Scalar
from vt_core.text.spans import Span

_NOWHERE = Entry("", Scalar(0, 0, "", "str", None))


def backend_findings(text: str, snapshot: Snapshot, kernels: Kernels | None = None) -> tuple[Finding, ...]:
    """All findings of a backend's file, by place; of several of a rule at one place the first. `kernels` is the C++
    file that is to define its kernels, where it is known."""
    file = read_backend_file(text, snapshot.dialect.backend_file)
    if file.problem is not None:
        return (_yaml_finding(*file.problem, text),)
    found: dict[tuple[Span, str], Finding] = {}
    for raised in raised_of(file, snapshot, kernels):
        finding = _finding(raised)
        found.setdefault((finding.span, finding.rule), finding)
    return tuple([found[key] for key in sorted(found)])


def _yaml_finding(fault: Fault, span: Span, text: str) -> Finding:
    worded = word(fault, _NOWHERE, None)
    at = on_one_line(text, span)
    return Finding("backend", at, worded.rule, worded.severity, worded.origin, worded.message, (), None)


def _finding(raised: Raised) -> Finding:
    """A fault in words. Entries of a backend's file have its whole text, so their spans are the file's."""
    worded = word(*raised)
    related = tuple([RelatedFinding("backend", end.span, end.message) for end in worded.related])
    fix: FindingFix | None = None
    if worded.fix is not None:
        edits = tuple([FindingEdit("backend", edit.span, edit.text) for edit in worded.fix.edits])
        fix = FindingFix(worded.fix.title, worded.fix.safe, edits)
    return Finding("backend", worded.span, worded.rule, worded.severity, worded.origin, worded.message, related, fix)
