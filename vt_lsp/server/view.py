"""A document at the moment of a request: the pair's snapshot, and positions in the client's terms both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from lsprotocol import types

from vt_core.analysis.document import Document
from vt_core.analysis.snapshot import Snapshot
from vt_core.dialects.detection import Detection
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding
from vt_core.text.spans import Span
from vt_lsp.server import convert
from vt_lsp.server.documents import position_of
from vt_lsp.settings import Settings

Json = dict[str, Any]


class View(NamedTuple):
    """`file` is the document that was asked about. Offsets and spans count code points of a file's text.

    `uris` has each file of the pair that exists, as the client spells it; `versions` those that are open.
    """

    snapshot: Snapshot
    file: FileRole
    uris: Mapping[FileRole, str]
    versions: Mapping[FileRole, int]
    encoding: Encoding
    detection: Detection
    settings: Settings

    def document(self, file: FileRole | None = None) -> Document:
        """The document of a file, by default the one asked about."""
        return self.snapshot.document(file or self.file)

    def offset(self, position: types.Position) -> int:
        """The offset of a position in the document asked about."""
        return convert.offset(self.document(), position, self.encoding)

    def span(self, range_: types.Range) -> Span:
        """The span of a range in the document asked about."""
        return convert.span(self.document(), range_, self.encoding)

    def position(self, offset: int, file: FileRole | None = None) -> types.Position:
        """The position of an offset in a file."""
        return convert.position(self.document(file), offset, self.encoding)

    def range(self, span: Span, file: FileRole | None = None) -> types.Range:
        """The range of a span in a file."""
        return convert.range_(self.document(file), span, self.encoding)

    def json_range(self, span: Span, file: FileRole | None = None) -> Json:
        """The same as plain JSON, for answers of thousands of ranges."""
        document = self.document(file)
        (line, column), (last, end) = [position_of(document, offset, self.encoding) for offset in span]
        return {"start": {"line": line, "character": column}, "end": {"line": last, "character": end}}

    def location(self, file: FileRole, span: Span) -> types.Location | None:
        """Where a span is; None for a file that does not exist."""
        uri = self.uris.get(file)
        return None if uri is None else types.Location(uri, self.range(span, file))
