"""GitLab's Code Quality report: what a merge request shows beside its changes."""

from __future__ import annotations

import json
from collections.abc import Iterable

from vt_lsp.render.fingerprints import fingerprints
from vt_lsp.render.style import Style, printable
from vt_lsp.report import Report

_SEVERITIES = {"error": "critical", "warning": "major", "information": "minor", "hint": "info"}


def render(reports: Iterable[Report], style: Style) -> str:
    """All findings; the style does not matter."""
    listed: list[dict[str, object]] = []
    for report, finding, fingerprint in fingerprints(reports):
        source = report.source(finding.file)
        start, end = source.lines.position(finding.span.start), source.lines.position(finding.span.end)
        listed.append(
            {
                "type": "issue",
                "check_name": finding.rule,
                "description": printable(finding.message),
                "categories": ["Bug Risk"],
                "severity": _SEVERITIES[finding.severity],
                "fingerprint": fingerprint,
                "location": {
                    "path": source.name.replace("\\", "/"),
                    "lines": {"begin": start.line + 1, "end": end.line + 1},
                },
            }
        )
    return json.dumps(listed, indent=2) + "\n"
