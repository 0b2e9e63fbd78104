"""Puts the server and what it needs into `bundled/libs`, for one platform or for all.

    python3 scripts/bundle.py [--target linux-x64]

Without a target only pure Python is taken: that runs everywhere, and reads YAML several times slower. With one,
PyYAML's compiled reader is added for every Python that the server supports: their file names differ, so that all fit
in one folder.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1]
ROOT = EXTENSION.parents[1]
LIBS = EXTENSION / "bundled" / "libs"
REQUIREMENTS = EXTENSION / "bundled-requirements.txt"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
# VS Code's names of platforms, and pip's.
PLATFORMS = {
    "linux-x64": ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64"),
    "linux-arm64": ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
    "alpine-x64": ("musllinux_1_1_x86_64", "musllinux_1_2_x86_64"),
    "alpine-arm64": ("musllinux_1_1_aarch64", "musllinux_1_2_aarch64"),
    "darwin-x64": ("macosx_10_9_x86_64", "macosx_10_13_x86_64"),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "win32-x64": ("win_amd64",),
    "win32-arm64": ("win_arm64",),
}
# What nobody needs at run time.
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc")


def main() -> None:
    parser = argparse.ArgumentParser(description="Put the server into the extension")
    parser.add_argument("--target", choices=sorted(PLATFORMS), help="with compiled parts for this platform")
    bundle(parser.parse_args().target)


def bundle(target: str | None) -> None:
    """Fill `bundled/libs` anew."""
    shutil.rmtree(LIBS, ignore_errors=True)
    LIBS.mkdir(parents=True)
    requirements = _requirements()
    with tempfile.TemporaryDirectory() as folder:
        for name, version in requirements.items():
            pure = _is_pure(name)
            wheel = _wheel(f"{name}=={version}", Path(folder) / name, None if pure else (PYTHONS[0], "linux-x64"))
            _unpack(wheel, compiled=False)
        if target is not None:
            for python in PYTHONS:
                wheel = _wheel(f"PyYAML=={requirements['PyYAML']}", Path(folder) / python, (python, target))
                _unpack(wheel, compiled=True)
    for package in ("vt_core", "vt_lsp"):
        shutil.copytree(ROOT / package, LIBS / package, ignore=_LEFT_OUT)
    shutil.copytree(ROOT / "docs" / "rules", LIBS / "vt_lsp" / "docs" / "rules")


def _requirements() -> dict[str, str]:
    lines = REQUIREMENTS.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def _is_pure(name: str) -> bool:
    """PyYAML has no wheel of pure Python, but works without its compiled part."""
    return name != "PyYAML"


def _wheel(requirement: str, folder: Path, compiled: tuple[str, str] | None) -> Path:
    """Download one wheel: of pure Python, or for a Python and a platform."""
    tags = ["--implementation", "py", "--abi", "none", "--platform", "any", "--python-version", PYTHONS[-1]]
    if compiled is not None:
        python, target = compiled
        tags = ["--implementation", "cp", "--abi", f"cp{python.replace('.', '')}", "--python-version", python]
        tags += [option for platform in PLATFORMS[target] for option in ("--platform", platform)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--only-binary=:all:", *tags, "--dest", str(folder), requirement], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _unpack(wheel: Path, *, compiled: bool) -> None:
    """Take a wheel's compiled files, or all others."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if (re.search(r"\.(so|pyd)$", name) is not None) == compiled:
                archive.extract(name, LIBS)


if __name__ == "__main__":
    main()
