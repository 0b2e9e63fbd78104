"""textDocument/selectionRange."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.selection_ranges import selection_ranges
from vt_lsp.server.context import Context
from vt_lsp.server.view import View

METHOD = types.TEXT_DOCUMENT_SELECTION_RANGE


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.selection_range_provider = True


def handle(context: Context, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    view = context.view(params.text_document.uri)
    if view is None:
        return [types.SelectionRange(types.Range(position, position)) for position in params.positions]
    return [_nested(view, position) for position in params.positions]


def _nested(view: View, position: types.Position) -> types.SelectionRange:
    """The ranges from the file inwards, each the parent of the next."""
    found: types.SelectionRange | None = None
    for span in reversed(selection_ranges(view.snapshot, view.file, view.offset(position))):
        found = types.SelectionRange(view.range(span), found)
    return found or types.SelectionRange(types.Range(position, position))
