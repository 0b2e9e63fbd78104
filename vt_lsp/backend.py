"""A backend's YAML file and the PyTorch that it is checked against: named, configured, around it, or installed."""

from __future__ import annotations

import os
from pathlib import Path

from vt_core.analysis.backend_checks import Kernels
from vt_core.codegen.backend_file import is_backend_file
from vt_core.dialects.dialect import Dialect
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project, Source, StandIn, open_project
from vt_lsp.reading import read_text
from vt_lsp.settings import Settings
from vt_lsp.workspace import ProjectFiles, absolute, find_files, named_files, shown

_NO_BASE = (
    "a backend's file, but no native_functions.yaml to check it against: --native-functions names one, so does "
    "`native-functions` in vt-lsp.toml, else an installed torch is taken"
)


def backend_text(path: str, stand_in: StandIn | None) -> str | None:
    """The text of a file if it is a backend's; None for all others. Raises `InputProblem` where it cannot be read."""
    where = absolute(path)
    if stand_in is not None and stand_in.path == where:
        text = stand_in.text
    elif os.path.isfile(where):
        text = read_text(where, path)
    else:
        return None
    return text if is_backend_file(text) else None


def open_backend(
    path: str, text: str, named: Path | None, impl: Path | None, dialect: Dialect | None, settings: Settings
) -> Project:
    """The project of a backend's file: that of the PyTorch that it is built for, of which only the functions are read,
    with the file. `named` and `impl` are the native_functions.yaml and the C++ file that the command line names. Raises
    `InputProblem`."""
    where = absolute(path)
    files = base_of(where, settings if named is None else settings._replace(native_functions=named, derivatives=None))
    if files is None:
        raise InputProblem(f"{path}: {_NO_BASE}")
    project = open_project(files, dialect, None, settings, as_absolute=named is None, functions_only=True)
    source = Source(shown(where, as_absolute=os.path.isabs(path)), text)
    sources = {**project.sources, "backend": source}
    return project._replace(sources=sources, kernels=kernels_at(impl or settings.impl_path))


def base_of(path: Path, settings: Settings) -> ProjectFiles | None:
    """The files of the PyTorch that a backend's file is built for: those of the settings, of the checkout around it, of
    the installed torch; None where there are none."""
    if settings.native_functions is not None:
        return _named(settings.native_functions, settings)
    try:
        return find_files(path.parent, str(path.parent))
    except InputProblem:
        pass
    from vt_lsp.installed import find_packaged

    try:
        packaged = find_packaged(None)
        return find_files(packaged, str(packaged))
    except InputProblem:
        return None


def _named(native: Path, settings: Settings) -> ProjectFiles:
    try:
        return named_files(native, settings.derivatives, settings.tags)
    except InputProblem:  # it stands alone, and needs no more
        return ProjectFiles(native, native.parent / "derivatives.yaml", settings.tags, None)


def kernels_at(path: Path | None) -> Kernels | None:
    """The C++ file that is to define a backend's kernels. Raises `InputProblem` where it cannot be read."""
    if path is None:
        return None
    name = shown(path, as_absolute=False)
    return Kernels(path.name, read_text(path, name))
