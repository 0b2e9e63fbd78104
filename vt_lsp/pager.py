"""Showing a long result page by page, with the program that the user has chosen for that."""

from __future__ import annotations

import os
import shlex
import subprocess

# Quits at once where all fits on the screen, shows colours, and leaves the text there.
_LESS = "FRX"


def page(text: str) -> bool:
    """Show a text with `PAGER`, else `less`. Returns whether it was shown."""
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    if not command or command == ["cat"]:
        return False
    environment = {"LESS": _LESS, "LESSCHARSET": "utf-8", **os.environ}
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    process.communicate(text.encode("utf-8", "backslashreplace"))
    return True
