"""From options to the projects and rules that they mean."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named, known_names
from vt_core.rules.registry import RULE_IDS
from vt_lsp.options import PLAIN_FORMATS, Options
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project, StandIn, open_project
from vt_lsp.reading import MOST_BYTES, decode
from vt_lsp.report import Selection
from vt_lsp.settings import combined
from vt_lsp.settings_file import NONE, SettingsFile, find_settings, settings_problems
from vt_lsp.workspace import ProjectFiles, absolute, find_files, is_packaged, named_files, named_role, shown


class OpenedProjects(NamedTuple):
    """The projects read, and what is wrong in their settings files."""

    projects: list[Project]
    notes: list[str]


def open_projects(options: Options) -> OpenedProjects:
    """Read all projects that the options name, each once. Raises `InputProblem`."""
    dialect = chosen_dialect(options)
    stand_in = _stand_in(options)
    found: dict[ProjectFiles, tuple[bool, SettingsFile]] = {}
    backends = _backend_texts(options, stand_in)
    for files, as_absolute, settings in _files(options, stand_in, backends):
        found.setdefault(files, (as_absolute, settings))
    projects = [
        open_project(files, dialect, stand_in, combined([settings.chosen]), as_absolute=as_absolute)
        for files, (as_absolute, settings) in found.items()
    ]
    all_settings = [settings for _, settings in found.values()]
    for path, text in backends.items():
        from vt_lsp.backend import open_backend

        settings = find_settings(absolute(path).parent)
        all_settings.append(settings)
        native, impl = _path(options.native_functions), _path(options.impl_path)
        projects.append(open_backend(path, text, native, impl, dialect, combined([settings.chosen])))
    problems = dict.fromkeys([problem for settings in all_settings for problem in settings.problems])
    relative = [one._replace(path=Path(shown(one.path, as_absolute=False))) for one in problems]
    return OpenedProjects(projects, settings_problems(relative))


def rule_selection(options: Options) -> Selection:
    """The rules that the options ask for. Raises `InputProblem` for one that does not exist."""
    for rule_id in (*(options.select or ()), *options.ignore):
        check_rule(rule_id)
    only = None if options.select is None else frozenset(options.select)
    counted = options.statistics or options.write_baseline is not None
    hints = options.hints or counted or options.format not in PLAIN_FORMATS
    return Selection(only, frozenset(options.ignore), hints)


def check_rule(rule_id: str) -> None:
    """Raises `InputProblem` for a rule that does not exist."""
    if rule_id not in RULE_IDS:
        from difflib import get_close_matches  # a slow import, for mistakes only

        nearest = get_close_matches(rule_id, RULE_IDS, 1)
        hint = f"did you mean {nearest[0]}?" if nearest else "--rules lists them"
        raise InputProblem(f"{rule_id}: no such rule; {hint}")


def project_files(options: Options) -> tuple[ProjectFiles, SettingsFile]:
    """The files of the one project that the options name, and its settings. Raises `InputProblem`."""
    ((files, _, settings),) = _files(options, None, ())
    return files, settings


def chosen_dialect(options: Options) -> Dialect | None:
    """The dialect that the options name. Raises `InputProblem` for an unknown one."""
    name = options.dialect
    if name is None:
        return None
    dialect = dialect_named(name)
    if dialect is None:
        raise InputProblem(f"--dialect {name}: unknown release; known are {', '.join(known_names())}")
    return dialect


def _stand_in(options: Options) -> StandIn | None:
    if options.stdin_filename is None:
        return None
    if sys.stdin is None:
        raise InputProblem("standard input is closed")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    return StandIn(absolute(options.stdin_filename), decode(data, options.stdin_filename))


def _backend_texts(options: Options, stand_in: StandIn | None) -> dict[str, str]:
    """Of the paths that the options name those of backends' files, with their texts. Only YAML files that are none of
    a pair by their names are read for that."""
    named = options.paths if options.stdin_filename is None else (options.stdin_filename,)
    found: dict[str, str] = {}
    for path in named if options.mode == "check" and not options.installed_torch else ():
        if path.endswith((".yaml", ".yml")) and named_role(os.path.basename(path)) is None:
            from vt_lsp.backend import backend_text

            text = backend_text(path, stand_in)
            if text is not None:
                found[path] = text
    return found


def _files(
    options: Options, stand_in: StandIn | None, backends: Collection[str]
) -> list[tuple[ProjectFiles, bool, SettingsFile]]:
    """The projects' files, without the paths that are `backends`' files, whether the user writes absolute paths for
    them, and their settings."""
    tags = _path(options.tags)
    others = [path for path in options.paths if path not in backends and path != "-"]
    if backends and not others:
        return []
    if options.installed_torch:
        from vt_lsp.installed import find_packaged

        found_at = [find_packaged(path) for path in options.paths or (None,)]
        packaged = [find_files(folder, str(folder)) for folder in found_at]
        return [(files if tags is None else files._replace(tags=tags), True, NONE) for files in packaged]
    named = options.native_functions or options.derivatives
    if named is not None:
        if others:
            raise InputProblem("give either PATH or --native-functions and --derivatives")
        found = named_files(_path(options.native_functions), _path(options.derivatives), tags)
        if stand_in is not None and found.role_of(stand_in.path) is None:
            raise InputProblem(f"--stdin-filename {options.stdin_filename}: none of the files named")
        return [(found, Path(named).is_absolute(), find_settings(found.native_functions.parent))]
    paths = tuple(others) or (".",)
    if options.stdin_filename is not None:
        paths = (options.stdin_filename,)
    listed = [(*_found(absolute(path), path), Path(path).is_absolute()) for path in paths]
    return [
        (files if tags is None else files._replace(tags=tags), as_absolute, settings)
        for files, settings, as_absolute in listed
    ]


def _found(start: Path, name: str) -> tuple[ProjectFiles, SettingsFile]:
    """The project of a path: the one that the settings around it name, else the one that lies there. An installed torch
    is no part of the project around it."""
    if any(is_packaged(folder) for folder in (start, *start.parents)):
        return find_files(start, name), NONE
    settings = find_settings(start)
    chosen = combined([settings.chosen])
    if chosen.names_files:
        files = named_files(chosen.native_functions, chosen.derivatives, chosen.tags)
        if os.path.isdir(start) or files.role_of(start) is not None:
            return files, settings
    files = find_files(start, name)
    return files if chosen.tags is None else files._replace(tags=chosen.tags), settings


def _path(name: str | None) -> Path | None:
    return None if name is None else absolute(name)
