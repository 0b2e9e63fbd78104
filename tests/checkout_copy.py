"""This checkout as it is now, somewhere else: without what git ignores."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.corpora import ROOT, need


def copy_of_checkout(folder: Path) -> Path:
    """Copy the files that git knows or would take. Skips the test without a git checkout."""
    need("a git checkout of vt-lsp", there=(ROOT / ".git").exists())
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder
