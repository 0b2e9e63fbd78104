"""Writing a folder of files: all of them or none, each replaced at once, and only where its content changes."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from vt_lsp.problems import InputProblem


class Written(NamedTuple):
    """The names of the files that changed, and of those that already were as they should be."""

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]


class _Prepared(NamedTuple):
    """A file's new content in its folder, not yet under the file's name."""

    temporary: Path
    target: Path
    name: str


def write_files(folder: Path, files: Iterable[tuple[str, str]], shown: str) -> Written:
    """Bring the files (name, text) of a folder to the state given; the folder is made where it is missing.

    `shown` is the folder as messages write it. Nothing is replaced before every new content is on the disk. Raises
    `InputProblem` where the folder or a file cannot be written; no temporary file is left then.
    """
    prepared: list[_Prepared] = []
    unchanged: list[str] = []
    _make(folder, shown)
    try:
        for name, text in files:
            target = Path(os.path.realpath(folder / name))
            data = text.encode("utf-8")
            if _holds(target, data):
                unchanged.append(name)
            else:
                prepared.append(_prepare(target, data, name))
        for one in prepared:
            one.temporary.replace(one.target)
    except OSError as error:
        raise InputProblem(f"{shown}: cannot be written: {error.strerror or error}") from None
    finally:
        for one in prepared:
            with contextlib.suppress(OSError):
                one.temporary.unlink()
    return Written(tuple([one.name for one in prepared]), tuple(unchanged))


def _make(folder: Path, shown: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputProblem(f"{shown}: the folder cannot be made: {error.strerror or error}") from None


def _holds(target: Path, data: bytes) -> bool:
    """Whether a file has this content already."""
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def _prepare(target: Path, data: bytes, name: str) -> _Prepared:
    """Write the content beside its target, with the target's permissions, or those that a new file gets."""
    if target.is_dir():
        raise InputProblem(f"{target}: a folder, where a file is to be written")
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        with contextlib.suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    except BaseException:
        temporary.unlink()
        raise
    return _Prepared(temporary, target, name)
