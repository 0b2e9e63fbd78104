"""workspace/didChangeConfiguration: the client's settings have changed; clients that can are asked for them."""

from __future__ import annotations

from functools import partial
from typing import Any

from lsprotocol import types

from vt_lsp.server.configuration import SECTION
from vt_lsp.server.context import Context
from vt_lsp.server.uris import path_uri

METHOD = types.WORKSPACE_DID_CHANGE_CONFIGURATION


def handle(context: Context, params: types.DidChangeConfigurationParams) -> None:
    if not ask(context) and context.configuration.set_client(None, params.settings):
        context.server.settings_changed()


def ask(context: Context) -> bool:
    """Ask the client for its settings, if it can tell them: those of all, and those of each root."""
    workspace = context.client.capabilities.workspace
    if workspace is None or not workspace.configuration:
        return False
    roots = [None, *context.session.roots]
    items = [
        {"section": SECTION} if root is None else {"section": SECTION, "scopeUri": path_uri(root)} for root in roots
    ]
    context.client.request(types.WORKSPACE_CONFIGURATION, {"items": items}, partial(_take, context, roots))
    return True


def _take(context: Context, roots: list[Any], result: Any) -> None:
    if not isinstance(result, list):
        return
    news = [context.configuration.set_client(root, settings) for root, settings in zip(roots, result)]
    if any(news):
        context.server.settings_changed()
