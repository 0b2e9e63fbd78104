"""completionItem/resolve: the documentation of an item that the user looks at."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.completion_docs import resolve_completion
from vt_lsp.server.context import Context

METHOD = types.COMPLETION_ITEM_RESOLVE


def handle(context: Context, params: types.CompletionItem) -> types.CompletionItem:
    data = params.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return params
    view = context.view(data["uri"])
    if view is None:
        return params
    known = {str(key): str(value) for key, value in data.items() if key != "uri"}
    text = resolve_completion(view.snapshot, known, context.helpers(view))
    if text:
        params.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
    return params
