"""After any edits, in any encoding: the server has the client's text, and the diagnostics of a fresh start."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.inprocess import Session
from tests.server.wire import Process, initialize, notification, request
from vt_core.text.lines import Encoding, LineTable, to_units
from vt_lsp.server.uris import path_uri

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS = ("aten/src/ATen/native/native_functions.yaml", "tools/autograd/derivatives.yaml")
EDITS = 3_400  # in each of three encodings
CHECKED_EVERY = 17

SNIPPETS = [
    *[
        "\n",
        "\r\n",
        "\r",
        " ",
        "  ",
        "- ",
        ":",
        ": ",
        "'",
        '"',
        "#",
        " #",
        "[",
        "]",
        "{",
        "&a ",
        "*a",
        "---\n",
        "...\n",
    ],
    *[
        "%",
        "|",
        ">",
        "\t",
        "\ufeff",
        "\U0001d11e",
        "\x85",
        "\u2028",
        "e\u0301",
        "\x0c",
        "\x0b",
        "\x1c",
        "grad",
        "grads[0]",
    ],
    *["self", ", ", "!", "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n", "\u00e9", "\U0001f600\U0001f600"],
    "- func: brand_new(Tensor self) -> Tensor\n  dispatch:\n    CPU: brand_new\n",
    "- name: brand_new(Tensor self) -> Tensor\n  self: grad * self\n",
    "  self: non_differentiable\n",
]


class Editor:
    """A client's buffer, and what it sends."""

    def __init__(self, uri: str, text: str, encoding: Encoding) -> None:
        self.uri, self.text, self.encoding, self.version = uri, text, encoding, 1

    def opened(self) -> dict[str, Any]:
        item = {"uri": self.uri, "languageId": "yaml", "version": 1, "text": self.text}
        return notification("textDocument/didOpen", {"textDocument": item})

    def position(self, offset: int) -> dict[str, int]:
        table = LineTable.of(self.text)
        line, column = table.position(offset)
        return {"line": line, "character": to_units(table.line_text(line), column, self.encoding)}

    def edit(self, rng: random.Random) -> dict[str, Any]:
        """One change of a random kind, made here too."""
        kind = rng.random()
        if kind < 0.02:
            self.text = self.text.replace("\n", rng.choice(["\n", "\r\n", "\r"]), 3)
            return {"text": self.text}
        start = rng.randint(0, len(self.text))
        length = rng.choice([0, 0, 0, 1, 2, 5, 40, 300]) if kind < 0.9 else 0
        start, end = self.whole(start), self.whole(min(len(self.text), start + length))
        new = "" if kind > 0.5 and length else rng.choice(SNIPPETS)
        change = {"range": {"start": self.position(start), "end": self.position(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        return change

    def whole(self, offset: int) -> int:
        """No client can point between a carriage return and its line feed."""
        return offset - 1 if offset and self.text[offset - 1 : offset + 1] == "\r\n" else offset

    def changed(self, rng: random.Random) -> dict[str, Any]:
        """A message with one or several changes, each counted from the text that the one before left."""
        self.version += 1
        changes = [self.edit(rng) for _ in range(rng.choice([1, 1, 1, 2, 5]))]
        document = {"uri": self.uri, "version": self.version}
        return notification("textDocument/didChange", {"textDocument": document, "contentChanges": changes})


def stripped(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(items, key=lambda item: (str(item["range"]), item["code"], item["message"]))


def fresh(root: Path, editors: list[Editor], capabilities: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What a server says that has never seen an edit."""
    session = Session(root, capabilities)
    for editor in editors:
        session.open(editor.uri, editor.text)
    return [stripped(session.pull(editor.uri)) for editor in editors]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("example", ["mistakes"])
def test_ten_thousand_edits(tmp_path: Path, example: str, encoding: Encoding) -> None:
    rng = random.Random(f"{example} {encoding}")
    capabilities = {
        "general": {"positionEncodings": [encoding]},
        "textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": True}},
    }
    originals = [(EXAMPLES / example / path).read_text(encoding="utf-8") for path in PATHS]
    editors = [Editor(path_uri(tmp_path / path), text, encoding) for path, text in zip(PATHS, originals)]
    with Process() as server:
        server.send(initialize(tmp_path, **capabilities), notification("initialized", {}))
        server.send(*[editor.opened() for editor in editors])
        for number in range(1, EDITS + 1):
            server.send(rng.choice(editors).changed(rng))
            if number % CHECKED_EVERY:
                continue
            got = []
            for editor in editors:
                about = {"textDocument": {"uri": editor.uri}}
                server.send(request(2 * number, "vt-lsp/text", about))
                assert server.answer(2 * number)["result"] == editor.text
                server.send(request(2 * number + 1, "textDocument/diagnostic", about))
                got.append(stripped(server.answer(2 * number + 1)["result"]["items"]))
            assert got == fresh(tmp_path, editors, capabilities)
            if number % (20 * CHECKED_EVERY) == 0:  # random edits leave nothing readable after a while
                for editor, text in zip(editors, originals):
                    editor.text, editor.version = text, editor.version + 1
                    document = {"uri": editor.uri, "version": editor.version}
                    change = {"textDocument": document, "contentChanges": [{"text": text}]}
                    server.send(notification("textDocument/didChange", change))
