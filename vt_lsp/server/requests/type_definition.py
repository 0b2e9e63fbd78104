"""textDocument/typeDefinition."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.goto import type_definition
from vt_lsp.server.context import Context
from vt_lsp.server.convert_places import Places, places

METHOD = types.TEXT_DOCUMENT_TYPE_DEFINITION


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.type_definition_provider = True


def handle(context: Context, params: types.TypeDefinitionParams) -> Places:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    links = type_definition(view.snapshot, view.file, view.offset(params.position), context.helpers(view))
    return places(view, links, as_links=context.supports_links("type_definition"))
