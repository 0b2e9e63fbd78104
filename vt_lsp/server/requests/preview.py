"""vt-lsp/preview: the C++ that is generated for an operator, or for what stands at a position.

Parameters: `{textDocument: {uri}, position?}` or `{textDocument: {uri}, operator}`. Result: `{uri, operator, text,
operators}`, null where there is no operator; `operators` are all that the position reaches, the first is shown. The
preview follows the edits: `vt-lsp/previewChanged` `{uri}` says that its text is another one.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_core.ide.preview import find_operators
from vt_core.ide.preview_map import operators_at
from vt_lsp.server.context import Context
from vt_lsp.server.params import document_uri, optional_position, optional_text
from vt_lsp.server.previews import PreviewUri, joined, preview_documents
from vt_lsp.server.view import Json, View

METHOD = "vt-lsp/preview"
PARAMS = None


def handle(context: Context, params: Any) -> Json | None:
    uri = document_uri(params)
    return preview_of(context, uri, optional_position(params), optional_text(params, "operator"))


def preview_of(context: Context, uri: str, position: types.Position | None, operator: str | None) -> Json | None:
    """The answer; also that of the command."""
    view = context.view(uri)
    if view is None:
        return None
    operators = reached_operators(view, position, operator)
    if not operators:
        return None
    shown = operator if operator is not None else operators[0]
    text = joined(preview_documents(view.snapshot, shown))
    preview = str(PreviewUri(shown, uri))
    context.previews.follow(preview, text)
    return {"uri": preview, "operator": shown, "text": text, "operators": operators}


def reached_operators(view: View, position: types.Position | None, operator: str | None) -> list[str]:
    """The operators that are meant: those of a name, or those that the entry at a position reaches."""
    if operator is not None:
        found = find_operators(view.snapshot, operator)
    elif position is not None:
        found = operators_at(view.snapshot, view.file, view.offset(position))
    else:
        found = ()
    return [matched.function.func.name.text for matched in found]
