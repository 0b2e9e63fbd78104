"""textDocument/semanticTokens/full."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.token_types import TOKEN_MODIFIERS, TOKEN_TYPES
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.semantic_tokens_provider = types.SemanticTokensOptions(
        legend=types.SemanticTokensLegend(list(TOKEN_TYPES), list(TOKEN_MODIFIERS)),
        full=types.SemanticTokensFullDelta(delta=True),
        range=True,
    )


def handle(context: Context, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    known = context.tokens.update(params.text_document.uri, view)
    return types.SemanticTokens(known.data, known.result_id)
