"""SARIF 2.1.0, the interchange format of static analysis, with fingerprints and fixes.

Lines and columns count from 1 in UTF-16 units, the end is exclusive (section 3.30 of the standard).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from vt_core import __version__
from vt_core.analysis.findings import Finding, FindingFix
from vt_core.rules.registry import rule
from vt_core.text.spans import Span
from vt_lsp.project import Source
from vt_lsp.render.fingerprints import fingerprints
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings as one run; the style does not matter."""
    listed = list(fingerprints(reports))
    rules = sorted({finding.rule for _, finding, _ in listed})
    run = {
        "tool": {
            "driver": {
                "name": "vt-lsp",
                "semanticVersion": __version__.partition(".dev")[0],
                "rules": [_rule(rule_id) for rule_id in rules],
            }
        },
        "columnKind": "utf16CodeUnits",
        "results": [_result(finding, report, rules, fingerprint) for report, finding, fingerprint in listed],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule_id: str) -> dict[str, object]:
    known = rule(rule_id)
    return {
        "id": known.id,
        "shortDescription": {"text": known.summary},
        "defaultConfiguration": {"level": _LEVELS[known.severity], "enabled": known.default},
        "properties": {"origin": known.origin},
    }


def _result(finding: Finding, report: Report, rules: Sequence[str], fingerprint: str) -> dict[str, object]:
    source = report.source(finding.file)
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": rules.index(finding.rule),
        "level": _LEVELS[finding.severity],
        "message": {"text": printable(finding.message)},
        "locations": [{"physicalLocation": _place(source, finding.span)}],
        "partialFingerprints": {"vtLsp/v1": fingerprint},
        "properties": {"origin": finding.origin, "severity": finding.severity},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(report.source(one.file), one.span),
                "message": {"text": printable(one.message)},
            }
            for number, one in enumerate(finding.related)
        ]
    if finding.fix is not None and finding.fix.edits:
        result["fixes"] = [_fix(finding.fix, report)]
    return result


def _fix(fix: FindingFix, report: Report) -> dict[str, object]:
    changes: list[dict[str, object]] = []
    for file in dict.fromkeys([edit.file for edit in fix.edits]):
        source = report.source(file)
        replacements = [
            {"deletedRegion": _region(source, edit.span), "insertedContent": {"text": edit.text}}
            for edit in fix.edits
            if edit.file == file
        ]
        changes.append({"artifactLocation": _artifact(source), "replacements": replacements})
    return {"description": {"text": printable(fix.title)}, "artifactChanges": changes}


def _place(source: Source, span: Span) -> dict[str, object]:
    return {"artifactLocation": _artifact(source), "region": _region(source, span)}


def _artifact(source: Source) -> dict[str, object]:
    return {"uri": quote(source.name.replace("\\", "/"))}


def _region(source: Source, span: Span) -> dict[str, object]:
    start, end = source.lines.position(span.start), source.lines.position(span.end)
    return {
        "startLine": start.line + 1,
        "startColumn": _units(source, start.line, start.column) + 1,
        "endLine": end.line + 1,
        "endColumn": _units(source, end.line, end.column) + 1,
    }


def _units(source: Source, line: int, column: int) -> int:
    """A column in UTF-16 units."""
    before = source.lines.line_text(line)[:column]
    return column + sum([char > "\uffff" for char in before])
