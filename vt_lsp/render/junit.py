"""JUnit's XML, as build servers read it: a suite for each file, a test case for each finding, errors as failures."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from vt_core.analysis.findings import Finding
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter. A file without findings is one test that passed."""
    suites = [suite for report in reports for suite in _suites(report)]
    body = "".join(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="vt-lsp">\n{body}</testsuites>\n'


def _suites(report: Report) -> list[str]:
    suites: list[str] = []
    for role, source in report.project.sources.items():
        found = [finding for finding in report.findings if finding.file == role]
        name = quoteattr(printable(source.name))
        failures = sum([finding.severity == "error" for finding in found])
        cases = "".join([_case(finding, report) for finding in found])
        cases = cases or f'    <testcase name="no findings" classname={name} />\n'
        count = max(1, len(found))
        suites.append(
            f'  <testsuite name={name} tests="{count}" failures="{failures}" errors="0">\n{cases}  </testsuite>\n'
        )
    return suites


def _case(finding: Finding, report: Report) -> str:
    source = report.source(finding.file)
    at = source.lines.position(finding.span.start)
    place = f"{printable(source.name)}:{at.line + 1}:{at.column + 1}"
    message = printable(finding.message)
    name = quoteattr(f"{finding.rule} at {at.line + 1}:{at.column + 1}")
    head = f"    <testcase name={name} classname={quoteattr(printable(source.name))}"
    text = escape(f"{place}: {finding.severity}: {message}")
    if finding.severity != "error":
        return f"{head}>\n      <system-out>{text}</system-out>\n    </testcase>\n"
    kind = quoteattr(finding.rule)
    return f"{head}>\n      <failure message={quoteattr(message)} type={kind}>{text}</failure>\n    </testcase>\n"
