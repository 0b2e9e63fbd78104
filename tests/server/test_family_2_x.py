"""A pair of family 2.x over the protocol: every request at many places of all three files is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.ide.family_2_x import DERIVATIVES, NATIVE, TAGS
from tests.server.checkout import Checkout, write
from tests.server.inprocess import Session, replace
from vt_lsp.server.uris import path_uri

AT_PLACES: dict[str, dict[str, Any]] = {
    "textDocument/hover": {},
    "textDocument/completion": {},
    "textDocument/signatureHelp": {},
    "textDocument/definition": {},
    "textDocument/declaration": {},
    "textDocument/typeDefinition": {},
    "textDocument/implementation": {},
    "textDocument/references": {"context": {"includeDeclaration": True}},
    "textDocument/documentHighlight": {},
    "textDocument/prepareCallHierarchy": {},
    "textDocument/linkedEditingRange": {},
}
OF_FILES = (
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/semanticTokens/full",
    "textDocument/diagnostic",
)


@pytest.fixture
def uris(tmp_path: Path) -> dict[str, str]:
    checkout = Checkout(tmp_path, native=NATIVE, derivatives=DERIVATIVES)
    write(tmp_path / "version.txt", "2.13.0\n")
    tags = checkout.native.with_name("tags.yaml")
    write(tags, TAGS)
    return {checkout.native_uri: NATIVE, checkout.derivatives_uri: DERIVATIVES, path_uri(tags): TAGS}


@pytest.fixture
def session(tmp_path: Path, uris: dict[str, str]) -> Session:
    session = Session(tmp_path)
    for uri, text in uris.items():
        session.open(uri, text)
    return session


def without_hints(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [item for item in items if item["severity"] < 4]


def test_no_finding(session: Session, uris: dict[str, str]) -> None:
    assert [without_hints(session.pull(uri)) for uri in uris] == [[], [], []]


def test_every_request(session: Session, uris: dict[str, str]) -> None:
    answered = dict.fromkeys(AT_PLACES, 0)
    options = {"tabSize": 2, "insertSpaces": True}
    for uri, text in uris.items():
        document = {"textDocument": {"uri": uri}}
        for line, content in enumerate(text.split("\n")):
            for character in range(0, len(content) + 1, 3):
                at = {**document, "position": {"line": line, "character": character}}
                for method, more in AT_PLACES.items():
                    answered[method] += bool(session.request(method, {**at, **more}))
        for method in OF_FILES:
            assert session.request(method, document) is not None
        end = {"line": text.count("\n"), "character": 0}
        whole = {**document, "range": {"start": {"line": 0, "character": 0}, "end": end}}
        assert session.request("textDocument/inlayHint", whole) is not None
        assert session.request("textDocument/codeAction", {**whole, "context": {"diagnostics": []}}) is not None
        assert session.request("textDocument/formatting", {**document, "options": options}) is not None
    assert [method for method, count in answered.items() if not count] == []


def test_a_preview_has_every_file(session: Session, uris: dict[str, str]) -> None:
    native = next(iter(uris))
    found = session.request("vt-lsp/preview", {"textDocument": {"uri": native}, "operator": "sway_"})
    for part in ("VariableType_", "ADInplaceOrViewType_", "Functions.h", "Functions.cpp"):
        assert part in str(found)


def test_renaming_an_argument_reaches_its_tangent(session: Session, uris: dict[str, str]) -> None:
    derivatives = list(uris)[1]
    at = {"textDocument": {"uri": derivatives}, "position": {"line": 2, "character": 3}}
    edits = session.request("textDocument/rename", {**at, "newName": "push"})
    changed = edits.get("changes") or {one["textDocument"]["uri"]: one["edits"] for one in edits["documentChanges"]}
    assert len(changed[derivatives]) == 5
    for number, edit in enumerate(sorted(changed[derivatives], key=lambda edit: str(edit["range"]), reverse=True)):
        start, end = edit["range"]["start"], edit["range"]["end"]
        one = replace((start["line"], start["character"]), (end["line"], end["character"]), edit["newText"])
        session.change(derivatives, number + 2, one)
    assert "result: self_t * push_p + push_t * self_p" in session.text(derivatives)


def test_another_release_reads_the_same_files(tmp_path: Path, session: Session, uris: dict[str, str]) -> None:
    write(tmp_path / "version.txt", "1.8.1\n")
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    rules = {rule for rule, _ in session.rules(next(iter(uris)))}
    assert "unknown-field" in rules
    write(tmp_path / "version.txt", "2.13.0\n")
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert [without_hints(session.pull(uri)) for uri in uris] == [[], [], []]
