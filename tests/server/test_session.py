"""Pairs in a workspace: found by path and content, with either file open, wherever the texts come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.checkout import DERIVATIVES, NATIVE, Checkout, write
from tests.server.inprocess import ErrorAnswer, Session, replace
from vt_lsp.server.uris import path_uri

BAD_KEY = DERIVATIVES.replace("  water: grad", "  watr: grad")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "pytorch")


def test_one_file_open_the_other_from_disk(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 2)]
    write(checkout.native, NATIVE.replace("water", "watr"))
    assert session.rules(checkout.derivatives_uri) == [("unknown-function", 0)]
    write(checkout.native, NATIVE)
    assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 2)]


def test_the_language_id_does_not_matter(checkout: Checkout) -> None:
    session = Session(checkout.root)
    item = {"uri": checkout.derivatives_uri, "languageId": "plaintext", "version": 1, "text": BAD_KEY}
    session.notify("textDocument/didOpen", {"textDocument": item})
    assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 2)]


def test_the_buffer_goes_before_the_disk(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.native_uri, NATIVE.replace("rinse(", "rinsed("))
    assert session.rules(checkout.derivatives_uri) == [("unknown-function", 4)]
    write(checkout.native, NATIVE)
    assert session.rules(checkout.derivatives_uri) == [("unknown-function", 4)]
    session.close(checkout.native_uri)
    assert session.rules(checkout.derivatives_uri) == []
    session.close(checkout.derivatives_uri)
    assert session.rules(checkout.derivatives_uri) == []


def test_edits_of_both_files(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.native_uri, NATIVE)
    session.change(checkout.native_uri, 2, replace((0, 8), (0, 12), "scrub"))
    assert session.rules(checkout.derivatives_uri) == [("unknown-function", 0)]
    session.change(checkout.derivatives_uri, 2, replace((0, 8), (0, 12), "scrub"))
    assert session.rules(checkout.derivatives_uri) == []
    assert session.text(checkout.native_uri) == NATIVE.replace("wash(", "scrub(")
    assert session.text(checkout.derivatives_uri) == DERIVATIVES.replace("wash(", "scrub(")


def test_full_sync(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.pull(checkout.derivatives_uri)
    session.change(checkout.derivatives_uri, 2, {"text": BAD_KEY})
    assert session.text(checkout.derivatives_uri) == BAD_KEY
    assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 2)]
    session.change(checkout.derivatives_uri, 3, {"text": ""})
    assert session.text(checkout.derivatives_uri) == ""
    session.change(checkout.derivatives_uri, 4, {"text": DERIVATIVES})
    assert session.rules(checkout.derivatives_uri) == []


def test_several_roots_and_pairs(tmp_path: Path) -> None:
    first, second = Checkout(tmp_path / "one"), Checkout(tmp_path / "two", derivatives=BAD_KEY)
    session = Session(first.root)
    added = {"uri": path_uri(second.root), "name": "two"}
    session.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [added], "removed": []}})
    session.open(first.derivatives_uri, DERIVATIVES)
    session.open(second.derivatives_uri, BAD_KEY)
    assert session.rules(first.derivatives_uri) == []
    assert session.rules(second.derivatives_uri) == [("unknown-gradient-argument", 2)]
    report = session.request("workspace/diagnostic", {"previousResultIds": []})
    found = {item["uri"]: len(item["items"]) for item in report["items"]}
    assert found == {
        first.derivatives_uri: 0,
        first.native_uri: 0,
        second.derivatives_uri: 1,
        second.native_uri: 0,
    }
    session.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [added]}})
    session.close(second.derivatives_uri)
    report = session.request("workspace/diagnostic", {"previousResultIds": []})
    assert {item["uri"] for item in report["items"]} == {first.derivatives_uri, first.native_uri}


def test_workspace_reports_that_did_not_change(checkout: Checkout) -> None:
    session = Session(checkout.root)
    report = session.request("workspace/diagnostic", {"previousResultIds": []})
    known = [{"uri": item["uri"], "value": item["resultId"]} for item in report["items"]]
    assert [item["version"] for item in report["items"]] == [None, None]
    report = session.request("workspace/diagnostic", {"previousResultIds": known})
    assert [item["kind"] for item in report["items"]] == ["unchanged", "unchanged"]


def test_spellings_of_one_uri(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "py torch")
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    assert "%20" in checkout.derivatives_uri
    other = checkout.derivatives_uri.replace("%20", " ").replace("/tools/", "/tools/./")
    session.change(other, 2, {"text": BAD_KEY})
    assert session.rules(checkout.derivatives_uri) == session.rules(other) == [("unknown-gradient-argument", 2)]


def test_drive_letters() -> None:
    session = Session(Path("/nowhere"))
    session.open("file:///c%3A/pt/derivatives.yaml", BAD_KEY)
    session.open("file:///C:/pt/native_functions.yaml", NATIVE)
    assert session.rules("file:///C%3A/pt/derivatives.yaml") == [("unknown-gradient-argument", 2)]


def test_both_files_only_in_the_editor(tmp_path: Path) -> None:
    session = Session(tmp_path)
    derivatives, native = path_uri(tmp_path / "derivatives.yaml"), path_uri(tmp_path / "native_functions.yaml")
    session.open(derivatives, BAD_KEY)
    assert session.pull(derivatives) == []
    session.open(native, NATIVE)
    assert session.rules(derivatives) == [("unknown-gradient-argument", 2)]


def test_a_lone_file_is_checked_for_itself(tmp_path: Path) -> None:
    session = Session(tmp_path)
    alone = path_uri(tmp_path / "derivatives.yaml")
    session.open(alone, DERIVATIVES + "- name: [\n")
    assert session.rules(alone) == [("yaml-syntax", 6)]
    write(tmp_path / "native_functions.yaml", NATIVE.replace("rinse(", "rinsed("))
    assert ("unknown-function", 4) in session.rules(alone)


def test_untitled_documents(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open("untitled:Untitled-1", "")
    assert session.pull("untitled:Untitled-1") == []
    session.change("untitled:Untitled-1", 2, {"text": "- func: wash(Tensr self) -> Tensor\n"})
    assert session.rules("untitled:Untitled-1") == [("unknown-type", 0)]
    session.change("untitled:Untitled-1", 3, replace((0, 13), (0, 18), "Tensor"))
    assert session.pull("untitled:Untitled-1") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deprecated.yaml", "- name: add(Tensor self, Scalar alpha) -> Tensor\n  aten: add(self, alpha)\n"),
        ("derivatives.yaml", "swaps:\n  - usd: 3\n"),
        ("native_functions.yaml", "- just\n- a list\n"),
        ("other.yaml", "- func: f(Tensr self) -> Tensor\n"),
        ("FunctionsManual.cpp", "Tensor f() {}\n"),
        ("tags.yaml", "- tag: core\n"),
    ],
)
def test_files_that_are_no_part_of_a_pair(tmp_path: Path, name: str, text: str) -> None:
    session = Session(tmp_path)
    uri = path_uri(tmp_path / name)
    session.open(uri, text)
    assert session.pull(uri) == []
    session.change(uri, 2, replace((0, 0), (0, 1), "é\U0001d11e"))
    assert session.text(uri) == "é\U0001d11e" + text[1:]
    at = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
    assert session.request("textDocument/hover", at) is None
    session.close(uri)
    assert session.pull(uri) == []


def test_documents_that_are_not_open(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.change(checkout.derivatives_uri, 2, {"text": "x"})
    session.close(checkout.derivatives_uri)
    assert session.request("vt-lsp/text", {"textDocument": {"uri": checkout.derivatives_uri}}) is None
    assert session.pull(checkout.derivatives_uri) == []
    assert "not open" in session.take("window/logMessage")[-1]["message"]


def test_a_change_that_cannot_be_applied_drops_the_document(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.native_uri, NATIVE)
    for broken in (replace((1, 0), (0, 0), "x"), {"range": {"start": {"line": -1}}, "text": "x"}, {"text": 7}):
        session.change(checkout.derivatives_uri, 2, broken)
        for method in ("vt-lsp/text", "textDocument/diagnostic"):
            with pytest.raises(ErrorAnswer) as caught:
                session.request(method, {"textDocument": {"uri": checkout.derivatives_uri}})
            assert caught.value.code == -32801
        session.change(checkout.derivatives_uri, 3, replace((0, 0), (0, 0), "x"))
        assert session.pull(checkout.native_uri) == []
        session.change(checkout.derivatives_uri, 4, {"text": BAD_KEY}, replace((0, 0), (0, 0), "#\n"))
        assert session.text(checkout.derivatives_uri) == "#\n" + BAD_KEY
        assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 3)]
    assert session.take("window/showMessage") == []


def test_opened_twice(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert session.rules(checkout.derivatives_uri) == [("unknown-gradient-argument", 2)]


def test_the_partner_goes_and_comes_back(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    assert session.pull(checkout.derivatives_uri) == []
    checkout.native.unlink()
    assert session.pull(checkout.derivatives_uri) == []
    write(checkout.native, NATIVE.replace("rinse(", "rinsed("))
    assert session.rules(checkout.derivatives_uri) == [("unknown-function", 4)]
    checkout.native.write_bytes(b"\xff\xfe")
    assert session.pull(checkout.derivatives_uri) == []
    write(checkout.native, NATIVE)
    assert session.pull(checkout.derivatives_uri) == []


def test_the_release_follows_version_txt(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert session.pull(checkout.derivatives_uri)[0]["severity"] == 1
    status = session.request("vt-lsp/status", None)
    assert status["pairs"][0]["release"] == "1.8.1"
    write(checkout.root / "version.txt", "1.9.0\n")  # no dialect of its own: what is refused may be fine
    assert session.request("vt-lsp/status", None)["pairs"][0]["exact"] is False
    write(checkout.root / "version.txt", "1.8.0a0\n")
    assert session.request("vt-lsp/status", None)["pairs"][0]["release"] == "1.8.0a0"
    # What decides between the two is in the file.
    session.change(checkout.derivatives_uri, 2, replace((1, 8), (1, 8), "to_args_scalartypes("))
    assert session.request("vt-lsp/status", None)["pairs"][0]["release"] == "1.8.1"
    session.change(checkout.derivatives_uri, 3, replace((1, 8), (1, 9), ""))
    assert session.request("vt-lsp/status", None)["pairs"][0]["release"] == "1.8.0a0"


def test_both_sides_of_a_conflict_stay_readable(checkout: Checkout) -> None:
    session = Session(checkout.root)
    text = DERIVATIVES.replace("  self: grad\n", "<<<<<<< HEAD\n  self: grad\n=======\n  slf: grad\n>>>>>>> x\n")
    session.open(checkout.derivatives_uri, text)
    assert session.rules(checkout.derivatives_uri) == [
        ("merge-conflict", 5),
        ("merge-conflict", 7),
        ("unknown-gradient-argument", 8),
        ("merge-conflict", 9),
    ]
