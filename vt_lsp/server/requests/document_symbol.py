"""textDocument/documentSymbol."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.symbols import Symbol, SymbolKind, document_symbols
from vt_lsp.server.context import Context
from vt_lsp.server.view import Json, View

METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL

_KINDS: dict[SymbolKind, types.SymbolKind] = {
    "function": types.SymbolKind.Function,
    "class": types.SymbolKind.Class,
    "variable": types.SymbolKind.Variable,
    "property": types.SymbolKind.Property,
    "namespace": types.SymbolKind.Namespace,
    "key": types.SymbolKind.Key,
    "constant": types.SymbolKind.Constant,
}


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.document_symbol_provider = True


def handle(context: Context, params: types.DocumentSymbolParams) -> list[Json]:
    """Thousands of symbols: written as plain JSON, which costs a tenth of what lsprotocol's objects do."""
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    found = document_symbols(view.snapshot, view.file)
    if context.supports("text_document.document_symbol.hierarchical_document_symbol_support"):
        answer: list[Json] = []
        for one in found:
            context.check()
            answer.append(_symbol(view, one))
        return answer
    uri = params.text_document.uri
    return [
        {
            "name": one.name,
            "kind": _KINDS[one.kind].value,
            "location": {"uri": uri, "range": view.json_range(one.selection)},
        }
        for one in found
    ]


def _symbol(view: View, symbol: Symbol) -> Json:
    found: Json = {
        "name": symbol.name,
        "kind": _KINDS[symbol.kind].value,
        "range": view.json_range(symbol.span),
        "selectionRange": view.json_range(symbol.selection),
    }
    if symbol.detail:
        found["detail"] = symbol.detail
    if symbol.children:
        found["children"] = [_symbol(view, child) for child in symbol.children]
    return found
