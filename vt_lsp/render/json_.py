"""The format for programs: one JSON array of all findings. Lines and columns count from 1, the end is exclusive."""

from __future__ import annotations

import json
from collections.abc import Iterable

from vt_core.analysis.findings import Finding, FindingFix
from vt_core.text.spans import Span
from vt_lsp.project import Source
from vt_lsp.render.style import Style
from vt_lsp.report import Report


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    found = [as_json(finding, report) for report in reports for finding in report.findings]
    return json.dumps(found, indent=2) + "\n"


def as_json(finding: Finding, report: Report) -> dict[str, object]:
    """A finding as plain values."""
    return {
        **_stretch(report.source(finding.file), finding.span),
        "rule": finding.rule,
        "severity": finding.severity,
        "origin": finding.origin,
        "message": finding.message,
        "related": [
            {**_point(report.source(related.file), related.span), "message": related.message}
            for related in finding.related
        ],
        "fix": None if finding.fix is None else _fix(finding.fix, report),
    }


def _fix(fix: FindingFix, report: Report) -> dict[str, object]:
    edits = [{**_stretch(report.source(edit.file), edit.span), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _point(source: Source, span: Span) -> dict[str, object]:
    at = source.lines.position(span.start)
    return {"path": source.name, "line": at.line + 1, "column": at.column + 1}


def _stretch(source: Source, span: Span) -> dict[str, object]:
    end = source.lines.position(span.end)
    return {**_point(source, span), "end_line": end.line + 1, "end_column": end.column + 1}
