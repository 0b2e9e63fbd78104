"""Reading the pair of a revision with git. Nothing is checked out or fetched, and nothing of the repository runs: no
hook, driver or monitor."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple

from vt_core.syntax.nodes import FileRole
from vt_lsp.git import run_git
from vt_lsp.problems import InputProblem
from vt_lsp.project import ProjectTexts, Source
from vt_lsp.reading import decode
from vt_lsp.workspace import ProjectFiles, generator_files, named_role, pair_in, pair_of


class Repository(NamedTuple):
    """A repository as seen from a folder; `prefix` is that folder's path in the tree, `""` at its root."""

    folder: Path
    prefix: str
    shallow: bool

    def path(self, file: Path) -> str:
        """A file's path in the tree. Raises `InputProblem` for one outside."""
        inside = normpath(self.prefix + os.path.relpath(file, self.folder).replace(os.sep, "/"))
        if inside.startswith("../"):
            raise InputProblem(f"{file}: not in the repository of {self.folder}")
        return inside


class TreeFiles(NamedTuple):
    """Where the files stand in the tree of a revision."""

    native_functions: str
    derivatives: str


def find_repository(folder: Path) -> Repository:
    """The repository that a folder lies in, or is (a bare one). Raises `InputProblem`."""
    lines = _run(folder, "rev-parse", "--is-shallow-repository", "--show-prefix").decode("utf-8", "replace").split("\n")
    return Repository(folder, lines[1] if len(lines) > 1 else "", lines[0] == "true")


def split_range(revision: str, repository: Repository) -> tuple[str, str | None]:
    """The two ends of `REV1..REV2`, of `REV1...REV2` from where they parted; a lone revision has no second."""
    first, dots, second = revision.partition("..")
    if not dots:
        return first, None
    if second.startswith("."):
        second = second[1:] or "HEAD"
        check_revision(repository, first or "HEAD")
        check_revision(repository, second)
        try:
            base = _run(repository.folder, "merge-base", "--", first or "HEAD", second).decode().strip()
        except InputProblem:
            raise InputProblem(f"--diff {revision}: no common ancestor{_hint(repository)}") from None
        return base, second
    return first or "HEAD", second or "HEAD"


def check_revision(repository: Repository, revision: str) -> None:
    """Raises `InputProblem` for what names no commit here."""
    if revision.startswith("-") or _blobs(repository, [f"{revision}^{{commit}}"])[0] is None:
        raise InputProblem(f"--diff {revision}: no such revision{_hint(repository)}")


def _hint(repository: Repository) -> str:
    return "; this clone is shallow: `git fetch --unshallow` brings the older ones" if repository.shallow else ""


def read_revision(repository: Repository, revision: str, wanted: TreeFiles | None, newer: str | None) -> ProjectTexts:
    """The texts of a revision's pair. `wanted` is where the other side has the files, None to look for them; they are
    followed where they moved between the revision and `newer` (None: the working tree). Raises `InputProblem`."""
    check_revision(repository, revision)
    if wanted is not None and all(_exist(repository, revision, wanted)):
        found = wanted
    else:
        found = _moved(repository, revision, wanted, newer)
    native, derivatives = Path(found.native_functions), Path(found.derivatives)
    files = pair_of(derivatives, lambda path: path in (native, derivatives))
    if files is None:
        files = ProjectFiles(native, derivatives, native.parent / "tags.yaml", None)
    return _read(repository, revision, files)


