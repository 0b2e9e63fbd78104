"""textDocument/didChange. A change that cannot be applied leaves the text unknown until all of it is sent."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_lsp.server import convert
from vt_lsp.server.context import Context
from vt_lsp.server.documents import BadChange

METHOD = types.TEXT_DOCUMENT_DID_CHANGE


def handle(context: Context, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    try:
        known = context.session.change(document.uri, document.version, convert.changes(params.content_changes))
    except BadChange as problem:
        context.client.tell("error", f"{document.uri}: {problem}; its text is unknown until the client sends all of it")
        return
    if known is None:
        context.client.tell("warning", f"a change of a document that is not open: {document.uri}")
        return
    context.publisher.notice()
    context.tell_previews()


def refused(context: Context, params: Any) -> None:
    """Parameters that are none: if they name a document, its text is unknown now."""
    try:
        uri = params["textDocument"]["uri"]
    except (TypeError, LookupError):
        return
    if isinstance(uri, str):
        context.session.drop(uri)
