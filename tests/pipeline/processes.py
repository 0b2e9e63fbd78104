"""Running a program as a pipeline does: no input, its exit code and all that it prints."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str


def run(command: Sequence[str], folder: Path, environment: dict[str, str]) -> Ended:
    """Run a command in a folder."""
    ended = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout + ended.stderr)
