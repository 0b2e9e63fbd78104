"""textDocument/completion."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_core.ide.backend import complete_backend
from vt_core.ide.completion import complete
from vt_core.ide.completion_items import CompletionItem, CompletionKind
from vt_lsp.server.context import Context
from vt_lsp.server.convert_edits import text_edit
from vt_lsp.server.view import View

METHOD = types.TEXT_DOCUMENT_COMPLETION

_KINDS: dict[CompletionKind, types.CompletionItemKind] = {
    "method": types.CompletionItemKind.Method,
    "function": types.CompletionItemKind.Function,
    "field": types.CompletionItemKind.Field,
    "variable": types.CompletionItemKind.Variable,
    "class": types.CompletionItemKind.Class,
    "property": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.Value,
    "enum-member": types.CompletionItemKind.EnumMember,
    "keyword": types.CompletionItemKind.Keyword,
    "snippet": types.CompletionItemKind.Snippet,
    "reference": types.CompletionItemKind.Reference,
    "constant": types.CompletionItemKind.Constant,
    "operator": types.CompletionItemKind.Operator,
}


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.completion_provider = types.CompletionOptions(
        trigger_characters=[".", "(", ":", "[", " ", ">"], resolve_provider=True
    )


def handle(context: Context, params: types.CompletionParams) -> dict[str, Any]:
    uri = params.text_document.uri
    view = context.view(uri)
    if view is None:
        return _of_backend(context, params)
    snippets = context.supports("text_document.completion.completion_item.snippet_support")
    offset = view.offset(params.position)
    found = complete(view.snapshot, view.file, offset, context.helpers(view), snippets=snippets)
    # Nearly all items replace the same word: its place is converted once.
    ranges = {span: view.json_range(span) for span in {item.span for item in found.items}}
    return {
        "isIncomplete": found.is_incomplete,
        "items": [_item(view, item, ranges[item.span], uri) for item in found.items],
    }


def _of_backend(context: Context, params: types.CompletionParams) -> dict[str, Any]:
    view = context.backends.view(params.text_document.uri)
    if view is None:
        return {"isIncomplete": False, "items": []}
    found = complete_backend(view.content.text, view.base.snapshot, view.offset(params.position))
    ranges = {span: context.server.converter.unstructure(view.range(span)) for span in {i.span for i in found.items}}
    items = [_item(view.base, item, ranges[item.span], view.uri) for item in found.items]
    return {"isIncomplete": found.is_incomplete, "items": items}


def _item(view: View, item: CompletionItem, place: dict[str, Any], uri: str) -> dict[str, Any]:
    """A `CompletionItem` as plain JSON: there may be hundreds, at each keystroke."""
    made: dict[str, Any] = {
        "label": item.label,
        "kind": _KINDS[item.kind].value,
        "sortText": item.sort,
        "filterText": item.filter,
        "insertTextFormat": (
            types.InsertTextFormat.Snippet if item.is_snippet else types.InsertTextFormat.PlainText
        ).value,
        "textEdit": {"range": place, "newText": item.text},
        "data": {"uri": uri, **item.data},
    }
    if item.detail:
        made["detail"] = item.detail
    if item.is_snippet:
        made["insertTextMode"] = types.InsertTextMode.AsIs.value
    if item.more:
        made["additionalTextEdits"] = [text_edit(view, edit.span, edit.text) for edit in item.more]
    return made
