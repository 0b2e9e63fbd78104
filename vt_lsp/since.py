"""The findings that a change brought: those that the files did not have at an older revision."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vt_core.analysis.snapshot import new_snapshot
from vt_core.syntax.nodes import FileRole
from vt_lsp.baseline import without
from vt_lsp.git import run_git
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project, Source
from vt_lsp.render.fingerprints import fingerprints
from vt_lsp.report import Report, Selection, make_report


def brought_since(revision: str, reports: Sequence[Report], selection: Selection) -> list[Report]:
    """The reports without what is found at `revision` too. Raises `InputProblem` where git cannot tell."""
    folder = Path.cwd()
    old = [make_report(_at(revision, report.project), selection) for report in reports]
    known = {fingerprint for _, _, fingerprint in fingerprints(old, folder)}
    return without(reports, known, folder)


def _at(revision: str, project: Project) -> Project:
    """The project as it was, by the rules of the same release. A file that was not there yet was empty. The PyTorch
    that a backend's file is built for stays as it is."""
    backend = project.sources.get("backend")
    if backend is not None:
        before = Source(backend.name, _text_at(revision, os.path.abspath(backend.name)))
        return project._replace(sources={**project.sources, "backend": before})
    sources: dict[FileRole, Source] = {}
    for file, source in project.sources.items():
        sources[file] = Source(source.name, _text_at(revision, os.path.abspath(source.name)))
    texts = {file: source.text for file, source in sources.items()}
    return project._replace(sources=sources, snapshot=new_snapshot(texts, project.snapshot.dialect))


def _text_at(revision: str, path: str) -> str:
    folder, name = os.path.split(path)
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise InputProblem(f"--since {revision}: no such revision in the repository of {path}")
    text = _git(folder, "cat-file", "blob", f"{commit.strip()}:./{name}")
    return "" if text is None else text


def _git(folder: str, *arguments: str) -> str | None:
    """What git prints, None where it fails."""
    done = run_git(folder, *arguments)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None
