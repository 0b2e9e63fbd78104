"""textDocument/didOpen."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_DID_OPEN


def handle(context: Context, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    context.session.open(item.uri, item.version, item.text)
    context.publisher.notice()
