"""textDocument/semanticTokens/full/delta."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.token_data import delta
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA


def handle(
    context: Context, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokensDelta | types.SemanticTokens | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    uri = params.text_document.uri
    before = context.tokens.known(uri, params.previous_result_id)
    known = context.tokens.update(uri, view)
    if before is None:
        return types.SemanticTokens(known.data, known.result_id)
    edits = [
        types.SemanticTokensEdit(edit.start, edit.delete_count, edit.data) for edit in delta(before.data, known.data)
    ]
    return types.SemanticTokensDelta(edits, known.result_id)
