"""initialized: from now on the server may ask the client for things: its settings, and to watch files."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.configuration import SECTION
from vt_lsp.server.context import Context
from vt_lsp.server.requests import did_change_configuration
from vt_lsp.server.requests.did_change_watched_files import PATTERNS

METHOD = types.INITIALIZED


def handle(context: Context, params: types.InitializedParams) -> None:
    context.log.write("info", f"client: {context.client.name or 'unnamed'}, {context.session.encoding}")
    registrations = _registrations(context.client.capabilities)
    if registrations:
        context.client.request(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations))
    did_change_configuration.ask(context)


def _registrations(client: types.ClientCapabilities) -> list[types.Registration]:
    """What can only be asked for now, where the client allows it."""
    found: list[types.Registration] = []
    workspace = client.workspace
    if workspace is None:
        return found
    watching = workspace.did_change_watched_files
    if watching is not None and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in PATTERNS]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        found.append(types.Registration("vt-lsp-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    changes = workspace.did_change_configuration
    if changes is not None and changes.dynamic_registration:
        section = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        found.append(types.Registration("vt-lsp-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    return found
