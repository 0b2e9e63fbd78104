"""The messages of lintrunner, PyTorch's own lint runner: one JSON object a line.

A message with a safe fix carries the whole file before and after it, as lintrunner's patches do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable

from vt_core.analysis.findings import Finding
from vt_core.text.edits import TextEdit, apply_edits
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report

_SEVERITIES = {"error": "error", "warning": "warning", "information": "advice", "hint": "advice"}


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    return "".join([f"{json.dumps(_message(finding, report))}\n" for report in reports for finding in report.findings])


def _message(finding: Finding, report: Report) -> dict[str, object]:
    source = report.source(finding.file)
    at = source.lines.position(finding.span.start)
    fixed = _fixed(finding, source.text)
    return {
        "path": os.path.abspath(source.name),
        "line": at.line + 1,
        "char": at.column + 1,
        "code": "VT_LSP",
        "severity": _SEVERITIES[finding.severity],
        "name": finding.rule,
        "description": printable(finding.message),
        "original": None if fixed is None else source.text,
        "replacement": fixed,
    }


def _fixed(finding: Finding, text: str) -> str | None:
    """The file after a safe fix that changes it alone."""
    fix = finding.fix
    if fix is None or not fix.safe or any(edit.file != finding.file for edit in fix.edits):
        return None
    return apply_edits(text, [TextEdit(edit.span, edit.text) for edit in fix.edits])
