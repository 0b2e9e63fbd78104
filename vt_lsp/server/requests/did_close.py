"""textDocument/didClose: from now on the file's text is that on disk."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_DID_CLOSE


def handle(context: Context, params: types.DidCloseTextDocumentParams) -> None:
    if context.session.close(params.text_document.uri) is not None:
        context.reports.forget(params.text_document.uri)
        context.publisher.closed(params.text_document.uri)
