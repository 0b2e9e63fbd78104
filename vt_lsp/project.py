"""A pair of files read, its release found, and both analysed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vt_core.analysis.snapshot import Snapshot, new_snapshot, with_helpers, with_texts
from vt_core.dialects.detection import Detection, detect
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.stated import Stated, with_stated
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import LineTable
from vt_lsp.problems import InputProblem
from vt_lsp.reading import read_text
from vt_lsp.settings import DEFAULT, Settings
from vt_lsp.workspace import ProjectFiles, generator_files, shown

if TYPE_CHECKING:
    from vt_core.analysis.backend_checks import Kernels


class Source:
    """A file's text under the name that the user would type for it."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    @cached_property
    def lines(self) -> LineTable:
        """Where its lines start."""
        return LineTable.of(self.text)


class StandIn(NamedTuple):
    """A text that stands for a file's, saved or not."""

    path: Path
    text: str


class Project(NamedTuple):
    """The sources, how the release was found, what the pair means, and what its settings file says. `stated` is what
    the generator beside the pair states itself, `templates` the folder where its templates would be.

    With a source in the role "backend" it is about that file, whose functions are the pair's; `kernels` is the C++ file
    that is to define its kernels."""

    sources: Mapping[FileRole, Source]
    detection: Detection
    snapshot: Snapshot
    settings: Settings = DEFAULT
    stated: Stated | None = None
    templates: Path | None = None
    kernels: Kernels | None = None


class ProjectTexts(NamedTuple):
    """What is read of a project: its sources, the text of its version file, those of the generator beside it by name,
    and the folder where its templates would be."""

    sources: Mapping[FileRole, Source]
    version: str | None
    generator: Mapping[str, str]
    templates: Path | None


def open_project(
    files: ProjectFiles,
    dialect: Dialect | None,
    stand_in: StandIn | None,
    settings: Settings = DEFAULT,
    *,
    as_absolute: bool,
    functions_only: bool = False,
) -> Project:
    """Read and analyse a project. `dialect` is the one that the user chose on the command line, which goes before that
    of the settings. `functions_only` leaves derivatives.yaml out. Raises `InputProblem`."""
    texts = read_texts(files, stand_in, as_absolute=as_absolute, functions_only=functions_only)
    project = analysed(texts, dialect or settings.dialect, settings)
    if project.snapshot.called.unknown:
        return project._replace(snapshot=with_helpers(project.snapshot, _header(files.version)))
    return project


def read_texts(
    files: ProjectFiles, stand_in: StandIn | None, *, as_absolute: bool, functions_only: bool = False
) -> ProjectTexts:
    """The texts of a project's files. Raises `InputProblem`."""
    paths: dict[FileRole, Path | None] = {
        "native_functions": files.native_functions,
        "derivatives": files.derivatives,
        "tags": files.tags,
    }
    sources: dict[FileRole, Source] = {}
    for role, path in paths.items():
        if path is None or (functions_only and role == "derivatives"):
            continue
        name = shown(path, as_absolute=as_absolute)
        replaced = stand_in is not None and stand_in.path == path
        sources[role] = Source(name, stand_in.text if stand_in is not None and replaced else read_text(path, name))
    templates = files.derivatives.parent / "templates"
    return ProjectTexts(sources, _version(files.version), _generator_sources(files.derivatives), templates)


def analysed(
    read: ProjectTexts, dialect: Dialect | None, settings: Settings = DEFAULT, before: Snapshot | None = None
) -> Project:
    """The project of what was read. `dialect` is the one that was chosen, None where it is to be found. With `before`
    the snapshot is made from that one if both have the same dialect, and shares with it what is the same."""
    texts = {role: source.text for role, source in read.sources.items()}
    detection = detect(dialect, read.version, texts)
    stated = with_stated(detection.dialect, read.generator)
    if before is not None and before.dialect == stated.dialect:
        stated = stated._replace(dialect=before.dialect)
        snapshot = with_texts(before, texts)
    else:
        snapshot = new_snapshot(texts, stated.dialect)
    detection = detection._replace(dialect=stated.dialect)
    return Project(read.sources, detection, snapshot, settings, stated, read.templates)


def _generator_sources(derivatives: Path) -> dict[str, str]:
    """The texts of the generator's own sources, of those that can be read."""
    found: dict[str, str] = {}
    for name, path in generator_files(derivatives).items():
        try:
            found[name] = read_text(path, str(path))
        except InputProblem:
            continue
    return found


# Where a checkout declares the functions that formulas call, beside its version.txt.
HEADER = "torch/csrc/autograd/FunctionsManual.h"
_LARGEST_HEADER = 4_000_000


def _header(version: Path | None) -> str | None:
    """The text of a checkout's FunctionsManual.h, None without it."""
    if version is None:
        return None
    try:
        with (version.parent / HEADER).open("rb") as file:
            return file.read(_LARGEST_HEADER).decode("utf-8", "replace")
    except OSError:
        return None


def _version(path: Path | None) -> str | None:
    """What the file with the version says; one that cannot be read says nothing."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return file.read(2000).decode("utf-8", "replace")
    except OSError:
        return None
