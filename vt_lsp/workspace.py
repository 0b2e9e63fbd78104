"""Finding the pair of files: in a PyTorch checkout, or side by side in a folder, from anywhere inside."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from vt_core.dialects.stated import GENERATOR_FILES, TORCHGEN_FILES
from vt_core.syntax.nodes import FileRole
from vt_lsp.problems import InputProblem

_NATIVE, _DERIVATIVES, _TAGS = "native_functions.yaml", "derivatives.yaml", "tags.yaml"

# Where native_functions.yaml (and tags.yaml) and derivatives.yaml stand below a root.
_LAYOUTS = (("aten/src/ATen/native", "tools/autograd"), ("ATen/native", "autograd"), ("", ""))
# The second is that of the folder `torchgen/packaged` of an installed torch.
_PACKAGED = ("torchgen", "packaged")

_LOOKED_FOR = (
    f"looked for {_LAYOUTS[0][1]}/{_DERIVATIVES} with {_LAYOUTS[0][0]}/{_NATIVE}, and for both files side by side"
)
_OPTIONS = "--native-functions and --derivatives name the files"


class ProjectFiles(NamedTuple):
    """The files of a project, all of them absolute. `tags` and `version` are None where there are none; `version` is
    version.txt, of an installed torch its version.py."""

    native_functions: Path
    derivatives: Path
    tags: Path | None
    version: Path | None

    def role_of(self, path: Path) -> FileRole | None:
        """Which of the files a path is."""
        if path == self.native_functions:
            return "native_functions"
        if path == self.derivatives:
            return "derivatives"
        return "tags" if path == self.tags else None


def absolute(path: str) -> Path:
    """A path without `..` (which `Path.absolute` would keep), independent of the working directory; symbolic links stay
    as they are. Raises `InputProblem` where the working directory is gone."""
    try:
        return Path(os.path.abspath(path))
    except FileNotFoundError:
        raise InputProblem(f"{path}: the working directory does not exist any more") from None


def shown(path: Path, *, as_absolute: bool) -> str:
    """A path as the user would type it from here."""
    if as_absolute:
        return str(path)
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)


def find_files(start: Path, name: str) -> ProjectFiles:
    """The project that a folder or one of its files lies in. `name` is `start` as messages write it.

    Raises `InputProblem` where there is none; it says where it looked.
    """
    if not os.path.lexists(start):
        raise InputProblem(f"{name}: no such file or folder")
    if _is(Path.is_dir, start):
        return _find(start, None, name)
    if start.name not in (_NATIVE, _DERIVATIVES, _TAGS):
        raise InputProblem(f"{name}: neither {_NATIVE} nor {_DERIVATIVES}; {_OPTIONS}")
    return _find(start.parent, start, name)


def pair_of(member: Path, exists: Callable[[Path], bool]) -> ProjectFiles | None:
    """The project that a file belongs to by its name and place. `exists` also counts files that are only in an editor;
    `tags` and `version` are where those files would be."""
    for root in _upwards(member.parent):
        for files in _layouts(root):
            if files.role_of(member) is not None and exists(files.native_functions) and exists(files.derivatives):
                return files
    return None


def pair_in(root: Path, exists: Callable[[Path], bool]) -> ProjectFiles | None:
    """The project of a root itself, in the same terms."""
    for files in _layouts(root):
        if exists(files.native_functions) and exists(files.derivatives):
            return files
    return None


def named_role(name: str) -> FileRole | None:
    """Which of the files a file's name alone says that it is."""
    if name == _NATIVE:
        return "native_functions"
    if name == _DERIVATIVES:
        return "derivatives"
    return "tags" if name == _TAGS else None


def named_files(native: Path | None, derivatives: Path | None, tags: Path | None) -> ProjectFiles:
    """The project of files that the user names; the one that is not named is looked for beside the other."""
    known = native or derivatives
    if known is None:
        found = find_files(Path.cwd(), ".")
    elif native is not None and derivatives is not None:
        found = ProjectFiles(native, derivatives, _existing(native.parent / _TAGS), _version_above(native, derivatives))
    else:
        found = _completed(known, native, derivatives)
    return found if tags is None else found._replace(tags=tags)


