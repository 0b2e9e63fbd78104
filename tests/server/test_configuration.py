"""Settings: where they come from, which of them go first, and what is told of wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import DERIVATIVES, NATIVE, Checkout, write
from tests.server.inprocess import PULLING, Session
from vt_core.dialects.v1_8 import V1_8_0A0
from vt_lsp.server.uris import path_uri
from vt_lsp.settings import Settings, combined, read_settings
from vt_lsp.settings_file import find_settings, settings_problems

ROOT = Path("/project")
BAD_KEY = DERIVATIVES.replace("  water: grad", "  watr: grad")
ASKING = {**PULLING, "workspace": {"configuration": True, "diagnostics": {"refreshSupport": True}}}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def severities(session: Session, uri: str) -> list[int]:
    return [item["severity"] for item in session.pull(uri)]


def test_all_settings() -> None:
    raw = {
        "native-functions": "a/native.yaml",
        "derivatives": "./b/../b/deriv.yaml",
        "tags": "tags.yaml",
        "dialect": "1.8.0a0",
        "rules": {"unknown-type": "warning", "unknown-function": "off"},
        "inlay-hints": False,
        "code-lens": False,
    }
    reading = read_settings(raw, ROOT)
    assert reading.problems == ()
    assert combined([reading.chosen]) == Settings(
        ROOT / "a/native.yaml",
        ROOT / "b/deriv.yaml",
        ROOT / "tags.yaml",
        V1_8_0A0,
        {"unknown-type": "warning", "unknown-function": "off"},
        False,
        False,
    )
    in_editors_style = {"nativeFunctions": "a/native.yaml", "inlayHints": False, "codeLens": None}
    assert read_settings(in_editors_style, ROOT).chosen == {
        "native_functions": ROOT / "a/native.yaml",
        "inlay_hints": False,
    }


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"inlay-hint": True}, "inlay-hint: no such setting; did you mean inlay-hints?"),
        ({"inlay-hints": 1}, "inlay-hints: true or false, not 1"),
        ({"rules": []}, "rules: a table of rules and levels, not a list"),
        ({"rules": {"unknown-typ": "off"}}, "rules.unknown-typ: no such rule; did you mean unknown-type?"),
        ({"rules": {"unknown-type": "fatal"}}, "rules.unknown-type: 'fatal' is no level: off, error, warning, inf"),
        ({"rules": {"unknown-type": []}}, "rules.unknown-type: [] is no level"),
        ({"dialect": "9.9"}, "dialect: '9.9' is no release that is known; known are 2.15"),
        ({"dialect": 1.8}, "dialect: 1.8 is no release"),
        ({"derivatives": "../x.yaml"}, "derivatives: ../x.yaml: leads out of /project"),
        ({"derivatives": "a/../../project2/x"}, "derivatives: a/../../project2/x: leads out of /project"),
        ({"derivatives": "/etc/passwd"}, "derivatives: /etc/passwd: write the path relative to /project"),
        ({"derivatives": ""}, "derivatives: a path is a string, not ''"),
        ({"derivatives": {}}, "derivatives: a path is a string, not a table"),
        ([], "settings are a table, not a list"),
        ("x", "settings are a table, not 'x'"),
    ],
)
def test_wrong_settings_are_told_and_ignored(raw: Any, said: str) -> None:
    reading = read_settings(raw, ROOT)
    assert combined([reading.chosen]) == Settings()
    (problem,) = reading.problems
    assert problem.text.startswith(said)


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    write(tmp_path / "pyproject.toml", "[tool.vt-lsp]\ncode-lens = false\n")
    assert find_settings(inner).chosen == {"code_lens": False}
    write(tmp_path / "a/pyproject.toml", "[tool.other]\nx = 1\n")
    assert find_settings(inner).path == tmp_path / "pyproject.toml"
    write(tmp_path / "a/vt-lsp.toml", "inlay-hints = false\n")
    assert find_settings(inner).chosen == {"inlay_hints": False}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tool.black]\nx=1\n[tool.vt-lsp]\ndialekt = "1.8"\n', "pyproject.toml:4: dialekt: no such setting"),
        ('[tool.vt-lsp.rules]\n"unknown-type" = "off"\nx = "off"\n', "pyproject.toml:3: rules.x: no such rule"),
        ('[tool]\nvt-lsp.rules = { x = "off" }\n', "pyproject.toml:2: rules.x: no such rule"),
        ("[tool.vt-lsp]\nrules = {\n", "pyproject.toml:2: not TOML"),
        ("[tool]\nvt-lsp = 3\n", "pyproject.toml:2: settings are a table"),
    ],
)
def test_problems_have_their_place(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path / "pyproject.toml", text)
    (problem,) = settings_problems(find_settings(tmp_path).problems)
    assert problem.startswith(f"{tmp_path}/{said}")


def test_initialization_options(checkout: Checkout) -> None:
    options = {"vt-lsp": {"rules": {"unknown-gradient-argument": "hint"}, "nonsense": 1}}
    session = Session(checkout.root, initializationOptions=options)
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert severities(session, checkout.derivatives_uri) == [4]
    (shown,) = session.take("window/showMessage")
    assert shown["message"] == "initializationOptions vt-lsp.nonsense: no such setting; it is ignored"


def test_a_settings_file_and_its_changes(checkout: Checkout) -> None:
    write(checkout.root / "vt-lsp.toml", '[rules]\nunknown-gradient-argument = "off"\n')
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert session.pull(checkout.derivatives_uri) == []
    write(checkout.root / "vt-lsp.toml", '[rules]\nunknown-gradient-argument = "warning"\nfoo = 3\n')
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert len(session.take("workspace/diagnostic/refresh")) == 1
    assert severities(session, checkout.derivatives_uri) == [2]
    (shown,) = session.take("window/showMessage")
    assert shown["message"].startswith(f"{checkout.root}/vt-lsp.toml:3: rules.foo: no such rule")
    (checkout.root / "vt-lsp.toml").unlink()
    session.notify("textDocument/didSave", {"textDocument": {"uri": checkout.derivatives_uri}})
    assert severities(session, checkout.derivatives_uri) == [1]


def test_settings_of_the_client(checkout: Checkout) -> None:
    write(checkout.root / "vt-lsp.toml", '[rules]\nunknown-gradient-argument = "hint"\n')
    session = Session(checkout.root, ASKING)
    (asked,) = session.take("workspace/configuration")
    assert asked["items"] == [{"section": "vt-lsp"}, {"section": "vt-lsp", "scopeUri": path_uri(checkout.root)}]
    session.open(checkout.derivatives_uri, BAD_KEY)
    assert severities(session, checkout.derivatives_uri) == [4]
    session.notify("workspace/didChangeConfiguration", {"settings": None})
    session.respond("workspace/configuration", [None, {"rules": {"unknown-gradient-argument": "information"}}])
    assert severities(session, checkout.derivatives_uri) == [3]  # the client's go first
    assert len(session.take("workspace/diagnostic/refresh")) == 1
    session.notify("workspace/didChangeConfiguration", {"settings": None})
    session.respond("workspace/configuration", [{"rules": {"unknown-gradient-argument": "error"}}, None])
    assert severities(session, checkout.derivatives_uri) == [1]
    session.notify("workspace/didChangeConfiguration", {"settings": None})
    session.respond("workspace/configuration", "nonsense")
    assert severities(session, checkout.derivatives_uri) == [1]


def test_settings_that_the_client_pushes(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, BAD_KEY)
    settings = {"vt-lsp": {"rules": {"unknown-gradient-argument": "warning"}}, "other": {}}
    session.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert severities(session, checkout.derivatives_uri) == [2]
    assert session.take("workspace/configuration") == []


def test_files_of_other_names(checkout: Checkout) -> None:
    backend = checkout.root / "backend"
    backend.mkdir()
    write(backend / "ops.yaml", NATIVE)
    write(backend / "grads.yaml", BAD_KEY)
    uri = path_uri(backend / "grads.yaml")
    session = Session(checkout.root)
    session.open(uri, BAD_KEY)
    assert session.pull(uri) == []
    write(checkout.root / "vt-lsp.toml", 'native-functions = "backend/ops.yaml"\nderivatives = "backend/grads.yaml"\n')
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert [item["code"] for item in session.pull(uri)] == ["unknown-gradient-argument"]
    write(checkout.root / "vt-lsp.toml", 'derivatives = "backend/grads.yaml"\n')
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert session.pull(uri) == []
    assert "backend/grads.yaml" in session.take("window/showMessage")[-1]["message"]


def test_the_dialect(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.pull(checkout.derivatives_uri)
    session.notify("workspace/didChangeConfiguration", {"settings": {"vt-lsp": {"dialect": "1.8.0a0"}}})
    (pair,) = session.request("vt-lsp/status", None)["pairs"]
    assert (pair["release"], pair["foundBy"]) == ("1.8.0a0", "configuration")
