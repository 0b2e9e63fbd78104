"""textDocument/definition."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.backend import backend_definition
from vt_core.ide.goto import definition
from vt_lsp.server.context import Context
from vt_lsp.server.convert_places import Places, backend_places, places

METHOD = types.TEXT_DOCUMENT_DEFINITION


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.definition_provider = True


def handle(context: Context, params: types.DefinitionParams) -> Places:
    view = context.view(params.text_document.uri)
    if view is None:
        return _of_backend(context, params)
    offset = view.offset(params.position)
    helpers = context.helpers(view)
    links = definition(view.snapshot, view.file, offset, helpers, context.kernels_at(view, offset))
    return places(view, links, as_links=context.supports_links("definition"))


def _of_backend(context: Context, params: types.DefinitionParams) -> Places:
    view = context.backends.view(params.text_document.uri)
    found = None
    if view is not None:
        found = backend_definition(view.content.text, view.base.snapshot, view.offset(params.position))
    if view is None or found is None:
        return []
    return backend_places(view, *found, as_links=context.supports_links("definition"))
