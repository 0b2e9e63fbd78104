"""Parameters of our own methods and commands: plain JSON, looked at before it is used."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams


def document_uri(params: Any) -> str:
    """`textDocument.uri`. Raises InvalidParams without one."""
    try:
        uri = params["textDocument"]["uri"]
    except (TypeError, LookupError):
        uri = None
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`textDocument.uri` is missing")
    return uri


def optional_position(params: Any, name: str = "position") -> types.Position | None:
    """A position, None where none is given. Raises InvalidParams for something else."""
    given = params.get(name) if isinstance(params, dict) else None
    if given is None:
        return None
    if not isinstance(given, dict):
        raise JsonRpcInvalidParams(f"`{name}` is no position")
    return types.Position(_count(given.get("line"), name), _count(given.get("character"), name))


def optional_text(params: Any, name: str) -> str | None:
    """A string, None where none is given. Raises InvalidParams for something else."""
    given = params.get(name) if isinstance(params, dict) else None
    if given is not None and not isinstance(given, str):
        raise JsonRpcInvalidParams(f"`{name}` is no string")
    return given


def _count(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise JsonRpcInvalidParams(f"`{name}` is no position")
    return value
