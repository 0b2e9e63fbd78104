"""textDocument/completion."""

from __future__ import annotations

from lsprotocol import types

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


def handle(context: Context, params: types.CompletionParams) -> types.CompletionList:
    uri = params.text_document.uri
    view = context.view(uri)
    if view is None:
        return types.CompletionList(False, [])
    snippets = context.supports("text_document.completion.completion_item.snippet_support")
    offset = view.offset(params.position)
    found = complete(view.snapshot, view.file, offset, context.helpers(view), snippets=snippets)
    # Nearly all items replace the same word: its place is converted once.
    ranges = {span: view.range(span) for span in {item.span for item in found.items}}
    items = [_item(view, item, ranges[item.span], uri) for item in found.items]
    return types.CompletionList(found.is_incomplete, items)


def _item(view: View, item: CompletionItem, place: types.Range, uri: str) -> types.CompletionItem:
    return types.CompletionItem(
        label=item.label,
        kind=_KINDS[item.kind],
        detail=item.detail or None,
        sort_text=item.sort,
        filter_text=item.filter,
        insert_text_format=types.InsertTextFormat.Snippet if item.is_snippet else types.InsertTextFormat.PlainText,
        insert_text_mode=types.InsertTextMode.AsIs if item.is_snippet else None,
        text_edit=types.TextEdit(place, item.text),
        additional_text_edits=[text_edit(view, edit.span, edit.text) for edit in item.more] or None,
        data={"uri": uri, **item.data},
    )
