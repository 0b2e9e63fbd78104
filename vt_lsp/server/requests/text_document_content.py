"""workspace/textDocumentContent (3.18): the text of a preview, which an editor opens like a file."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context
from vt_lsp.server.previews import SCHEME, joined, preview_documents, preview_uri

METHOD = types.WORKSPACE_TEXT_DOCUMENT_CONTENT


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    workspace = capabilities.workspace or types.WorkspaceOptions()
    workspace.text_document_content = types.TextDocumentContentOptions(schemes=[SCHEME])
    capabilities.workspace = workspace


def handle(context: Context, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
    named = preview_uri(params.uri)
    view = None if named is None else context.view(named.document)
    if named is None or view is None:
        return types.TextDocumentContentResult("")
    text = joined(preview_documents(view.snapshot, named.operator))
    context.previews.follow(params.uri, text)
    return types.TextDocumentContentResult(text)
