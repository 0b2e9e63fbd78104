"""The messages of lintrunner, PyTorch's own lint runner: one JSON object a line.

lintrunner takes one patch a file, as the whole text before and after it, so that the safe fixes of a file come together
in a message of their own behind the findings.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from vt_core.analysis.findings import Finding
from vt_core.text.edits import apply_edits
from vt_lsp.fixing import chosen_fixes
from vt_lsp.project import Source
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report

_SEVERITIES = {"error": "error", "warning": "warning", "information": "advice", "hint": "advice"}


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    messages = [message for report in reports for message in _messages(report)]
    return "".join([f"{json.dumps(message)}\n" for message in messages])


def _messages(report: Report) -> Iterator[dict[str, object]]:
    for finding in report.findings:
        yield _finding(finding, report.source(finding.file))
    _, edits = chosen_fixes(report.findings, unsafe=False)
    for file, changes in edits.items():
        source = report.source(file)
        fixed = apply_edits(source.text, changes)
        message = _message(source, None, None, "advice", "safe-fixes", "safe fixes; `lintrunner -a` makes them")
        yield {**message, "original": source.text, "replacement": fixed}


def _finding(finding: Finding, source: Source) -> dict[str, object]:
    at = source.lines.position(finding.span.start)
    severity, description = _SEVERITIES[finding.severity], printable(finding.message)
    return _message(source, at.line + 1, at.column + 1, severity, finding.rule, description)


def _message(
    source: Source, line: int | None, char: int | None, severity: str, name: str, description: str
) -> dict[str, object]:
    return {
        "path": os.path.abspath(source.name),
        "line": line,
        "char": char,
        "code": "VT_LSP",
        "severity": severity,
        "name": name,
        "original": None,
        "replacement": None,
        "description": description,
    }
