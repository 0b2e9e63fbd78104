"""A backend's file in the server: its findings, and what editors ask about its operators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import Checkout, write
from tests.server.inprocess import PUSHED, Session, replace
from vt_lsp.server.uris import path_uri

NATIVE = """\
- func: wash(Tensor self) -> Tensor
  dispatch:
    CPU: wash
- func: rinse.Tensor(Tensor self, Tensor water) -> Tensor
  dispatch:
    CPU: rinse
- func: rinse.hot(Tensor self, float degrees) -> Tensor
"""
BACKEND = """\
backend: XLA
cpp_namespace: torch_xla
supported:
  - wash
  - rinse.Tensor
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path, native=NATIVE, derivatives="[]\n")
    write(tmp_path / "version.txt", "2.13.0\n")
    return made


def opened(tmp_path: Path, text: str, **more: Any) -> tuple[Session, str]:
    """A session with the text as a file in a folder of the checkout."""
    path = tmp_path / "codegen" / "xla.yaml"
    path.parent.mkdir()
    write(path, text)
    session = Session(tmp_path, **more)
    session.open(path_uri(path), text)
    return session, path_uri(path)


def at(line: int, character: int, uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def test_findings_are_pulled(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND)
    assert session.pull(uri) == []
    session.change(uri, 2, replace((3, 4), (3, 8), "wsah"))
    (told,) = session.pull(uri)
    assert told["code"] == "backend-unknown-operator"
    assert told["range"] == {"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 8}}


def test_findings_are_pushed_and_taken_back(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND + "  - wash\n", capabilities=PUSHED)
    (pushed,) = [one for one in session.take("textDocument/publishDiagnostics") if one["uri"] == uri]
    (told,) = pushed["diagnostics"]
    assert (told["code"], pushed["version"]) == ("backend-repeated-operator", 1)
    assert told["relatedInformation"][0]["location"]["range"]["start"] == {"line": 3, "character": 4}
    session.close(uri)
    (pushed,) = [one for one in session.take("textDocument/publishDiagnostics") if one["uri"] == uri]
    assert pushed["diagnostics"] == []


def test_an_edit_of_the_functions_reaches_the_file(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND)
    native = path_uri(checkout.native)
    session.open(native, NATIVE)
    session.change(native, 2, replace((0, 8), (0, 12), "dry"))
    assert session.rules(uri) == [("backend-unknown-operator", 3)]
    session.change(native, 3, replace((0, 8), (0, 11), "wash"))
    assert session.pull(uri) == []


def test_a_broken_entry_of_the_functions_makes_no_operator_unknown(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND)
    session.open(path_uri(checkout.native), NATIVE.replace("(Tensor self) ->", "(Tensor self ->"))
    assert session.pull(uri) == []


@pytest.mark.parametrize("text", ["backend: XLA\ncpp_namespace: [\n", "backend: XLA\nsupported:\n  - &a\n\t-\n", "\n"])
def test_broken_files_are_told_or_left_alone(tmp_path: Path, checkout: Checkout, text: str) -> None:
    session, uri = opened(tmp_path, text)
    assert {item["code"] for item in session.pull(uri)} <= {"yaml-syntax"}
    for method in ("hover", "definition", "completion"):
        session.request(f"textDocument/{method}", at(1, 3, uri))


def test_another_yaml_file_is_left_alone(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, "backend: gloo\nworkers: 3\n")
    assert session.pull(uri) == []
    assert session.request("textDocument/hover", at(0, 3, uri)) is None


def test_hover_and_definition(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND + "  - rinse.hot\n")
    told = session.request("textDocument/hover", at(4, 6, uri))
    assert "rinse.Tensor(Tensor self, Tensor water) -> Tensor" in told["contents"]["value"]
    assert told["range"]["end"] == {"line": 4, "character": 16}
    assert "needs no kernel" in session.request("textDocument/hover", at(5, 6, uri))["contents"]["value"]
    assert session.request("textDocument/hover", at(0, 3, uri)) is None
    (place,) = session.request("textDocument/definition", at(4, 6, uri))
    assert (place["uri"], place["range"]["start"]) == (path_uri(checkout.native), {"line": 3, "character": 8})
    assert session.request("textDocument/definition", at(0, 3, uri)) == []


def test_completion(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND + "  - rin\n\n")
    found = session.request("textDocument/completion", at(5, 7, uri))["items"]
    assert [item["label"] for item in found] == ["rinse.Tensor", "rinse.hot"]
    assert found[0]["textEdit"]["range"]["start"] == {"line": 5, "character": 4}
    keys = [item["label"] for item in session.request("textDocument/completion", at(6, 0, uri))["items"]]
    assert "autograd" in keys
    assert "supported" not in keys


def test_a_fix_is_offered(tmp_path: Path, checkout: Checkout) -> None:
    session, uri = opened(tmp_path, BACKEND.replace("- wash", "- wahs"))
    here = {"start": {"line": 3, "character": 4}, "end": {"line": 3, "character": 4}}
    params = {"textDocument": {"uri": uri}, "range": here, "context": {"diagnostics": []}}
    (action,) = session.request("textDocument/codeAction", params)
    assert (action["title"], action["kind"]) == ("Write `wash`", "quickfix")
    (edit,) = action["edit"]["changes"][uri]
    assert edit["newText"] == "wash"


def test_kernels_are_looked_for_where_the_settings_say(tmp_path: Path, checkout: Checkout) -> None:
    write(tmp_path / "vt-lsp.toml", 'impl-path = "csrc/kernels.cpp"\n')
    (tmp_path / "csrc").mkdir()
    write(tmp_path / "csrc" / "kernels.cpp", "at::Tensor XLANativeFunctions::wash(const at::Tensor& self) {}\n")
    session, uri = opened(tmp_path, BACKEND)
    assert session.rules(uri) == [("backend-missing-kernel", 4)]
    (tmp_path / "csrc" / "kernels.cpp").unlink()
    assert session.pull(uri) == []
