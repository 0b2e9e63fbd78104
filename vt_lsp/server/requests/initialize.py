"""initialize: what the client can do, where its folders are, what we can do."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidRequest

from vt_core import __version__
from vt_lsp.server import convert, parent
from vt_lsp.server.context import Context
from vt_lsp.server.uris import uri_path

METHOD = types.INITIALIZE


def handle(context: Context, params: types.InitializeParams) -> types.InitializeResult:
    server, client = context.server, context.client
    if server.state != "new":
        raise JsonRpcInvalidRequest("the server is initialized already")
    client.capabilities = params.capabilities
    client.name = "" if params.client_info is None else f"{params.client_info.name} {params.client_info.version or ''}"
    client.trace = str(getattr(params.trace, "value", params.trace) or "off")
    context.session.encoding = convert.encoding_of(params.capabilities)
    context.session.roots = roots(params)
    context.configuration.set_initial(params.initialization_options)
    context.reports.configure(params.capabilities)
    context.publisher.configure(params.capabilities)
    server.stale.configure(params.capabilities)
    if params.process_id is not None:
        parent.watch(params.process_id, server.parent_gone)
    capabilities = types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(context.session.encoding),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
    )
    for handler in server.handlers.values():
        if handler.advertise is not None:
            handler.advertise(capabilities, params.capabilities)
    server.state = "running"
    client.initialized = True
    return types.InitializeResult(capabilities, types.ServerInfo("vt-lsp", __version__))


def roots(params: types.InitializeParams) -> list[Path]:
    """The folders that the client works in; an older client names one in other ways."""
    if params.workspace_folders:
        uris = [folder.uri for folder in params.workspace_folders]
    elif params.root_uri is not None:
        uris = [params.root_uri]
    else:
        return [] if params.root_path is None else [Path(params.root_path)]
    paths = [uri_path(uri) for uri in uris]
    return [Path(path) for path in paths if path is not None]
