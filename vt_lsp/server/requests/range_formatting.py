"""textDocument/rangeFormatting: layout only, and only where every value stays what it is."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.formatting import format_range
from vt_lsp.server.context import Context
from vt_lsp.server.convert_edits import text_edit

METHOD = types.TEXT_DOCUMENT_RANGE_FORMATTING


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.document_range_formatting_provider = True


def handle(context: Context, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    return [
        text_edit(view, edit.span, edit.text)
        for edit in format_range(view.snapshot, view.file, view.span(params.range))
    ]
