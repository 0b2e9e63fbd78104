"""The pages of docs/rules as test cases: YAML blocks with markers under what a finding points at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, NamedTuple

from vt_core.analysis.backend import backend_findings
from vt_core.analysis.backend_checks import Kernels
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.ignores import kept
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.dialects.v2_x import V2_13
from vt_core.rules.registry import OFF_BY_DEFAULT
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import LineTable

PAGES = Path(__file__).parents[2] / "docs" / "rules"

FILES: dict[str, FileRole] = {
    "native_functions.yaml": "native_functions",
    "derivatives.yaml": "derivatives",
    "tags.yaml": "tags",
    "backend.yaml": "backend",
}

# The C++ file that is to define the kernels of backend.yaml.
KERNELS = "kernels.cpp"

_BLOCK = re.compile(r"^```(?:yaml|cpp) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
_MARKER = re.compile(r"#(?:<| *(?P<carets>\^+)) (?P<severity>[a-z]+)\[(?P<rule>[a-z0-9-]+)\](?:: (?P<message>.*))?")


class Marker(NamedTuple):
    """An expected finding; `columns` is None where only its line is said (it starts in the first two columns)."""

    file: FileRole
    line: int
    columns: tuple[int, int] | None
    severity: str
    rule: str
    message: str


class Section(NamedTuple):
    """A Wrong or Right section: the texts without their markers, and the markers, for a release. `kernels` is the C++
    file beside backend.yaml."""

    page: str
    dialect: Dialect
    title: str
    kind: Literal["wrong", "right"]
    texts: dict[FileRole, str]
    markers: tuple[Marker, ...]
    kernels: Kernels | None = None


class Page(NamedTuple):
    """A rule's page. `head` is what stands before the first section."""

    rule: str
    head: str
    titles: tuple[str, ...]
    sections: tuple[Section, ...]


def page_names() -> list[str]:
    """The rules that have a page."""
    return sorted(path.stem for path in PAGES.glob("*.md"))


def read_page(name: str) -> Page:
    """Read a rule's page."""
    head, *rest = _SECTION.split((PAGES / f"{name}.md").read_text(encoding="utf-8"))
    titles = tuple(rest[::2])
    # A rule that later releases brought is shown in one of those.
    dialect = V2_13 if re.search(r" · (?:since )?2\.", head.splitlines()[2]) else V1_8_1
    sections = [_section(name, dialect, title, body) for title, body in zip(titles, rest[1::2])]
    return Page(name, head, titles, tuple(section for section in sections if section is not None))


def all_sections() -> list[Section]:
    """The Wrong and Right sections of all pages."""
    return [section for name in page_names() for section in read_page(name).sections]


def _section(page: str, dialect: Dialect, title: str, body: str) -> Section | None:
    word = title.partition(":")[0].lower()
    if word not in ("wrong", "right"):
        return None
    texts: dict[FileRole, str] = {"native_functions": "[]\n", "derivatives": "[]\n"}
    markers: list[Marker] = []
    kernels: Kernels | None = None
    for name, block in _BLOCK.findall(body):
        if name == KERNELS:
            kernels = Kernels(name, block)
            continue
        file = FILES[name]
        texts[file] = _without_markers(file, block, markers)
    return Section(page, dialect, title, "wrong" if word == "wrong" else "right", texts, tuple(markers), kernels)


def findings_in(texts: dict[FileRole, str], dialect: Dialect, kernels: Kernels | None) -> tuple[Finding, ...]:
    """The findings of a section's files, for a release."""
    snapshot = new_snapshot({file: text for file, text in texts.items() if file != "backend"}, dialect)
    backend = texts.get("backend")
    found = kept(findings(snapshot, OFF_BY_DEFAULT), snapshot)
    return found + (() if backend is None else backend_findings(backend, snapshot, kernels))


def _without_markers(file: FileRole, block: str, markers: list[Marker]) -> str:
    lines: list[str] = []
    for line in block.splitlines(keepends=True):
        found = _MARKER.fullmatch(line.rstrip("\n"))
        if found is None:
            lines.append(line)
            continue
        columns = found.span("carets") if found["carets"] else None
        markers.append(
            Marker(file, len(lines) - 1, columns, found["severity"], found["rule"], (found["message"] or "").strip())
        )
    return "".join(lines)


def as_marker(finding: Finding, text: str, *, loose: bool) -> Marker:
    """A finding as a page would mark it, with its whole message."""
    table = LineTable.of(text)
    start, end = table.position(finding.span.start), table.position(finding.span.end)
    columns = None if loose else (start.column, end.column)
    return Marker(finding.file, start.line, columns, finding.severity, finding.rule, finding.message)
