"""shutdown: nothing more is done; `exit` follows."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_lsp.server.context import Context

METHOD = types.SHUTDOWN
PARAMS = None


def handle(context: Context, params: Any) -> None:
    context.server.state = "shut down"
