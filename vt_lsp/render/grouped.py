"""The findings of each file together, one line each below the file's name."""

from __future__ import annotations

from collections.abc import Iterable

from vt_core.analysis.findings import Finding
from vt_lsp.render.style import Style, one_line, printable
from vt_lsp.report import Report


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings, an empty line behind those of each file."""
    files: dict[str, list[str]] = {}
    for report in reports:
        for finding in report.findings:
            files.setdefault(report.source(finding.file).name, []).append(_line(finding, report, style))
    return "".join([f"{style.paint(printable(name), 'strong')}\n{''.join(lines)}\n" for name, lines in files.items()])


def _line(finding: Finding, report: Report, style: Style) -> str:
    at = report.source(finding.file).lines.position(finding.span.start)
    place = f"{f'{at.line + 1}:{at.column + 1}':>10}"
    rule = style.paint(f"{finding.severity}[{finding.rule}]", finding.severity)
    return f"{style.paint(place, 'frame')}  {rule} {one_line(finding.message)}\n"
