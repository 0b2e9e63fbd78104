"""Running a real editor with a server whose input and log are kept."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from glob import glob
from pathlib import Path
from typing import Any, NamedTuple

from tests.corpora import need
from tests.editors.clients import initializations

ROOT = Path(__file__).parents[2]
PATIENCE = 120


class Seen(NamedTuple):
    """What an editor's session noted, how each server was initialized, and what they logged."""

    notes: dict[str, Any]
    opened: list[dict[str, Any]]
    log: str
    output: str

    def complaints(self) -> list[str]:
        """The lines of the server's log that speak of something wrong."""
        return [line for line in self.log.splitlines() if " error: " in line or " warning: " in line]


def program(name: str, *places: Path) -> Path:
    """A program, looked for in folders first. Skips the test without it."""
    found = next((place / name for place in places if (place / name).is_file()), None)
    path = found or shutil.which(name)
    need(f"the program {name}", there=path is not None)
    return Path(str(path))


def package(pattern: str) -> None:
    """Skip the test without the files of a Debian package of an editor."""
    need(pattern, there=bool(glob(pattern)))


def neovim(places: Path, *commands: str) -> str:
    """What Neovim prints."""
    given = [argument for command in (*commands, "qall!") for argument in ("-c", command)]
    command = [str(program("nvim", places)), "--headless", "-n", "-i", "NONE", "-u", "NONE", *given]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, stdin=subprocess.DEVNULL)
    return ended.stderr


def emacs(*forms: str) -> str:
    """What Emacs prints that has the package, after forms of Lisp."""
    given = [argument for form in forms for argument in ("--eval", form)]
    command = [str(program("emacs")), "--batch", "-L", str(ROOT / "editors/emacs"), *given]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, stdin=subprocess.DEVNULL)
    return ended.stdout


def run(command: list[str], folder: Path, checkout: Path, **environment: str) -> Seen:
    """Run an editor until it ends, with `vt-lsp` first on its PATH."""
    binary, seen, record, log = folder / "bin", folder / "seen.json", folder / "record", folder / "server.log"
    binary.mkdir()
    shim = binary / "vt-lsp"
    recorder = f'"{sys.executable}" "{ROOT}/tests/editors/recorder.py" "{record}"'
    shim.write_text(f'#!/bin/sh\nexec {recorder} "{sys.executable}" -m vt_lsp --log "{log}" "$@"\n')
    shim.chmod(0o755)
    home = folder / "home"
    home.mkdir()
    given = {
        "PATH": f"{binary}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "CHECKOUT": str(checkout),
        "SEEN": str(seen),
        **environment,
    }
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    output = ended.stdout.decode("utf-8", "replace")
    assert seen.is_file(), output
    notes = json.loads(seen.read_text(encoding="utf-8"))
    return Seen(notes, initializations(record), log.read_text(encoding="utf-8") if log.is_file() else "", output)
