"""initialized: from now on the server may ask the client."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.INITIALIZED


def handle(context: Context, params: types.InitializedParams) -> None:
    context.log.write("info", f"client: {context.client.name or 'unnamed'}, {context.session.encoding}")