def _completed(known: Path, native: Path | None, derivatives: Path | None) -> ProjectFiles:
    """The project of one file that the user names, whatever its own name is."""
    wanted = _NATIVE if native is None else _DERIVATIVES
    for folder in _upwards(known.parent):
        for native_below, derivatives_below in _LAYOUTS:
            own, other = derivatives_below, native_below
            if native is not None:
                own, other = other, own
            partner = folder / other / wanted
            if folder / own == known.parent and _is(Path.is_file, partner):
                pair = (partner, known) if native is None else (known, partner)
                return ProjectFiles(*pair, _existing(pair[0].parent / _TAGS), _version_above(*pair))
    option = "--native-functions" if native is None else "--derivatives"
    raise InputProblem(f"no {wanted} found for {shown(known, as_absolute=False)}; {option} names it")


def _find(folder: Path, member: Path | None, name: str) -> ProjectFiles:
    """The first project upwards from a folder, one that `member` belongs to if it is given."""
    half: str | None = None
    for root, native, derivatives in _places(folder):
        there, others = _existing(native), _existing(derivatives)
        if there is not None and others is not None:
            files = ProjectFiles(native, derivatives, _existing(native.parent / _TAGS), _version_of(root))
            if member is None or files.role_of(member) is not None:
                return files
        elif there is not None or others is not None:
            present, missing = (native, derivatives) if others is None else (derivatives, native)
            half = half or f"{shown(present, as_absolute=False)} is there, but not {shown(missing, as_absolute=False)}"
    if half is not None:
        raise InputProblem(f"{name}: only one of the two files found: {half}; {_OPTIONS}")
    raise InputProblem(f"{name}: no pair of files found: {_LOOKED_FOR}, in {folder} and the folders above; {_OPTIONS}")


def _layouts(root: Path) -> Iterator[ProjectFiles]:
    """Where the files of a root may stand."""
    for native_below, derivatives_below in _LAYOUTS:
        native, derivatives = root / native_below / _NATIVE, root / derivatives_below / _DERIVATIVES
        yield ProjectFiles(native, derivatives, native.parent / _TAGS, _version_file(root))


def _places(folder: Path) -> Iterator[tuple[Path, Path, Path]]:
    """Where a pair may stand, upwards from a folder: a root with the paths of both files."""
    for root in _upwards(folder):
        for files in _layouts(root):
            yield root, files.native_functions, files.derivatives


def _upwards(folder: Path) -> Iterator[Path]:
    yield folder
    yield from folder.parents


def _existing(path: Path) -> Path | None:
    """The path if something is there, readable or not."""
    return path if os.path.lexists(path) else None


def is_packaged(folder: Path) -> bool:
    """Whether a folder is that in which an installed torch keeps the pair."""
    return folder.parts[-2:] == _PACKAGED


def generator_files(derivatives: Path) -> dict[str, Path]:
    """Where the generator's own sources are if they are there, by file name: beside derivatives.yaml and, in a checkout
    or an installed torch, in `torchgen`."""
    folder = derivatives.parent
    found = {name: folder / name for name in GENERATOR_FILES}
    torchgen: Path | None = None
    if folder.parts[-2:] == ("tools", "autograd"):
        torchgen = folder.parent.parent / "torchgen"
    elif is_packaged(folder.parent):
        torchgen = folder.parent.parent
    return found if torchgen is None else {**found, **{name: torchgen / name for name in TORCHGEN_FILES}}


def _version_file(root: Path) -> Path:
    return root.parent.parent / "torch" / "version.py" if is_packaged(root) else root / "version.txt"


def _version_of(root: Path) -> Path | None:
    version = _version_file(root)
    return version if _is(Path.is_file, version) else None


def _is(kind: Callable[[Path], bool], path: Path) -> bool:
    """Whether a path is of a kind; False where nobody may look."""
    try:
        return kind(path)
    except OSError:
        return False


def _version_above(native: Path, derivatives: Path) -> Path | None:
    """The version.txt of the checkout that both files lie in, each at its place."""
    for root in native.parents:
        for native_below, derivatives_below in _LAYOUTS:
            if root / native_below == native.parent and root / derivatives_below == derivatives.parent:
                return _version_of(root)
    return None
