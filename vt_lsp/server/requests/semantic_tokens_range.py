"""textDocument/semanticTokens/range."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.semantic_tokens import range_data
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE


def handle(context: Context, params: types.SemanticTokensRangeParams) -> types.SemanticTokens | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    return types.SemanticTokens(range_data(view.snapshot, view.file, view.span(params.range), view.encoding))
