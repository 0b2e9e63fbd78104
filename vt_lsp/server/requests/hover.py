"""textDocument/hover."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.backend import backend_hover
from vt_core.ide.hover import hover
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_HOVER


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.hover_provider = True


def handle(context: Context, params: types.HoverParams) -> types.Hover | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return _of_backend(context, params)
    card = hover(view.snapshot, view.file, view.offset(params.position), context.around(view))
    if card is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, card.markdown), view.range(card.span))


def _of_backend(context: Context, params: types.HoverParams) -> types.Hover | None:
    view = context.backends.view(params.text_document.uri)
    if view is None:
        return None
    card = backend_hover(view.content.text, view.base.snapshot, view.offset(params.position))
    if card is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, card.markdown), view.range(card.span))
