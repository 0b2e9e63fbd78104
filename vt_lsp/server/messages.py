"""JSON-RPC messages: what a body holds, and the bodies of answers. No lsprotocol here: this runs beside the worker."""

from __future__ import annotations

import json
from typing import Any, NoReturn, Union

from vt_lsp.server.transport import Frame

Id = Union[int, str]

PARSE_ERROR = -32700
INVALID_REQUEST = -32600


class Request:
    """A request of the client. `cancelled` may become true at any moment; `sequence` counts all messages read."""

    __slots__ = ("cancelled", "id", "method", "params", "sequence")

    def __init__(self, id_: Id, method: str, params: Any) -> None:
        self.id, self.method, self.params = id_, method, params
        self.cancelled = False
        self.sequence = 0


class Notification:
    """A notification of the client."""

    __slots__ = ("method", "params")

    def __init__(self, method: str, params: Any) -> None:
        self.method, self.params = method, params


class Response:
    """The client's answer to a request of the server. `error` is None where there is none."""

    __slots__ = ("error", "id", "result")

    def __init__(self, id_: Any, result: Any, error: Any) -> None:
        self.id, self.result, self.error = id_, result, error


class Malformed:
    """What is no message, with the error that answers it."""

    __slots__ = ("code", "id", "text")

    def __init__(self, id_: Id | None, code: int, text: str) -> None:
        self.id, self.code, self.text = id_, code, text


Message = Union[Request, Notification, Response, Malformed]


def read_message(frame: Frame) -> Message:
    """What a frame holds. Never raises."""
    if not frame.readable:
        return Malformed(None, INVALID_REQUEST, f"a message in {frame.charset!r:.40}, where UTF-8 is needed")
    try:
        value = json.loads(frame.body.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        return Malformed(None, PARSE_ERROR, f"not JSON: {error}")
    if not isinstance(value, dict):
        return Malformed(None, INVALID_REQUEST, "a message is a JSON object")
    id_ = value.get("id")
    usable = id_ if isinstance(id_, (int, str)) and not isinstance(id_, bool) else None
    if value.get("jsonrpc") != "2.0":
        return Malformed(usable, INVALID_REQUEST, 'a message has "jsonrpc": "2.0"')
    method = value.get("method")
    if method is None:
        if "result" in value or "error" in value:
            return Response(id_, value.get("result"), value.get("error"))
        return Malformed(usable, INVALID_REQUEST, "a message has a method, a result or an error")
    if not isinstance(method, str):
        return Malformed(usable, INVALID_REQUEST, "a method is a string")
    if "id" not in value:
        return Notification(method, value.get("params"))
    if usable is None:
        return Malformed(None, INVALID_REQUEST, "an id is a number or a string")
    return Request(usable, method, value.get("params"))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
