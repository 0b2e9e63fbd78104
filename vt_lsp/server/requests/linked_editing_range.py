"""textDocument/linkedEditingRange."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.linked_editing import linked_ranges
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_LINKED_EDITING_RANGE


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.linked_editing_range_provider = True


def handle(context: Context, params: types.LinkedEditingRangeParams) -> types.LinkedEditingRanges | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    found = linked_ranges(view.snapshot, view.file, view.offset(params.position))
    if found is None:
        return None
    return types.LinkedEditingRanges([view.range(span) for span in found.spans], found.word_pattern)
