"""vt-lsp/text: what the server believes a document's text to be, to find out whether client and server agree."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcContentModified

from vt_lsp.server.context import Context
from vt_lsp.server.params import document_uri

METHOD = "vt-lsp/text"


def handle(context: Context, params: Any) -> str | None:
    """`params` are `{"textDocument": {"uri": …}}`; None for a document that is not open."""
    document = context.session.document(document_uri(params))
    if document is None:
        return None
    if document.dropped:
        raise JsonRpcContentModified("a change of this document could not be applied; send its whole text")
    return context.session.text_of(document)
