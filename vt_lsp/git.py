"""Running git so that it only reads: no hook, monitor or driver of the repository runs, and nothing is fetched."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from vt_lsp.problems import InputProblem

_GIT = ("git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
_ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
_SECONDS = 120


def run_git(folder: str | Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command of git in a folder. Raises `InputProblem` where git is not installed, or does not end."""
    try:
        return subprocess.run(
            [*_GIT, *arguments],
            cwd=folder,
            input=given,
            capture_output=True,
            env={**os.environ, **_ENVIRONMENT},
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputProblem(f"git cannot be run: {error}") from None
