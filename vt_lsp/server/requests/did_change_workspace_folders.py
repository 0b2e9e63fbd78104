"""workspace/didChangeWorkspaceFolders: roots come and go."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from vt_lsp.server.context import Context
from vt_lsp.server.requests import did_change_configuration
from vt_lsp.server.uris import path_key, uri_key, uri_path

METHOD = types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    if client.workspace is not None and client.workspace.workspace_folders:
        folders = types.WorkspaceFoldersServerCapabilities(supported=True, change_notifications=True)
        if capabilities.workspace is None:
            capabilities.workspace = types.WorkspaceOptions()
        capabilities.workspace.workspace_folders = folders


def handle(context: Context, params: types.DidChangeWorkspaceFoldersParams) -> None:
    gone = {uri_key(folder.uri) for folder in params.event.removed}
    roots = [root for root in context.session.roots if path_key(root) not in gone]
    for folder in params.event.added:
        path = uri_path(folder.uri)
        if path is not None and Path(path) not in roots:
            roots.append(Path(path))
    context.session.roots = roots
    context.server.settings_changed()
    did_change_configuration.ask(context)
