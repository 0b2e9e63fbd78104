"""A server in the test's own process: messages in, messages out, nothing in between."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vt_lsp.server.inbox import Inbox
from vt_lsp.server.log import Log
from vt_lsp.server.messages import read_message
from vt_lsp.server.server import Server
from vt_lsp.server.transport import Frame, Writer
from vt_lsp.server.uris import path_uri

PULLING: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True, "tagSupport": {"valueSet": [1, 2]}},
        "diagnostic": {"relatedDocumentSupport": False},
    },
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
PUSHED: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}},
}


class ErrorAnswer(Exception):  # noqa: N818 - what the server answered
    """A request was answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error)
        self.code: int = error["code"]
        self.error = error


class _Kept(Writer):
    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def write(self, body: bytes) -> None:
        self.messages.append(json.loads(body))


class Session:
    """A client's side. Requests return their results; what else the server sends is kept in `sent`."""

    def __init__(self, root: Path | None = None, capabilities: Mapping[str, Any] = PULLING, **more: Any) -> None:
        self.writer = _Kept()
        self.inbox = Inbox()
        self.server = Server(self.inbox, self.writer, Log())
        self._ids = 0
        if root is not None:
            folders = [{"uri": path_uri(root), "name": root.name}]
            self.initialized = self.request(
                "initialize",
                {"processId": None, "rootUri": None, "capabilities": capabilities, "workspaceFolders": folders, **more},
            )
            self.notify("initialized", {})

    @property
    def sent(self) -> list[dict[str, Any]]:
        """Everything from the server but answers, so far."""
        return [message for message in self.writer.messages if "method" in message]

    def take(self, method: str) -> list[Any]:
        """The parameters of all messages of a method, which are forgotten now."""
        found = [message for message in self.writer.messages if message.get("method") == method]
        self.writer.messages = [message for message in self.writer.messages if message.get("method") != method]
        return [message.get("params") for message in found]

    def put(self, message: Mapping[str, Any]) -> None:
        """A message is read, but not handled yet."""
        self.inbox.put(read_message(Frame(json.dumps({"jsonrpc": "2.0", **message}).encode())))

    def work(self) -> None:
        """Handle all messages read."""
        while not self.inbox.empty and self.server.exit_code is None:
            message = self.inbox.get()
            assert message is not None
            self.server.handle(message)
            self.server.flush()

    def notify(self, method: str, params: Any) -> None:
        self.put({"method": method, "params": params})
        self.work()

    def start(self, method: str, params: Any) -> int:
        """Send a request without handling it. Returns its id."""
        self._ids += 1
        self.put({"id": self._ids, "method": method, "params": params})
        return self._ids

    def answer(self, id_: int) -> Any:
        """The result of a request. Raises `ErrorAnswer`."""
        found = [one for one in self.writer.messages if "method" not in one and one.get("id") == id_]
        assert len(found) == 1, f"{len(found)} answers to request {id_}"
        if "error" in found[0]:
            raise ErrorAnswer(found[0]["error"])
        return found[0]["result"]

    def request(self, method: str, params: Any) -> Any:
        id_ = self.start(method, params)
        self.work()
        return self.answer(id_)

    def respond(self, method: str, result: Any) -> None:
        """Answer the server's last request of a method."""
        asked = [message for message in self.writer.messages if message.get("method") == method]
        self.put({"id": asked[-1]["id"], "result": result})
        self.work()

    # Documents

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def text(self, uri: str) -> str:
        return str(self.request("vt-lsp/text", {"textDocument": {"uri": uri}}))

    def pull(self, uri: str) -> list[dict[str, Any]]:
        report = self.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        assert report["kind"] == "full"
        return list(report["items"])

    def rules(self, uri: str) -> list[tuple[str, int]]:
        """The rules found, each with its line."""
        return [(item["code"], item["range"]["start"]["line"]) for item in self.pull(uri)]


def replace(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    """A change of a range."""
    return {
        "range": {
            "start": {"line": start[0], "character": start[1]},
            "end": {"line": end[0], "character": end[1]},
        },
        "text": text,
    }
