"""textDocument/documentHighlight."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.highlight import highlights
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT

_KINDS = {"read": types.DocumentHighlightKind.Read, "write": types.DocumentHighlightKind.Write}


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.document_highlight_provider = True


def handle(context: Context, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    found = highlights(view.snapshot, view.file, view.offset(params.position))
    return [types.DocumentHighlight(view.range(one.span), _KINDS[one.kind]) for one in found]
