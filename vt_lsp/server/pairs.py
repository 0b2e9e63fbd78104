"""A pair of files while it is edited: the current snapshot, and where each file's text comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from vt_core.analysis.document import Document, changed_blocks, edit_document
from vt_core.analysis.snapshot import Snapshot, new_snapshot, with_document, with_helpers
from vt_core.dialects.detection import Detection, deciding_words, detect
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.stated import Stated, with_stated
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import difference
from vt_core.text.lines import Encoding
from vt_core.text.spans import Span
from vt_lsp.project import HEADER
from vt_lsp.server import disk
from vt_lsp.server.documents import Change, OpenDocument, Plain, changed
from vt_lsp.settings import Settings
from vt_lsp.workspace import generator_files

# The files of which a client asks more than what is wrong with them.
ANALYSED: tuple[FileRole, ...] = ("native_functions", "derivatives")


class Side:
    """One file of a pair: open in the client, or on disk, or (`there` False) neither."""

    __slots__ = ("document", "path", "problem", "role", "signature", "text", "there")

    def __init__(self, role: FileRole, path: Path | None) -> None:
        self.role, self.path = role, path
        self.document: OpenDocument | None = None
        self.signature: disk.Signature | None = None
        self.there = False
        self.problem = ""
        self.text = ""

    def read(self) -> bool:
        """Bring the text up to date with the disk, unless the client has the file open. Returns whether it may have
        changed."""
        if self.document is not None or self.path is None:
            return False
        now = disk.signature(self.path)
        if now == self.signature and (now is not None or not self.there):
            return False
        found = disk.read(self.path) if now is not None else None
        self.there = found is not None and not found.problem
        self.problem = "" if found is None else found.problem
        self.signature = None if found is None else found.signature
        self.text = "" if found is None else found.text
        return True


class Pair:
    """A pair, or a lone file of one. Analysed when it is first asked for, then edited along with its files."""

    def __init__(self, paths: Mapping[FileRole, Path | None], version: Path | None, settings: Settings) -> None:
        self.sides: dict[FileRole, Side] = {role: Side(role, path) for role, path in paths.items()}
        self.version = Side("tags", version)
        derivatives = paths.get("derivatives")
        sources = {} if derivatives is None or len(paths) == 1 else generator_files(derivatives)
        # The generator's own sources, by file name.
        self.generator = {name: Side("tags", path) for name, path in sources.items()}
        self.stated: Stated | None = None
        self.header = Side("tags", None if version is None else version.parent / HEADER)
        self.settings = settings
        self.detection: Detection | None = None
        self._snapshot: Snapshot | None = None
        self._words: tuple[str, ...] = ()
        self._release: Dialect | None = None

    @property
    def loaded(self) -> bool:
        """Whether it has been analysed."""
        return self._snapshot is not None

    @property
    def is_open(self) -> bool:
        """Whether the client has any of its files open."""
        return any(side.document is not None for side in self.sides.values())

    def role_of(self, document: OpenDocument) -> FileRole:
        """Which file of the pair an attached document is."""
        return next(role for role, side in self.sides.items() if side.document is document)

    def current(self) -> Snapshot:
        """The pair as it is now, files on disk included."""
        if self._snapshot is None:
            return self._load()
        if self._read_around():
            self._detect_again()
        if self.header.read():
            self._snapshot = with_helpers(self._snapshot, self.header.text if self.header.there else None)
        for role, side in self.sides.items():
            if side.read():
                self._take_text(role, side.text)
        return self._snapshot

    def attach(self, document: OpenDocument, role: FileRole) -> None:
        """The client has opened a file: from now on its text is the document's."""
        side = self.sides[role]
        side.document, side.there, side.problem = document, True, ""
        if self._snapshot is not None and document.plain is not None:
            text = document.plain.text
            document.plain = None
            self._take_text(role, text)

    def detach(self, document: OpenDocument) -> None:
        """The client has closed a file: from now on its text is the disk's. The document keeps what it had."""
        role = self.role_of(document)
        side = self.sides[role]
        if document.plain is None and self._snapshot is not None:
            document.plain = Plain(self._snapshot.document(role).text)
        side.document, side.signature, side.there, side.text = None, None, True, ""
        if side.path is None and self._snapshot is not None:
            side.there = False
            self._take_text(role, "")

    def text_of(self, document: OpenDocument) -> str:
        """The text of an attached document."""
        if document.plain is not None or self._snapshot is None:
            return "" if document.plain is None else document.plain.text
        return self._snapshot.document(self.role_of(document)).text

    def change(self, document: OpenDocument, changes: Sequence[Change], encoding: Encoding) -> None:
        """Apply the client's changes to an attached document. Raises `BadChange`, with nothing changed."""
        if document.plain is not None:
            document.plain = changed(document.plain, changes, encoding, Plain.replaced)
            return
        snapshot = self._snapshot
        assert snapshot is not None
        before = snapshot.document(self.role_of(document))
        self._take(before, changed(before, changes, encoding, self._edited))

    def configure(self, settings: Settings) -> None:
        """Take on other settings."""
        self.settings = settings
        if self._snapshot is not None:
            self._detect_again()

    def _edited(self, document: Document, span: Span, text: str) -> Document:
        assert self._snapshot is not None
        if span.start == 0 and span.end == document.starts[-1] and span.end:
            # The whole text again: only what differs is read again.
            edit = difference(document.text, text)
            if edit is None:
                return document
            span, text = edit.span, edit.text
        return edit_document(document, span, text, self._snapshot.store)

    def _take_text(self, role: FileRole, text: str) -> None:
        if self._snapshot is None:
            return
        before = self._snapshot.document(role)
        edit = difference(before.text, text)
        if edit is not None:
            self._take(before, edit_document(before, edit.span, edit.text, self._snapshot.store))

    def _take(self, before: Document, after: Document) -> None:
        assert self._snapshot is not None
        self._snapshot = with_document(self._snapshot, after)
        if self._words:
            removed, added = changed_blocks(before, after)
            if any(word in block.text for block in (*removed, *added) for word in self._words):
                self._detect_again()

    def _load(self) -> Snapshot:
        self._read_around()
        for side in self.sides.values():
            side.read()
        texts = {role: self._text(side) for role, side in self.sides.items() if self._is_there(side)}
        self._detect(texts)
        assert self.detection is not None
        self._snapshot = new_snapshot(texts, self.detection.dialect)
        if self.header.read() and self.header.there:
            self._snapshot = with_helpers(self._snapshot, self.header.text)
        for side in self.sides.values():
            if side.document is not None:
                side.document.plain = None
        return self._snapshot

    @staticmethod
    def _is_there(side: Side) -> bool:
        return side.there or side.document is not None

    def _text(self, side: Side) -> str:
        if side.document is None:
            return side.text
        if side.document.plain is not None:
            return side.document.plain.text
        return "" if self._snapshot is None else self._snapshot.document(side.role).text

    def _read_around(self) -> bool:
        """Bring what decides about the dialect up to date with the disk. Returns whether it may have changed."""
        changed = [side.read() for side in self.generator.values()]
        if any(changed):
            self.stated = None
        return self.version.read() or any(changed)

    def _detect(self, texts: Mapping[FileRole, str]) -> None:
        version = self.version.text if self.version.there else None
        found = detect(self.settings.dialect, version, texts)
        if self.stated is None or self._release is not found.dialect:
            sources = {name: side.text for name, side in self.generator.items() if side.there}
            self.stated, self._release = with_stated(found.dialect, sources), found.dialect
        self.detection = found._replace(dialect=self.stated.dialect)
        self._words = deciding_words(self.settings.dialect, version)

    def _detect_again(self) -> None:
        """Find the release again; with another one the analysis starts afresh."""
        assert self._snapshot is not None
        texts: dict[FileRole, str] = {
            role: self._snapshot.document(role).text for role, side in self.sides.items() if self._is_there(side)
        }
        self._detect(texts)
        assert self.detection is not None
        if self.detection.dialect != self._snapshot.dialect:
            helpers = self._snapshot.helpers
            self._snapshot = new_snapshot(texts, self.detection.dialect)._replace(helpers=helpers)
