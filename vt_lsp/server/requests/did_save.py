"""textDocument/didSave: the text is known already; other files may have been written along with it."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_DID_SAVE


def handle(context: Context, params: types.DidSaveTextDocumentParams) -> None:
    context.server.files_changed()