def _read(repository: Repository, revision: str, files: ProjectFiles) -> ProjectTexts:
    generator = generator_files(files.derivatives)
    others = [path for path in (files.tags, files.version) if path is not None]
    paths = [files.native_functions, files.derivatives, *others, *generator.values()]
    blobs = dict(zip(paths, _blobs(repository, [f"{revision}:{path.as_posix()}" for path in paths])))
    sources: dict[FileRole, Source] = {}
    roles: tuple[tuple[FileRole, Path | None], ...] = (
        ("native_functions", files.native_functions),
        ("derivatives", files.derivatives),
        ("tags", files.tags),
    )
    for role, path in roles:
        data = None if path is None else blobs[path]
        if data is not None and path is not None:
            name = f"{revision}:{path.as_posix()}"
            sources[role] = Source(name, decode(data, name))
    version = None if files.version is None else blobs[files.version]
    texts = {name: _text(blobs[path]) for name, path in generator.items()}
    return ProjectTexts(
        sources,
        None if version is None else version[:2000].decode("utf-8", "replace"),
        {name: text for name, text in texts.items() if text is not None},
        None,
    )


def _text(data: bytes | None) -> str | None:
    try:
        return None if data is None else decode(data, "")
    except InputProblem:
        return None


def _exist(repository: Repository, revision: str, files: TreeFiles) -> list[bool]:
    return [blob is not None for blob in _blobs(repository, [f"{revision}:{path}" for path in files])]


def _moved(repository: Repository, revision: str, wanted: TreeFiles | None, newer: str | None) -> TreeFiles:
    """Where a revision has the files: under the names that they were renamed from, or where a checkout has them."""
    if wanted is not None:
        before = _renames(repository, revision, newer)
        there = _exist(repository, revision, wanted)
        found = TreeFiles(*[path if is_there else before.get(path, "") for path, is_there in zip(wanted, there)])
        if all(found):
            return found
    names = _run(repository.folder, "ls-tree", "-r", "-z", "--full-tree", "--name-only", revision)
    paths = [Path(name) for name in names.decode("utf-8", "replace").split("\0")]
    known = {path for path in paths if named_role(path.name) is not None}
    roots = sorted({root for path in known for root in path.parents}, key=lambda root: (len(root.parts), str(root)))
    for root in roots:
        files = pair_in(root, known.__contains__)
        if files is not None:
            return TreeFiles(files.native_functions.as_posix(), files.derivatives.as_posix())
    looked = "" if wanted is None else f" ({', '.join(wanted)})"
    raise InputProblem(f"--diff: {revision} has no native_functions.yaml with a derivatives.yaml{looked}")


def _renames(repository: Repository, revision: str, newer: str | None) -> dict[str, str]:
    """The old paths of files that were renamed since a revision, by the new ones."""
    ends = [revision] if newer is None else [revision, newer]
    options = ("--no-ext-diff", "--no-textconv", "--find-renames", "--diff-filter=R", "--name-status", "-z")
    fields = _run(repository.folder, "diff", *options, *ends, "--").decode("utf-8", "replace").split("\0")
    return {fields[at + 2]: fields[at + 1] for at in range(0, len(fields) - 2, 3)}


def tree_files(repository: Repository, files: ProjectFiles) -> TreeFiles:
    """Where the working tree has the files."""
    return TreeFiles(repository.path(files.native_functions), repository.path(files.derivatives))


def _blobs(repository: Repository, names: Sequence[str]) -> list[bytes | None]:
    """The contents of objects; None for those that are not there."""
    if any("\n" in name for name in names):
        raise InputProblem("--diff: a line break in a revision or path")
    data = "".join([f"{name}\n" for name in names]).encode("utf-8", "surrogateescape")
    out = _run(repository.folder, "cat-file", "--batch", given=data)
    found: list[bytes | None] = []
    at = 0
    while len(found) < len(names) and at < len(out):
        end = out.index(b"\n", at)
        kind, _, size = out[at:end].rpartition(b" ")
        at = end + 1
        if size.isdigit() and kind.endswith((b" blob", b" commit", b" tree", b" tag")):
            found.append(out[at : at + int(size)])
            at += int(size) + 1
        else:
            found.append(None)
    return found + [None] * (len(names) - len(found))


def _run(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """What git prints. Raises `InputProblem` with what it complains about."""
    done = run_git(folder, *arguments, given=given)
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputProblem(f"--diff: git {arguments[0]}: {said[0] if said else f'exit code {done.returncode}'}")
    return done.stdout
