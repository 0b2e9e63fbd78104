"""Fixes of a project's findings, made in its texts until none is left to make."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from vt_core.analysis.findings import Finding, FindingEdit
from vt_core.analysis.snapshot import new_snapshot
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span
from vt_lsp.output import write_files
from vt_lsp.project import Project, Source
from vt_lsp.report import Report, Selection, make_report

# A fix may show what could not be seen before, and that may have a fix too.
_MOST_ROUNDS = 10


class Fixed(NamedTuple):
    """The project with its fixes made, what is found in it then, and how many fixes were made."""

    report: Report
    made: int


def fixed(project: Project, selection: Selection, *, unsafe: bool) -> Fixed:
    """Make all safe fixes, the unsafe ones too if asked for. Each round begins with a fresh look at the files."""
    report = make_report(project, selection)
    seen = [report.project.snapshot.texts]
    count = 0
    for _ in range(_MOST_ROUNDS):
        made, edits = chosen_fixes(report.findings, unsafe=unsafe)
        texts = {file: apply_edits(text, edits.get(file, ())) for file, text in seen[-1].items()}
        if not made or texts in seen:
            break
        seen.append(texts)
        count += made
        report = make_report(_with_texts(report.project, texts), selection)
    return Fixed(report, count)


def chosen_fixes(found: Iterable[Finding], *, unsafe: bool) -> tuple[int, dict[FileRole, list[TextEdit]]]:
    """How many fixes can be made at once, and their edits: of two that overlap the first, in either file."""
    made = 0
    edits: list[FindingEdit] = []
    for finding in found:
        fix = finding.fix
        if fix is None or not fix.edits or not (fix.safe or unsafe):
            continue
        if any(_overlap(edit, other) for edit in fix.edits for other in edits):
            continue
        edits += fix.edits
        made += 1
    by_file: dict[FileRole, list[TextEdit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(TextEdit(edit.span, edit.text))
    return made, by_file


def _overlap(one: FindingEdit, other: FindingEdit) -> bool:
    return one.file == other.file and _touch(one.span, other.span)


def _touch(one: Span, other: Span) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)


def _with_texts(project: Project, texts: dict[FileRole, str]) -> Project:
    old = project.snapshot
    sources = {
        file: source if source.text == texts.get(file, source.text) else Source(source.name, texts[file])
        for file, source in project.sources.items()
    }
    return project._replace(sources=sources, snapshot=new_snapshot(texts, old.dialect, old.store))


def differences(before: Project, after: Project) -> str:
    """What the fixes change, as a diff that `patch` and `git apply` take."""
    parts: list[str] = []
    for file, source in before.sources.items():
        old, new = _lines(source.text), _lines(after.sources[file].text)
        name = source.name.replace("\\", "/").lstrip("/")
        diff = unified_diff(old, new, f"a/{name}", f"b/{name}")
        parts += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in diff]
    return "".join(parts)


def _lines(text: str) -> list[str]:
    """The lines as diffs count them."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def write_fixes(pairs: Sequence[tuple[Project, Project]]) -> int:
    """Write the files that changed, all or none; how many those are. Raises `InputProblem`."""
    files = {
        os.path.abspath(source.name): after.sources[file].text
        for before, after in pairs
        for file, source in before.sources.items()
        if after.sources[file].text != source.text
    }
    if not files:
        return 0
    return len(write_files(Path(next(iter(files))).parent, files.items(), "the fixed files").changed)
