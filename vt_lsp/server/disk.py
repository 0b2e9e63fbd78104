"""Files as they are on disk, read again only when they changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from vt_lsp.problems import InputProblem
from vt_lsp.reading import read_text

Signature = tuple[int, int, int]

# A file may be replaced while it is read.
_ATTEMPTS = 3


class DiskText(NamedTuple):
    """A file's text. `signature` is None where it changed under the reader: read again next time. `problem` says why
    a file that is there cannot be read, `""` otherwise; its text is empty then."""

    text: str
    signature: Signature | None
    problem: str = ""


def signature(path: Path) -> Signature | None:
    """What changes when a file does; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def read(path: Path) -> DiskText | None:
    """The text of a file; None where there is none."""
    for attempt in range(_ATTEMPTS):
        before = signature(path)
        if before is None:
            return None
        try:
            text, problem = read_text(path, str(path)), ""
        except InputProblem as error:
            text, problem = "", str(error)
        if signature(path) == before:
            return DiskText(text, before, problem)
        if attempt == _ATTEMPTS - 1 and not problem:
            return DiskText(text, None)
    return None
