"""`--diff`: the two sides that the options mean, and what lies between them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.review.review import Review, review
from vt_lsp.inputs import chosen_dialect, project_files
from vt_lsp.options import Format, Options
from vt_lsp.problems import InputProblem
from vt_lsp.project import Project, ProjectTexts, analysed, read_texts
from vt_lsp.render.style import Style
from vt_lsp.render.summary import notes_of
from vt_lsp.report import Report, refused
from vt_lsp.settings import Settings, combined
from vt_lsp.workspace import ProjectFiles, absolute, find_files

WORKING_TREE = "working tree"


class Side(NamedTuple):
    """One side of a comparison: what the user calls it, and the project."""

    label: str
    project: Project

    @property
    def release(self) -> str:
        """The release whose generator writes it."""
        return self.project.detection.dialect.release

    @property
    def refused(self) -> int:
        """How many errors keep its generator from writing anything; of another release's rules none is sure to."""
        return len(refused(self.project)) if self.project.detection.exact else 0


class Reviewed(NamedTuple):
    """Both sides and what differs."""

    old: Side
    new: Side
    review: Review

    @property
    def notes(self) -> list[str]:
        """What limits the worth of the comparison, under the names of the sides."""
        found: dict[str, list[str]] = {}
        for side in (self.old, self.new):
            notes = notes_of([Report(side.project, ())])
            if side.refused:
                count = f"{side.refused} errors keep" if side.refused > 1 else "an error keeps"
                notes.append(f"{count} the generator from writing anything; the rest is compared")
            for note in notes:
                found.setdefault(note, []).append(side.label)
        return [f"{' and '.join(labels)}: {note}" for note, labels in found.items()]


class _Read(NamedTuple):
    label: str
    texts: ProjectTexts
    settings: Settings
    is_committed: bool


def reviewed(options: Options) -> Reviewed:
    """Read both sides and compare them. Raises `InputProblem`."""
    old, new = _folders(options) if options.old is not None else _revisions(options)
    dialect = chosen_dialect(options)
    before = _analysed(old, dialect, None)
    after = _analysed(new, dialect, before.snapshot)
    exact = before.detection.exact and after.detection.exact
    found = review(before.snapshot, after.snapshot, exact=exact)
    return Reviewed(Side(old.label, before), Side(new.label, after), found)


def rendered(format_: Format, found: Reviewed, style: Style) -> str:
    """The review in a format."""
    # One format's module is loaded, no other.
    if format_ == "json":
        from vt_lsp.render import review_json

        return review_json.render(found)
    if format_ == "markdown":
        from vt_lsp.render import review_markdown

        return review_markdown.render(found)
    if format_ == "html":
        from vt_lsp.render import review_html

        return review_html.render(found)
    from vt_lsp.render import review_text

    return review_text.summary(found, style) if format_ == "concise" else review_text.render(found, style)


def _analysed(side: _Read, dialect: Dialect | None, before: Snapshot | None) -> Project:
    """A side under its own release. The dialect of the settings is that of the files beside them; a commit's own
    version.txt goes before."""
    if dialect is None and not (side.is_committed and side.texts.version is not None):
        dialect = side.settings.dialect
    return analysed(side.texts, dialect, side.settings, before)


def _folders(options: Options) -> tuple[_Read, _Read]:
    found: list[_Read] = []
    for name in (options.old or "", options.new or "."):
        files = find_files(absolute(name), name)
        texts = read_texts(files, None, as_absolute=Path(name).is_absolute())
        found.append(_Read(name, texts, combined([]), False))
    return found[0], found[1]


def _revisions(options: Options) -> tuple[_Read, _Read]:
    from vt_lsp.revisions import find_repository, read_revision, split_range, tree_files

    folder = absolute(options.paths[0]) if options.paths else absolute(".")
    files, settings = _working_tree(options, folder)
    repository = find_repository(files.derivatives.parent if files is not None else folder)
    first, second = split_range(options.revision, repository)
    wanted = None if files is None else tree_files(repository, files)
    if second is None:
        if files is None:  # raises the message that says where was looked
            find_files(folder, str(folder))
            raise InputProblem(f"{folder}: no pair of files found")
        new = _Read(WORKING_TREE, read_texts(files, None, as_absolute=False), settings, False)
    else:
        # Neither side need be what is checked out.
        new = _Read(second, read_revision(repository, second, wanted, None), settings, True)
    old = _Read(first, read_revision(repository, first, wanted, second), settings, True)
    return old, new


def _working_tree(options: Options, folder: Path) -> tuple[ProjectFiles | None, Settings]:
    """The pair that is checked out; None where there is none, as in a bare repository."""
    try:
        files, settings = project_files(options)
    except InputProblem:
        if ".." not in options.revision or not folder.is_dir():
            raise
        return None, combined([])
    return files, combined([settings.chosen])
