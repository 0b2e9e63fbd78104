"""Progress: of the first analysis where the client lets servers show it, of requests that bring a token."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import DERIVATIVES, Checkout
from tests.server.inprocess import PULLING, ErrorAnswer, Session
from vt_lsp.server.progress import TITLES

SHOWING = {**PULLING, "window": {"workDoneProgress": True}}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def shown(session: Session) -> list[tuple[Any, str]]:
    return [(one["token"], one["value"]["kind"]) for one in session.take("$/progress")]


def test_the_first_analysis(checkout: Checkout) -> None:
    session = Session(checkout.root, SHOWING)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.pull(checkout.derivatives_uri)
    (created,) = session.take("window/workDoneProgress/create")
    token = created["token"]
    assert shown(session) == [(token, "begin"), (token, "end")]
    session.pull(checkout.derivatives_uri)
    assert shown(session) == []


def test_a_client_that_shows_none(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.pull(checkout.derivatives_uri)
    assert session.take("window/workDoneProgress/create") == shown(session) == []


@pytest.mark.parametrize("token", ["mine", 7])
def test_a_request_with_a_token(checkout: Checkout, token: str | int) -> None:
    session = Session(checkout.root)
    session.open(checkout.derivatives_uri, DERIVATIVES)
    session.request("workspace/symbol", {"query": "wash", "workDoneToken": token})
    assert shown(session) == [(token, "begin"), (token, "end")]
    session.request("workspace/symbol", {"query": "wash"})
    assert shown(session) == []


def test_it_ends_when_the_request_fails(checkout: Checkout) -> None:
    session = Session(checkout.root)
    with pytest.raises(ErrorAnswer):
        session.request("workspace/executeCommand", {"command": "none", "workDoneToken": "mine"})
    assert shown(session) == [("mine", "begin"), ("mine", "end")]


def test_what_is_announced(checkout: Checkout) -> None:
    session = Session(
        checkout.root, {**SHOWING, "textDocument": {**SHOWING["textDocument"], "rename": {"prepareSupport": True}}}
    )
    capabilities = session.initialized["capabilities"]
    announced = {
        name for name, value in capabilities.items() if isinstance(value, dict) and value.get("workDoneProgress")
    }
    assert announced == {
        "diagnosticProvider",
        "executeCommandProvider",
        "referencesProvider",
        "renameProvider",
        "workspaceSymbolProvider",
    }
    assert len(TITLES) == len(announced)
