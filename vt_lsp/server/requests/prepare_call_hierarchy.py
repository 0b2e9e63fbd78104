"""textDocument/prepareCallHierarchy."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.call_hierarchy import prepare_call_hierarchy
from vt_lsp.server.context import Context
from vt_lsp.server.convert_calls import call_item

METHOD = types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.call_hierarchy_provider = True


def handle(context: Context, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem]:
    uri = params.text_document.uri
    view = context.view(uri)
    if view is None:
        return []
    found = prepare_call_hierarchy(view.snapshot, view.file, view.offset(params.position), context.helpers(view))
    items = [call_item(view, item, uri) for item in found]
    return [item for item in items if item is not None]
