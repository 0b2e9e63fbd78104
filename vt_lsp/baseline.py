"""A file of old findings, which are left out from then on. They are known by their content, not by line numbers."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path

from vt_lsp.output import write_files
from vt_lsp.problems import InputProblem
from vt_lsp.reading import read_text
from vt_lsp.render.fingerprints import fingerprints
from vt_lsp.report import Report
from vt_lsp.workspace import absolute

_VERSION = 1


def write_baseline(name: str, reports: Sequence[Report]) -> int:
    """Write all findings into a file; how many they are. Raises `InputProblem`."""
    path = absolute(name)
    found = {
        fingerprint: f"{finding.file}: {finding.severity}[{finding.rule}] {finding.message}"
        for _, finding, fingerprint in fingerprints(reports, path.parent)
    }
    listed = dict(sorted(found.items(), key=lambda item: (item[1], item[0])))
    text = json.dumps({"version": _VERSION, "findings": listed}, indent=2, ensure_ascii=False) + "\n"
    write_files(path.parent, [(path.name, text)], name)
    return len(found)


def read_baseline(name: str) -> frozenset[str]:
    """The fingerprints of a file. Raises `InputProblem`."""
    try:
        value = json.loads(read_text(absolute(name), name))
    except ValueError as error:
        raise InputProblem(f"{name}: no baseline: {error}") from None
    findings = value.get("findings") if isinstance(value, dict) else None
    if not isinstance(findings, dict) or value.get("version") != _VERSION:
        raise InputProblem(f"{name}: no baseline of this version: write it again with --write-baseline")
    return frozenset(findings)


def without(reports: Sequence[Report], known: Collection[str], folder: Path) -> list[Report]:
    """The reports without the findings that are known; paths count from `folder`."""
    left = [
        (report, finding) for report, finding, fingerprint in fingerprints(reports, folder) if fingerprint not in known
    ]
    return [
        report._replace(findings=tuple([finding for owner, finding in left if owner is report])) for report in reports
    ]
