"""tags.yaml: its own mistakes, and what an edit of it does to the functions that use a tag."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.checkout import Checkout, write
from tests.server.inprocess import Session, replace
from vt_lsp.server.uris import path_uri

NATIVE = """\
- func: wash(Tensor self) -> Tensor
  tags: soapy
  dispatch:
    CPU: wash_cpu
"""
DERIVATIVES = """\
- name: wash(Tensor self) -> Tensor
  self: grad
"""
TAGS = "- tag: soapy\n  desc: It foams.\n"


@pytest.fixture
def tags(tmp_path: Path) -> Path:
    checkout = Checkout(tmp_path, native=NATIVE, derivatives=DERIVATIVES)
    write(tmp_path / "version.txt", "2.13.0\n")
    path = checkout.native.with_name("tags.yaml")
    write(path, TAGS)
    return path


def test_an_edit_reaches_the_functions(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    native = path_uri(tags.with_name("native_functions.yaml"))
    session.open(native, NATIVE)
    assert session.pull(native) == []
    session.open(path_uri(tags), TAGS)
    assert session.pull(path_uri(tags)) == []
    session.change(path_uri(tags), 2, replace((0, 7), (0, 12), "dry"))
    assert session.rules(native) == [("unknown-tag", 1)]
    session.close(path_uri(tags))
    assert session.pull(native) == []


def test_an_edit_on_disk_reaches_the_functions(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    native = path_uri(tags.with_name("native_functions.yaml"))
    session.open(native, NATIVE)
    assert session.pull(native) == []
    write(tags, "- tag: another\n  desc: It does not.\n")
    assert session.rules(native) == [("unknown-tag", 1)]
    tags.unlink()
    assert session.pull(native) == []
    write(tags, TAGS)
    assert session.pull(native) == []


def test_a_file_that_comes_later(tmp_path: Path, tags: Path) -> None:
    tags.unlink()
    session = Session(tmp_path)
    native = path_uri(tags.with_name("native_functions.yaml"))
    session.open(native, NATIVE)
    assert session.pull(native) == []
    write(tags, "- tag: another\n  desc: It does not.\n")
    assert session.rules(native) == [("unknown-tag", 1)]
    write(tmp_path / "version.txt", "2.12.0\n")
    assert session.rules(native) == [("unknown-tag", 1)]


def test_an_empty_file(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    session.open(path_uri(tags), "")
    (empty,) = session.pull(path_uri(tags))
    session.change(path_uri(tags), 2, {"text": TAGS})
    assert session.pull(path_uri(tags)) == []
    session.change(path_uri(tags), 3, {"text": ""})
    assert session.pull(path_uri(tags)) == [empty]


def test_its_own_mistakes(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    session.open(path_uri(tags), TAGS)
    session.change(path_uri(tags), 2, replace((1, 2), (1, 18), "desc: ''"))
    assert session.rules(path_uri(tags)) == [("tag-description", 0)]


def test_requests_about_it(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    session.open(path_uri(tags), TAGS)
    at = {"textDocument": {"uri": path_uri(tags)}, "position": {"line": 0, "character": 8}}
    assert (
        session.request("textDocument/hover", at)["contents"]["value"] == "**`soapy`**: It foams.\n\n1 function has it"
    )
    assert not session.request("textDocument/completion", at)["items"]
    places = session.request("textDocument/references", {**at, "context": {"includeDeclaration": True}})
    assert [place["uri"].rpartition("/")[2] for place in places] == ["native_functions.yaml", "tags.yaml"]
    assert [symbol["name"] for symbol in session.request("textDocument/documentSymbol", at)] == ["soapy"]


def test_a_function_leads_to_it(tmp_path: Path, tags: Path) -> None:
    session = Session(tmp_path)
    native = path_uri(tags.with_name("native_functions.yaml"))
    session.open(native, NATIVE)
    at = {"textDocument": {"uri": native}, "position": {"line": 1, "character": 10}}
    (place,) = session.request("textDocument/definition", at)
    assert place.get("uri", place.get("targetUri")) == path_uri(tags)


def test_no_file(tmp_path: Path, tags: Path) -> None:
    tags.unlink()
    session = Session(tmp_path)
    at = {"textDocument": {"uri": path_uri(tags)}, "position": {"line": 0, "character": 8}}
    assert session.request("textDocument/hover", at) is None


def test_a_release_that_reads_none(tmp_path: Path, tags: Path) -> None:
    write(tmp_path / "version.txt", "1.8.1\n")
    session = Session(tmp_path)
    session.open(path_uri(tags), "- [nothing")
    assert session.pull(path_uri(tags)) == []
