"""The generators of releases 2.1 on, from their wheels: downloaded once, kept outside the tree, `torchgen/` alone.

`VT_TORCHGEN` names a folder with `<release>/torchgen` to be used instead, `VT_LSP_CACHE` another cache than the
platform's. `VT_LSP_ALL_WHEELS=1` asks for every release that requirements.txt names; without it, for `SOME` of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

from tests.corpora import need

REQUIREMENTS = Path(__file__).with_name("requirements.txt")

# The oldest, two in between, and the newest two, which are neighbours.
SOME = ("2.1.2", "2.5.1", "2.9.1", "2.14.1", "2.15.0")

# Wheels of macOS are the smallest. Newer ones ask for macOS 14.
_PLATFORMS = ("macosx_11_0_arm64", "macosx_14_0_arm64")
_PYTHON = "3.11"
_LONGEST_DOWNLOAD = 600


def all_releases() -> tuple[str, ...]:
    """Every release that the requirements name, the oldest first."""
    named = re.findall(r"torch==([\d.]+)$", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(sorted(dict.fromkeys(named), key=lambda release: [int(part) for part in release.split(".")]))


def chosen_releases() -> tuple[str, ...]:
    """The releases that this run is to compare with."""
    return all_releases() if os.environ.get("VT_LSP_ALL_WHEELS") == "1" else SOME


class Wheels:
    """Where the generators are. A download that fails is not tried again for the other releases."""

    def __init__(self) -> None:
        self._failure = ""

    def folder(self, release: str) -> Path:
        """The folder that holds `torchgen/` of a release. Skips or fails the test where it cannot be had."""
        given = os.environ.get("VT_TORCHGEN")
        if given is not None:
            found = Path(given, release).resolve()
            assert (found / "torchgen").is_dir(), f"VT_TORCHGEN={given} has no {release}/torchgen"
            return found
        folder = cache() / release
        if not folder.is_dir() and not self._failure:
            self._failure = download(release, folder)
        need(f"torchgen of PyTorch {release} ({self._failure})", there=folder.is_dir())
        return folder


def cache() -> Path:
    """Where downloaded generators are kept from run to run."""
    chosen = os.environ.get("VT_LSP_CACHE")
    if chosen:
        return Path(chosen).resolve() / "torchgen"
    home = Path.home()
    if sys.platform == "darwin":
        base = home / "Library" / "Caches"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "vt-lsp" / "torchgen"


def download(release: str, folder: Path) -> str:
    """Put `torchgen/` of a release into a new folder, whole or not at all. Returns what went wrong, else `""`."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=f"{release}-", dir=folder.parent))
    except OSError as error:
        return f"no cache: {error}"
    try:
        return _download(release, folder, work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _download(release: str, folder: Path, work: Path) -> str:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--retries=1"]
    command += [f"--platform={platform}" for platform in _PLATFORMS]
    command += [f"--python-version={_PYTHON}", f"--dest={work}", "--no-cache-dir", f"torch=={release}"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST_DOWNLOAD)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if run.returncode:
        said = [line for line in run.stderr.splitlines() if line.startswith("ERROR")]
        return said[-1] if said else f"pip download ended with {run.returncode}"
    wheel = next(work.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(work, [name for name in archive.namelist() if name.startswith("torchgen/")])
    wheel.unlink()
    # Another run may have been quicker.
    with suppress(OSError):
        work.rename(folder)
    return "" if folder.is_dir() else f"{folder} cannot be made"
