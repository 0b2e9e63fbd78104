"""What a finding is known by when lines above it come and go: its file, rule, message and line's text."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from vt_core.analysis.findings import Finding
from vt_lsp.report import Report


def fingerprints(reports: Iterable[Report], folder: Path | None = None) -> Iterator[tuple[Report, Finding, str]]:
    """Each finding with its fingerprint; of equal ones the second, third … have their number in it. Paths count from
    `folder`, without it they are those that messages have."""
    seen: Counter[str] = Counter()
    for report in reports:
        for finding in report.findings:
            source = report.source(finding.file)
            line = source.lines.line_text(source.lines.position(finding.span.start).line).strip()
            name = source.name if folder is None else os.path.relpath(os.path.abspath(source.name), folder)
            parts = [name.replace("\\", "/"), finding.rule, finding.message, line]
            content = "\0".join(parts)
            seen[content] += 1
            yield report, finding, sha256(f"{content}\0{seen[content]}".encode()).hexdigest()[:32]
