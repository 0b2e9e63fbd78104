"""textDocument/codeLens."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.code_lens import code_lenses
from vt_lsp.server.context import Context
from vt_lsp.server.view import Json

METHOD = types.TEXT_DOCUMENT_CODE_LENS


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.code_lens_provider = types.CodeLensOptions(resolve_provider=True)


def handle(context: Context, params: types.CodeLensParams) -> list[Json]:
    """Several for each entry: written as plain JSON, their words when they are looked at."""
    uri = params.text_document.uri
    view = context.view(uri)
    if view is None or not view.settings.code_lens:
        return []
    return [
        {"range": view.json_range(lens.span), "data": {"uri": uri, **lens.data}}
        for lens in code_lenses(view.snapshot, view.file)
    ]
