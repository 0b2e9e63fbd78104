"""textDocument/foldingRange."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.folding import folding_ranges
from vt_lsp.server.context import Context
from vt_lsp.server.view import Json

METHOD = types.TEXT_DOCUMENT_FOLDING_RANGE


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.folding_range_provider = True


def handle(context: Context, params: types.FoldingRangeParams) -> list[Json]:
    """Hundreds of ranges: written as plain JSON."""
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    return [
        {"startLine": fold.start_line, "endLine": fold.end_line, "kind": fold.kind}
        for fold in folding_ranges(view.snapshot, view.file)
    ]
