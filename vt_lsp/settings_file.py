"""Settings from a file: `vt-lsp.toml`, or the table `[tool.vt-lsp]` of a pyproject.toml."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from vt_lsp.problems import InputProblem
from vt_lsp.reading import read_text
from vt_lsp.settings import Chosen, read_settings

NAMES = ("vt-lsp.toml", "pyproject.toml")
_TABLES: dict[str, tuple[str, ...]] = {"vt-lsp.toml": (), "pyproject.toml": ("tool", "vt-lsp")}
_MENTION = "vt-lsp"


class FileProblem(NamedTuple):
    """What is wrong with a settings file; the line counts from 1, 0 means the file as a whole."""

    path: Path
    line: int
    message: str


class SettingsFile(NamedTuple):
    """The settings of a file; `path` is None where there is none."""

    path: Path | None
    chosen: Chosen
    problems: tuple[FileProblem, ...]


NONE = SettingsFile(None, {}, ())


def find_settings(folder: Path) -> SettingsFile:
    """The settings of the nearest folder upwards that has some. Never raises."""
    for root in (folder, *folder.parents):
        for name in NAMES:
            found = _read(root / name)
            if found is not None:
                return found
    return NONE


def _read(path: Path) -> SettingsFile | None:
    """The settings of a file; None where it is not there or has none."""
    try:
        if not path.is_file():
            return None
        text = read_text(path, str(path))
    except OSError:
        return None
    except InputProblem as problem:
        return None if path.name != NAMES[0] else SettingsFile(path, {}, (FileProblem(path, 0, str(problem)),))
    table = _TABLES[path.name]
    if table and _MENTION not in text:
        return None
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        value: Any = toml.loads(text)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        return SettingsFile(path, {}, (FileProblem(path, int(found[1]) if found else 0, f"not TOML: {error}"),))
    for key in table:
        value = value.get(key) if isinstance(value, dict) else None
    if value is None:
        return None
    reading = read_settings(value, path.parent)
    problems = [FileProblem(path, _line_of(text, (*table, *one.keys)), one.text) for one in reading.problems]
    return SettingsFile(path, reading.chosen, tuple(problems))


def settings_problems(problems: Sequence[FileProblem]) -> list[str]:
    """The problems as lines of text."""
    return [f"{one.path}:{one.line}: {one.message}" if one.line else f"{one.path}: {one.message}" for one in problems]


_HEADER = re.compile(r"\s*\[+([^\[\]]+)\]+\s*(?:#.*)?\Z")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    """The line, from 1, that names a path of keys, or as much of it as any line does."""
    best, most = 0, 0
    for number, named in _named_keys(text):
        shared = sum([here == there for here, there in zip(named, keys)])
        if shared > most and named == keys[: len(named)]:
            best, most = number, shared
    return best


def _named_keys(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            table = _parts(header[1])
            yield number, table
        elif key is not None:
            yield number, (*table, *_parts(key[1]))


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple([part.strip().strip("\"'") for part in re.findall(r"[\w-]+|\"[^\"]*\"|'[^']*'", dotted)])
