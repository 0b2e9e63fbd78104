"""What is open in the client, and the pairs that it belongs to."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding
from vt_lsp.problems import InputProblem
from vt_lsp.server.documents import BadChange, Change, OpenDocument, Plain, changed
from vt_lsp.server.pairs import Pair
from vt_lsp.server.recognise import role_of_text
from vt_lsp.server.uris import path_key, path_uri, uri_key, uri_path
from vt_lsp.server.view import View
from vt_lsp.settings import DEFAULT, Settings
from vt_lsp.workspace import ProjectFiles, named_files, named_role, pair_in, pair_of

# A pair of which nothing is open any more is kept for a while: editors close and open files as one looks around.
_IDLE_PAIRS = 2


class Member(NamedTuple):
    """A file as part of a pair. `document` is None where it is not open."""

    pair: Pair
    role: FileRole
    document: OpenDocument | None


class UnknownText(Exception):  # noqa: N818 - the client's mistake, made earlier
    """The document's text is not known: one of its changes could not be applied."""


class Session:
    """Roots, open documents and pairs. Used by one thread."""

    def __init__(
        self,
        settings_of: Callable[[Path], Settings],
        tell: Callable[[str], None],
        first_analysis: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.encoding: Encoding = "utf-16"
        self.roots: list[Path] = []
        self.documents: dict[str, OpenDocument] = {}
        self._members: dict[str, Member] = {}
        self._pairs: dict[tuple[str, ...], Pair] = {}
        self._settings_at = settings_of
        self._tell = tell
        self._first_analysis = first_analysis
        self._frozen = False

    # Documents

    def open(self, uri: str, version: int, text: str) -> OpenDocument:
        """The client opens a document, or opens it again."""
        key = uri_key(uri)
        if key in self.documents:
            self.close(uri)
        document = OpenDocument(uri, key, uri_path(uri), version, text)
        self.documents[key] = document
        self._find_pair(document)
        # A file that had no partner may have one now.
        for other in [other for other in self.documents.values() if other is not document]:
            if self._is_lone(other):
                self._find_pair(other)
        return document

    def change(self, uri: str, version: int, changes: Sequence[Change]) -> OpenDocument | None:
        """The client changed a document; None if it has none open under that URI. Raises `BadChange`."""
        document = self.documents.get(uri_key(uri))
        if document is None:
            return None
        document.version = version
        if document.dropped:
            full = [at for at, change in enumerate(changes) if change.start is None]
            if not full:
                return document
            document.dropped = False
            changes = changes[full[-1] :]
        member = self._members.get(document.key)
        try:
            if member is not None:
                member.pair.change(document, changes, self.encoding)
            else:
                assert document.plain is not None
                document.plain = changed(document.plain, changes, self.encoding, Plain.replaced)
                self._find_pair(document)
        except BadChange:
            document.dropped = True
            raise
        return document

    def close(self, uri: str) -> OpenDocument | None:
        """The client closes a document."""
        document = self.documents.pop(uri_key(uri), None)
        if document is not None:
            self._detach(document)
            self._forget_idle()
        return document

    def drop(self, uri: str) -> None:
        """Nothing is known of a document's text any more, until the client sends all of it."""
        document = self.documents.get(uri_key(uri))
        if document is not None:
            document.dropped = True

    def document(self, uri: str) -> OpenDocument | None:
        """The document that the client has open under a URI."""
        return self.documents.get(uri_key(uri))

    def text_of(self, document: OpenDocument) -> str:
        """The text of an open document."""
        member = self._members.get(document.key)
        if member is not None:
            return member.pair.text_of(document)
        return "" if document.plain is None else document.plain.text

    # Pairs

    def member(self, uri: str) -> Member | None:
        """The file of a URI as part of its pair; None for a document that belongs to none. The pair may be one of
        which nothing is open."""
        key = uri_key(uri)
        document = self.documents.get(key)
        if document is not None:
            if self._is_lone(document):
                self._find_pair(document)
            return self._members.get(key)
        path = uri_path(uri)
        if path is None:
            return None
        files = self._files_of(Path(path))
        if files is None:
            return None
        role = files.role_of(Path(path))
        return None if role is None else Member(self._pair(files), role, None)

    def view(self, uri: str) -> View | None:
        """A document with its pair as it is now; None for one that belongs to no pair.

        Raises `UnknownText` where the document's text is not known.
        """
        member = self.member(uri)
        if member is None:
            return None
        if member.document is not None and member.document.dropped:
            raise UnknownText(uri)
        return self.pair_view(member.pair, member.role)

    def pair_view(self, pair: Pair, role: FileRole) -> View | None:
        """A file of a pair as it is now."""
        snapshot = self.current(pair)
        if pair.detection is None:
            return None
        uris: dict[FileRole, str] = {}
        versions: dict[FileRole, int] = {}
        for side_role, side in pair.sides.items():
            if side.document is not None:
                uris[side_role] = side.document.uri
                versions[side_role] = side.document.version
            elif side.path is not None and side.there:
                uris[side_role] = path_uri(side.path)
        return View(snapshot, role, uris, versions, self.encoding, pair.detection, pair.settings)

    def base_view(self, files: ProjectFiles) -> View | None:
        """native_functions.yaml of a pair, open or not, for files that are about its functions."""
        return self.pair_view(self._pair(files), "native_functions")

    def pairs(self) -> list[Pair]:
        """The pairs of which a file is open."""
        return [pair for pair in self._pairs.values() if pair.is_open]

    def views(self) -> Iterator[View]:
        """The pairs of the workspace as they are now."""
        for pair in self.root_pairs():
            view = self.pair_view(pair, next(iter(pair.sides)))
            if view is not None:
                yield view

    def root_pairs(self) -> list[Pair]:
        """The pairs of the roots, and all others of which a file is open."""
        found = dict.fromkeys(self.pairs())
        for root in self.roots:
            files = self._configured(root) or pair_in(root, self._exists)
            if files is not None:
                found.setdefault(self._pair(files))
        return list(found)

    def current(self, pair: Pair) -> Snapshot:
        """Bring a pair up to date; what the first analysis leaves behind is not looked at by the collector again."""
        snapshot = pair.current() if pair.loaded else self._analysed(pair)
        if pair.stated is not None and pair.stated.unread:
            self._tell(pair.stated.doubt)
        return snapshot

    def _analysed(self, pair: Pair) -> Snapshot:
        gc.disable()
        try:
            with self._first_analysis():
                return pair.current()
        finally:
            if not self._frozen:
                self._frozen = True
                gc.freeze()
            gc.enable()

    def configure(self) -> None:
        """Settings have changed: give each pair its own again; files may now pair otherwise."""
        for document in list(self.documents.values()):
            self._detach(document)
        for pair in self._pairs.values():
            pair.configure(self._settings(pair))
        for document in self.documents.values():
            self._find_pair(document)
        self._forget_idle()

    def keys_of(self, pair: Pair) -> Iterator[str]:
        """The keys of a pair's open documents."""
        for side in pair.sides.values():
            if side.document is not None:
                yield side.document.key

    def _find_pair(self, document: OpenDocument) -> None:
        """Attach a document to the pair that it belongs to now, if there is one."""
        found = self._place_of(document)
        member = self._members.get(document.key)
        if found is None or (member is not None and found == (member.pair, member.role)):
            return
        self._detach(document)
        pair, role = found
        pair.attach(document, role)
        self._members[document.key] = Member(pair, role, document)

    def _place_of(self, document: OpenDocument) -> tuple[Pair, FileRole] | None:
        if document.path is not None:
            path = Path(document.path)
            files = self._files_of(path)
            role = None if files is None else files.role_of(path)
            if files is not None and role is not None:
                return self._pair(files), role
        member = self._members.get(document.key)
        if member is not None:
            return member.pair, member.role
        lone = self._lone_role(document)
        return None if lone is None else (self._lone_pair(document, lone), lone)

    def _lone_role(self, document: OpenDocument) -> FileRole | None:
        """What a file without a partner is: by its name and what it holds, both; by what it holds alone where it has
        no place on disk."""
        text = "" if document.plain is None else document.plain.text
        role = role_of_text(text)
        if document.path is not None and named_role(Path(document.path).name) != role:
            return None
        return role

    def _lone_pair(self, document: OpenDocument, role: FileRole) -> Pair:
        key = ("", document.key)
        if key not in self._pairs:
            path = None if document.path is None else Path(document.path)
            self._pairs[key] = Pair({role: path}, None, DEFAULT)
            self._pairs[key].configure(self._settings(self._pairs[key]))
        return self._pairs[key]

    def _is_lone(self, document: OpenDocument) -> bool:
        member = self._members.get(document.key)
        return member is None or len(member.pair.sides) == 1

    def _files_of(self, path: Path) -> ProjectFiles | None:
        for root in self.roots:
            files = self._configured(root)
            if files is not None and files.role_of(path) is not None:
                return files
        tags = self._settings_at(path.parent).tags
        if named_role(path.name) is None and path != tags:
            return None
        files = pair_of(path, self._exists)
        return files if files is None or tags is None else files._replace(tags=tags)

    def _configured(self, root: Path) -> ProjectFiles | None:
        """The pair that the settings of a root name; None if they name none, or one that cannot be found."""
        settings = self._settings_at(root)
        if not settings.names_files:
            return None
        try:
            files = named_files(settings.native_functions, settings.derivatives, settings.tags)
        except InputProblem as problem:
            self._tell(f"settings of {root}: {problem}")
            return None
        for path in (files.native_functions, files.derivatives):
            if not self._exists(path):
                self._tell(f"settings of {root}: {path}: no such file")
        return files

    def _pair(self, files: ProjectFiles) -> Pair:
        key = (path_key(files.native_functions), path_key(files.derivatives))
        pair = self._pairs.get(key)
        if pair is None:
            paths: dict[FileRole, Path | None] = {
                "native_functions": files.native_functions,
                "derivatives": files.derivatives,
                "tags": files.tags,
            }
            pair = Pair(paths, files.version, DEFAULT)
            pair.settings = self._settings(pair)
            self._pairs[key] = pair
        return pair

    def _settings(self, pair: Pair) -> Settings:
        path = next((side.path for side in pair.sides.values() if side.path is not None), None)
        folder = path.parent if path is not None else self.roots[0] if self.roots else None
        return DEFAULT if folder is None else self._settings_at(folder)

    def _exists(self, path: Path) -> bool:
        return path_key(path) in self.documents or os.path.lexists(path)

    def _detach(self, document: OpenDocument) -> None:
        member = self._members.pop(document.key, None)
        if member is not None:
            member.pair.detach(document)

    def _forget_idle(self) -> None:
        idle = [key for key, pair in self._pairs.items() if not pair.is_open]
        lone = [key for key in idle if key[0] == ""]
        for key in {*lone, *idle[:-_IDLE_PAIRS]}:
            del self._pairs[key]
