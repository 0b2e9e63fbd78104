"""workspace/symbol."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.workspace_symbols import SymbolKind, workspace_symbols
from vt_lsp.server.context import Context

METHOD = types.WORKSPACE_SYMBOL

_KINDS: dict[SymbolKind, types.SymbolKind] = {
    "operator": types.SymbolKind.Function,
    "entry": types.SymbolKind.Method,
    "node": types.SymbolKind.Class,
}


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.workspace_symbol_provider = types.WorkspaceSymbolOptions(work_done_progress=True)


def handle(context: Context, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    found: list[types.WorkspaceSymbol] = []
    for view in context.session.views():
        context.check()
        for symbol in workspace_symbols(view.snapshot, params.query):
            location = view.location(symbol.file, symbol.span)
            if location is not None:
                found.append(
                    types.WorkspaceSymbol(location, symbol.name, _KINDS[symbol.kind], container_name=symbol.container)
                )
    return found
