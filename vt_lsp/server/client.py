"""The client, as the server sees it: what it can do, and what is sent to it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from cattrs import Converter
from lsprotocol import types

from vt_lsp.server.log import Level, Log
from vt_lsp.server.messages import Response
from vt_lsp.server.transport import Writer

OnResult = Callable[[Any], None]

_MESSAGE_TYPES = {
    "error": types.MessageType.Error,
    "warning": types.MessageType.Warning,
    "info": types.MessageType.Info,
    "debug": types.MessageType.Log,
}


class JsonText:
    """A value that is JSON already, anywhere in a message."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Client:
    """Sends messages. `capabilities` are empty before `initialize`."""

    def __init__(self, writer: Writer, converter: Converter, log: Log) -> None:
        self.capabilities = types.ClientCapabilities()
        self.name = ""
        self.initialized = False
        self.trace = "off"
        self._writer, self._log = writer, log
        self._unstructure = converter.unstructure
        self._encoder = json.JSONEncoder(
            separators=(",", ":"), allow_nan=False, check_circular=False, default=self._plain
        )
        self._texts: list[str] = []
        # What stands in for such a text while the rest is encoded: nobody else can have written it.
        self._stand_in = secrets.token_hex(16)
        self._waiting: dict[str, OnResult | None] = {}
        self._requests = 0

    def send(self, message: dict[str, Any]) -> None:
        """Send a message: plain values, with lsprotocol's objects anywhere among them. Raises `OSError` when the client
        is gone."""
        self._texts.clear()
        pieces = self._encoder.encode(message).split(f'"{self._stand_in}"')
        for at, text in enumerate(self._texts):
            pieces[at] += text
        self._writer.write("".join(pieces).encode("ascii"))

    def _plain(self, value: Any) -> Any:
        """What the encoder takes for a value that it does not know. A text is put in afterwards."""
        if isinstance(value, JsonText):
            self._texts.append(value.text)
            return self._stand_in
        return self._unstructure(value)

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any, on_result: OnResult | None = None) -> None:
        """Send a request. `on_result` is called later, by the worker, with the plain JSON of a good answer."""
        self._requests += 1
        id_ = f"vt-lsp-{self._requests}"
        self._waiting[id_] = on_result
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": id_, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)

    def take(self, response: Response) -> None:
        """The client has answered."""
        if not isinstance(response.id, str) or response.id not in self._waiting:
            self._log.write("warning", f"an answer to no request: id {response.id!r:.80}: {response.error!r:.200}")
            return
        on_result = self._waiting.pop(response.id)
        if response.error is not None:
            self._log.write("warning", f"the client refused {response.id}: {response.error!r:.500}")
        elif on_result is not None:
            on_result(response.result)

    def tell(self, level: Level, text: str) -> None:
        """Write to the log, the client's and our own."""
        self._log.write(level, text)
        if self.initialized:
            self.notify("window/logMessage", {"type": _MESSAGE_TYPES[level].value, "message": text})

    def show_once(self, level: Level, text: str) -> None:
        """Show a message to the user, each once."""
        self.tell(level, text)
        if self.initialized and self._log.first_time(f"shown {text}"):
            self.notify("window/showMessage", {"type": _MESSAGE_TYPES[level].value, "message": text})

    def traced(self, text: str, verbose: str | None = None) -> None:
        """Tell what is done, if the client wants to know."""
        if self.trace != "off":
            params = {"message": text}
            if verbose is not None and self.trace == "verbose":
                params["verbose"] = verbose
            self.notify("$/logTrace", params)
