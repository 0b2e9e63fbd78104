"""$/setTrace: whether the client wants to be told what the server does."""

from __future__ import annotations

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.SET_TRACE


def handle(context: Context, params: types.SetTraceParams) -> None:
    context.client.trace = params.value.value if isinstance(params.value, types.TraceValue) else str(params.value)
