"""Finding the pair that an installed torch carries (`torchgen/packaged`), by looking at folders: no Python is run."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from vt_lsp.problems import InputProblem
from vt_lsp.workspace import absolute, shown

_PACKAGED = Path("torchgen") / "packaged"
_PACKAGES = ("torch", "torchgen")
# Below an environment's folder.
_PACKAGE_FOLDERS = ("lib/python3*/site-packages", "lib64/python3*/site-packages", "Lib/site-packages")
_SYSTEM_FOLDERS = ("lib/python3/dist-packages", "local/lib/python3*/dist-packages")


def find_packaged(name: str | None) -> Path:
    """The folder `torchgen/packaged` of a Python environment. `name` is its folder, its `site-packages`, `torch` in
    there, or its Python; None is the active environment, else that of the `python` on PATH, else our own.

    Raises `InputProblem` where there is none; it says where it looked.
    """
    looked: dict[Path, None] = {}
    for folder in _active() if name is None else _named(absolute(name)):
        looked.setdefault(folder)
        packaged = folder / _PACKAGED
        if (packaged / "autograd" / "derivatives.yaml").is_file():
            return packaged
    if name is not None and not os.path.lexists(absolute(name)):
        raise InputProblem(f"{name}: no such file or folder")
    where = ", ".join([shown(folder, as_absolute=True) for folder in looked]) or "no folder of packages"
    raise InputProblem(
        f"no installed torch found: looked for {_PACKAGED.as_posix()} in {where}; PATH names an environment"
    )


def _active() -> Iterator[Path]:
    """Folders of packages, of the environments in question."""
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        prefix = os.environ.get(variable)
        if prefix:
            yield from _packages(absolute(prefix))
    for command in ("python", "python3"):
        python = shutil.which(command)
        if python is not None:
            yield from _of_python(absolute(python))
    yield from [Path(entry) for entry in sys.path if os.path.isabs(entry)]


def _named(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from _packages(path)
        yield path
        if path.name in _PACKAGES:
            yield path.parent
    elif path.is_file():
        yield from _of_python(path)


def _of_python(python: Path) -> Iterator[Path]:
    """Of the environment that a Python belongs to, then of the one that it was made from."""
    for prefix in dict.fromkeys((python.parent.parent, Path(os.path.realpath(python)).parent.parent, python.parent)):
        yield from _packages(prefix)


def _packages(prefix: Path) -> Iterator[Path]:
    for pattern in (*_PACKAGE_FOLDERS, *_SYSTEM_FOLDERS):
        yield from sorted(prefix.glob(pattern), reverse=True)
