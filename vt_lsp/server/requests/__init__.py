"""The methods that the server knows, one module each.

A module has `METHOD`, `handle(context, params)` and, where it has something to announce, `advertise(capabilities,
client)`. Parameters come as lsprotocol's type for the method, or as `PARAMS` says (None: plain JSON). A result may be
lsprotocol's object or plain JSON. `refused(context, params)` is told of a notification whose parameters are invalid.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from lsprotocol import types

Handle = Callable[[Any, Any], Any]
Advertise = Callable[[types.ServerCapabilities, types.ClientCapabilities], None]


class Handler(NamedTuple):
    """A method's module, as the dispatcher uses it."""

    method: str
    handle: Handle
    params: Any
    advertise: Advertise | None
    refused: Handle | None


def load_handlers() -> dict[str, Handler]:
    """All methods with their handlers."""
    from vt_lsp.server.requests.all import MODULES

    handlers = [_handler(module) for module in MODULES]
    return {handler.method: handler for handler in handlers}


def _handler(module: ModuleType) -> Handler:
    method: str = module.METHOD
    known = types.METHOD_TO_TYPES.get(method)
    params = getattr(module, "PARAMS", None if known is None else known[2])
    return Handler(method, module.handle, params, getattr(module, "advertise", None), getattr(module, "refused", None))
