"""C++ sources around a pair: the functions that its formulas call, and its kernels. Read when asked for, and again only
when a file changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from vt_core.dialects.detection import Detection
from vt_core.ide.helpers_index import Helper, Helpers, functions_of, kernel_definitions
from vt_core.ide.hover_card import Surroundings
from vt_lsp.server import disk

# Where a checkout keeps what formulas call.
_MANUAL = ("torch/csrc/autograd/FunctionsManual.h", "torch/csrc/autograd/FunctionsManual.cpp")
_KERNELS = "aten/src/ATen/native"
_KERNEL_SUFFIXES = (".cpp", ".cu", ".mm", ".h")
# A kernel's definition is searched for as long as nobody gives up, but never in more than this.
_MOST_FILES = 5_000
_LARGEST_SOURCE = 4_000_000


class Sources:
    """Used by one thread. Files are known by their absolute paths."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[disk.Signature, tuple[Helper, ...]]] = {}

    def around(self, root: Path | None, detection: Detection | None = None) -> Surroundings:
        """What is known without searching: the helpers."""
        return Surroundings(helpers=self.helpers(root), detection=detection)

    def helpers(self, root: Path | None) -> Helpers:
        """The functions of a checkout's FunctionsManual files, by name; none without a checkout."""
        found: dict[str, tuple[Helper, ...]] = {}
        for name in _MANUAL if root is not None else ():
            assert root is not None
            for helper in self._functions(root / name):
                found[helper.name] = (*found.get(helper.name, ()), helper)
        return found

    def kernels(self, root: Path | None, name: str, check: Callable[[], None]) -> Helpers:
        """The definitions of a kernel. `check` raises when nobody waits any more."""
        if root is None or not name:
            return {}
        found: list[Helper] = []
        for path in _sources(root / _KERNELS):
            check()
            read = _source_with(path, name)
            if read is not None:
                found += kernel_definitions(str(path), read, (name,))
        return {name: tuple(found)} if found else {}

    def _functions(self, path: Path) -> tuple[Helper, ...]:
        now = disk.signature(path)
        if now is None or now[1] > _LARGEST_SOURCE:
            self._known.pop(path, None)
            return ()
        known = self._known.get(path)
        if known is None or known[0] != now:
            read = disk.read(path)
            known = now, () if read is None else functions_of(str(path), read.text)
            self._known[path] = known
        return known[1]


def _sources(folder: Path) -> Iterator[Path]:
    """C++ files below a folder; links are not followed, so that nothing outside of it is read."""
    count = 0
    for at, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(at, name)
            if not name.endswith(_KERNEL_SUFFIXES) or path.is_symlink():
                continue
            count += 1
            if count > _MOST_FILES:
                return
            yield path


def _source_with(path: Path, name: str) -> str | None:
    """The text of a file that holds a name."""
    try:
        if path.stat().st_size > _LARGEST_SOURCE:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    return data.decode("utf-8", "replace") if name.encode() in data else None
