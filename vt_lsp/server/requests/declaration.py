"""textDocument/declaration."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.goto import declaration
from vt_lsp.server.context import Context
from vt_lsp.server.convert_places import Places, places

METHOD = types.TEXT_DOCUMENT_DECLARATION


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.declaration_provider = True


def handle(context: Context, params: types.DeclarationParams) -> Places:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    offset = view.offset(params.position)
    helpers = context.helpers(view)
    links = declaration(view.snapshot, view.file, offset, helpers, context.kernels_at(view, offset))
    return places(view, links, as_links=context.supports_links("declaration"))
