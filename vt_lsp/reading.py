"""Reading input files: UTF-8 strictly, line breaks kept, and a message for all that cannot be read."""

from __future__ import annotations

import stat
from pathlib import Path

from vt_lsp.problems import InputProblem

# The largest native_functions.yaml of any release has 0.7 MB. YAML of tens of megabytes would take minutes.
MOST_BYTES = 16_000_000

_BOMS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_text(path: Path, name: str) -> str:
    """The text of a file. `name` is the path as messages write it. Raises `InputProblem`."""
    return decode(_read_bytes(path, name), name)


def decode(data: bytes, name: str) -> str:
    """The text that bytes hold, with their line breaks. Raises `InputProblem`."""
    if len(data) > MOST_BYTES:
        raise InputProblem(f"{name}: too large: more than {MOST_BYTES // 1_000_000} MB")
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            raise InputProblem(f"{name}: the file is {encoding}; save it as UTF-8")
    nul = data.find(b"\0")
    if nul >= 0:
        raise InputProblem(f"{name}: a binary file: NUL at byte {nul} (line {_line(data, nul)})")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        raise InputProblem(
            f"{name}: not UTF-8: byte 0x{data[at]:02x} at offset {at} (line {_line(data, at)}); save it as UTF-8"
        ) from None


def _read_bytes(path: Path, name: str) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputProblem(f"{name}: a folder, where a file is needed")
        # A pipe would block until somebody writes to it.
        if not stat.S_ISREG(mode):
            raise InputProblem(f"{name}: not a regular file; only files are read (`-` reads standard input)")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputProblem(f"{name}: no such file") from None
    except OSError as error:
        raise InputProblem(f"{name}: cannot be read: {error.strerror or error}") from None


def _line(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1
