"""One line a finding, as editors and build logs know to read: `path:line:column: severity[rule] message`."""

from __future__ import annotations

from collections.abc import Iterable

from vt_core.analysis.findings import Finding
from vt_lsp.render.style import Style, one_line, printable
from vt_lsp.report import Report


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings."""
    return "".join([f"{_line(finding, report, style)}\n" for report in reports for finding in report.findings])


def _line(finding: Finding, report: Report, style: Style) -> str:
    source = report.source(finding.file)
    at = source.lines.position(finding.span.start)
    place = style.paint(f"{printable(source.name)}:{at.line + 1}:{at.column + 1}:", "strong")
    rule = style.paint(f"{finding.severity}[{finding.rule}]", finding.severity)
    return f"{place} {rule} {one_line(finding.message)}"
