"""Open files of backends outside PyTorch, each with the PyTorch that it is checked against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types

from vt_core.analysis.backend import backend_findings
from vt_core.analysis.backend_checks import Kernels
from vt_core.analysis.findings import Finding
from vt_core.codegen.backend_file import is_backend_file
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding
from vt_core.text.spans import Span
from vt_lsp.backend import base_of
from vt_lsp.report import heeded_in, presented
from vt_lsp.server import convert, disk
from vt_lsp.server.documents import OpenDocument, Plain
from vt_lsp.server.session import Session
from vt_lsp.server.view import View
from vt_lsp.settings import Settings
from vt_lsp.workspace import ProjectFiles


class BackendView(NamedTuple):
    """A backend's file at the moment of a request. `base` is native_functions.yaml of its PyTorch."""

    uri: str
    version: int
    content: Plain
    base: View
    kernels: Kernels | None
    settings: Settings
    encoding: Encoding

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it, as its project wants it."""
        text = self.content.text
        found = heeded_in(backend_findings(text, self.base.snapshot, self.kernels), text, self.settings.rules)
        return presented(found, self.settings.rules, exact=self.base.detection.exact)

    @property
    def uris(self) -> Mapping[FileRole, str]:
        """The file, as the client spells it."""
        return {"backend": self.uri}

    @property
    def versions(self) -> Mapping[FileRole, int]:
        """Which version of it this is."""
        return {"backend": self.version}

    def offset(self, position: types.Position) -> int:
        """The offset (code points) of a position."""
        return convert.offset(self.content, position, self.encoding)

    def span(self, range_: types.Range) -> Span:
        """The span of a range."""
        return convert.span(self.content, range_, self.encoding)

    def range(self, span: Span, file: FileRole | None = None) -> types.Range:
        """The range of a span in the file itself."""
        return convert.range_(self.content, span, self.encoding)

    def location(self, file: FileRole, span: Span) -> types.Location | None:
        """Where a span of the file is."""
        return types.Location(self.uri, self.range(span))


class Backends:
    """Finds the views. Which PyTorch belongs to a folder is asked once, until its settings change."""

    def __init__(self, session: Session, settings_of: Callable[[Path], Settings], tell: Callable[[str], None]) -> None:
        self._session, self._settings_of, self._tell = session, settings_of, tell
        self._bases: dict[Path, tuple[Settings, ProjectFiles | None]] = {}

    def view(self, uri: str) -> BackendView | None:
        """An open document as a backend's file; None for any other, and where no PyTorch is found."""
        document = self._session.document(uri)
        if document is None or document.path is None or document.plain is None or document.dropped:
            return None
        if not is_backend_file(document.plain.text):
            return None
        path = Path(document.path)
        settings = self._settings_of(path.parent)
        files = self._base(path, settings)
        base = None if files is None else self._session.base_view(files)
        if base is None:
            return None
        kernels = self._kernels(settings)
        return BackendView(document.uri, document.version, document.plain, base, kernels, settings, base.encoding)

    def views(self) -> Iterator[BackendView]:
        """All open ones."""
        for document in self._lone():
            view = self.view(document.uri)
            if view is not None:
                yield view

    def _lone(self) -> list[OpenDocument]:
        return [document for document in self._session.documents.values() if document.plain is not None]

    def _base(self, path: Path, settings: Settings) -> ProjectFiles | None:
        known = self._bases.get(path.parent)
        if known is None or known[0] is not settings:
            files = base_of(path, settings)
            if files is None:
                self._tell(f"{path}: no native_functions.yaml to check it against: `native-functions` in vt-lsp.toml")
            known = self._bases[path.parent] = settings, files
        return known[1]

    def _kernels(self, settings: Settings) -> Kernels | None:
        if settings.impl_path is None:
            return None
        found = disk.read(settings.impl_path)
        if found is None or found.problem:
            self._tell(f"impl-path: {settings.impl_path}: {'no such file' if found is None else found.problem}")
            return None
        return Kernels(settings.impl_path.name, found.text)
