"""Workflow commands of GitHub Actions, which shows them as annotations in the files:
`::error file=…,line=…,col=…,endLine=…,endColumn=…,title=…::message`.

The rules of escaping are those of the runner (`ActionCommand` in actions/runner).
"""

from __future__ import annotations

from collections.abc import Iterable

from vt_core.analysis.findings import Finding
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report

_LEVELS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
# `%` first: it stands in the escapes.
_ESCAPES = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY_ESCAPES = (*_ESCAPES, (":", "%3A"), (",", "%2C"))


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    return "".join([f"{_command(finding, report)}\n" for report in reports for finding in report.findings])


def _command(finding: Finding, report: Report) -> str:
    source = report.source(finding.file)
    start, end = source.lines.position(finding.span.start), source.lines.position(finding.span.end)
    properties: dict[str, object] = {"file": source.name.replace("\\", "/"), "line": start.line + 1}
    if start.line == end.line:  # GitHub takes columns only then
        properties.update({"col": start.column + 1, "endLine": end.line + 1, "endColumn": end.column + 1})
    else:
        properties["endLine"] = end.line + 1
    properties["title"] = f"vt-lsp {finding.rule}"
    written = ",".join([f"{name}={_escaped(str(value), _PROPERTY_ESCAPES)}" for name, value in properties.items()])
    return f"::{_LEVELS[finding.severity]} {written}::{_escaped(_message(finding), _ESCAPES)}"


def _message(finding: Finding) -> str:
    help_ = "" if finding.fix is None else f"\nhelp: {finding.fix.title}"
    return printable(finding.message + help_)


def _escaped(text: str, escapes: Iterable[tuple[str, str]]) -> str:
    for plain, escape in escapes:
        text = text.replace(plain, escape)
    return text
