"""A client in the same process: what it sends is handled at once, what the server sends is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vt_lsp.server.inbox import Inbox
from vt_lsp.server.log import Log
from vt_lsp.server.messages import Notification, Request
from vt_lsp.server.server import Server
from vt_lsp.server.transport import Writer
from vt_lsp.server.uris import path_uri

Json = Any

# What a current editor can do, as far as answers depend on it.
CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"workspaceEdit": {"documentChanges": True}, "textDocumentContent": {}},
    "textDocument": {
        "definition": {"linkSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "codeAction": {"resolveSupport": {"properties": ["edit"]}, "dataSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "rename": {"prepareSupport": True},
        "diagnostic": {"relatedDocumentSupport": True},
    },
}


class Sent(Writer):
    """Keeps the messages that the server writes."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.messages: list[Json] = []

    def write(self, body: bytes) -> None:
        self.messages.append(json.loads(body))


class Editor:
    """An initialized session in a folder."""

    def __init__(self, root: Path, capabilities: dict[str, Any] | None = None) -> None:
        self.root, self.sent = root, Sent()
        self.server = Server(Inbox(), self.sent, Log())
        self._ids = 0
        folders = [{"uri": path_uri(root), "name": root.name}]
        known = CAPABILITIES if capabilities is None else capabilities
        self.capabilities = self.request(
            "initialize",
            {"processId": None, "rootUri": path_uri(root), "workspaceFolders": folders, "capabilities": known},
        )["capabilities"]
        self.notify("initialized", {})

    def request(self, method: str, params: Json) -> Json:
        """The result of a request. An error reply is raised as `Refused`."""
        answer = self.answer(method, params)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def answer(self, method: str, params: Json) -> Json:
        """The whole answer to a request."""
        self._ids += 1
        self.server.handle(Request(self._ids, method, params))
        return next(message for message in reversed(self.sent.messages) if message.get("id") == self._ids)

    def notify(self, method: str, params: Json) -> None:
        self.server.handle(Notification(method, params))

    def notifications(self, method: str) -> list[Json]:
        """The parameters of what the server sent under a method, requests included."""
        return [message["params"] for message in self.sent.messages if message.get("method") == method]

    def open(self, path: str) -> OpenText:
        return OpenText(self, self.root / path)


class Refused(Exception):  # noqa: N818 - an answer
    """An error reply."""

    def __init__(self, error: Json) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.message = error["code"], error["message"]


class OpenText:
    """A document that the editor has open. Positions are found by what stands there."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor, self.uri, self.version = editor, path_uri(path), 1
        self.text = path.read_text(encoding="utf-8")
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": self.text}
        editor.notify("textDocument/didOpen", {"textDocument": item})

    def position(self, marked: str) -> Json:
        """The place of `$0` in a text that stands in the document once without it."""
        before, _, after = marked.partition("$0")
        assert self.text.count(before + after) == 1, marked
        return self.position_at(self.text.index(before + after) + len(before))

    def position_at(self, offset: int) -> Json:
        line = self.text.count("\n", 0, offset)
        return {"line": line, "character": offset - (self.text.rfind("\n", 0, offset) + 1)}

    def at(self, marked: str) -> Json:
        """The parameters of a request at `$0`."""
        return {"textDocument": {"uri": self.uri}, "position": self.position(marked)}

    def ask(self, feature: str, marked: str, **more: Json) -> Json:
        """The result of a `textDocument/…` request at `$0`."""
        return self.editor.request(f"textDocument/{feature}", {**self.at(marked), **more})

    def ask_all(self, feature: str, **more: Json) -> Json:
        """The result of a `textDocument/…` request for the whole document."""
        return self.editor.request(f"textDocument/{feature}", {"textDocument": {"uri": self.uri}, **more})

    def range(self, text: str) -> Json:
        """The range of a text that stands in the document once."""
        assert self.text.count(text) == 1, text
        start = self.text.index(text)
        return {"start": self.position_at(start), "end": self.position_at(start + len(text))}

    def read(self, range_: Json) -> str:
        """What stands in a range."""
        lines = self.text.split("\n")
        start, end = range_["start"], range_["end"]
        if start["line"] == end["line"]:
            return lines[start["line"]][start["character"] : end["character"]]
        first, last = lines[start["line"]][start["character"] :], lines[end["line"]][: end["character"]]
        return "\n".join([first, *lines[start["line"] + 1 : end["line"]], last])

    def replace(self, old: str, new: str) -> None:
        """Replace a text that stands in the document once."""
        range_ = self.range(old)
        self.text = self.text.replace(old, new)
        self.version += 1
        self.editor.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": range_, "text": new}],
            },
        )

    def diagnostics(self) -> list[Json]:
        items: list[Json] = self.ask_all("diagnostic")["items"]
        return items
