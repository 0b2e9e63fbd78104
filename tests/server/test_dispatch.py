"""Every request has exactly one answer, and it is the one that the protocol asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import DERIVATIVES, Checkout
from tests.server.inprocess import PULLING, ErrorAnswer, Session
from vt_lsp.server.context import Context
from vt_lsp.server.requests import Handler


def code_of(session: Session, id_: int) -> int:
    with pytest.raises(ErrorAnswer) as caught:
        session.answer(id_)
    return caught.value.code


def install(session: Session, method: str, handle: Any) -> None:
    session.server.handlers[method] = Handler(method, handle, None, None, None)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_before_initialize() -> None:
    session = Session()
    for method in ("textDocument/hover", "shutdown", "no/such"):
        id_ = session.start(method, {})
        session.work()
        assert code_of(session, id_) == -32002
    session.notify("textDocument/didOpen", {})
    session.notify("initialized", {})
    assert session.sent == []
    session.notify("exit", None)
    assert session.server.exit_code == 1


def test_after_shutdown(checkout: Checkout) -> None:
    session = Session(checkout.root)
    assert session.request("shutdown", None) is None
    for method in ("textDocument/hover", "initialize", "shutdown", "no/such"):
        id_ = session.start(method, {})
        session.work()
        assert code_of(session, id_) == -32600
    session.open(checkout.derivatives_uri, DERIVATIVES)
    assert session.server.exit_code is None
    session.notify("exit", None)
    assert session.server.exit_code == 0


def test_initialize_twice(checkout: Checkout) -> None:
    session = Session(checkout.root)
    id_ = session.start("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    session.work()
    assert code_of(session, id_) == -32600


def test_a_client_of_a_later_protocol(checkout: Checkout) -> None:
    capabilities = {
        "workspace": {"symbol": {"symbolKind": {"valueSet": [1, 99]}}, "brandNew": {"x": 1}},
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["new.kind"]}}}},
    }
    assert Session(checkout.root, capabilities, trace="loud", brandNew=1).initialized["serverInfo"]["name"] == "vt-lsp"


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("textDocument/hover", None),
        ("textDocument/hover", {}),
        ("textDocument/hover", []),
        ("textDocument/hover", "x"),
        ("textDocument/hover", {"textDocument": {"uri": "file:///x"}}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///x"}, "position": {"line": -1, "character": 0}}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///x"}, "position": {"line": "0", "character": 0}}),
        ("textDocument/hover", {"textDocument": {"uri": 7}, "position": {"line": 0, "character": 0}}),
        ("textDocument/hover", {"textDocument": {"uri": "x"}, "position": {"line": 2**31, "character": 0}}),
        ("textDocument/diagnostic", {"textDocument": None}),
        ("vt-lsp/text", {"textDocument": {}}),
        ("vt-lsp/text", None),
    ],
)
def test_bad_parameters(checkout: Checkout, method: str, params: Any) -> None:
    session = Session(checkout.root)
    id_ = session.start(method, params)
    session.work()
    assert code_of(session, id_) == -32602
    assert session.sent == []  # no popup


def test_unknown_methods(checkout: Checkout) -> None:
    session = Session(checkout.root)
    for method in ("no/such", "$/no/such", ""):
        id_ = session.start(method, None)
        session.work()
        assert code_of(session, id_) == -32601
    session.notify("no/such", None)
    session.notify("$/no/such", {})
    session.notify("textDocument/didOpen", {"textDocument": 3})
    messages = session.take("window/logMessage")
    assert len(messages) == 1
    assert "textDocument/didOpen" in messages[0]["message"]
    assert session.sent == []


def test_malformed_messages(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.put({"id": 1.5, "method": "m"})
    session.put({"id": 77, "method": 5})
    session.work()
    answers = [message for message in session.writer.messages if "error" in message]
    assert [(one["id"], one["error"]["code"]) for one in answers] == [(None, -32600), (77, -32600)]


def test_an_error_in_a_feature_answers_that_request_alone(checkout: Checkout) -> None:
    def broken(context: Context, params: Any) -> Any:
        raise ZeroDivisionError("oops")

    session = Session(checkout.root)
    install(session, "test/broken", broken)
    for _ in range(3):
        id_ = session.start("test/broken", {"textDocument": {"uri": "file:///secret"}})
        session.work()
        assert code_of(session, id_) == -32603
    logged = session.take("window/logMessage")
    assert len(logged) == 1  # once
    assert "ZeroDivisionError" in logged[0]["message"]
    assert "file:///secret" in logged[0]["message"]  # with its context
    assert session.take("window/showMessage") == []
    session.notify("test/broken", None)
    assert session.pull(checkout.derivatives_uri) == []


def test_a_result_that_is_no_json(checkout: Checkout) -> None:
    def broken(context: Context, params: Any) -> Any:
        return {"x": float("nan")}

    session = Session(checkout.root)
    install(session, "test/broken", broken)
    id_ = session.start("test/broken", None)
    session.work()
    assert code_of(session, id_) == -32603


def test_a_cancel_reaches_a_request_before_its_work_starts(checkout: Checkout) -> None:
    session = Session(checkout.root)
    ids = [session.start("vt-lsp/status", None) for _ in range(4)]
    session.put({"method": "$/cancelRequest", "params": {"id": ids[2]}})
    session.put({"method": "$/cancelRequest", "params": {"id": 999}})
    session.put({"method": "$/cancelRequest", "params": {"id": []}})
    session.put({"method": "$/cancelRequest", "params": None})
    session.work()
    assert code_of(session, ids[2]) == -32800
    for id_ in (ids[0], ids[1], ids[3]):
        assert session.answer(id_)["version"]
    session.put({"method": "$/cancelRequest", "params": {"id": ids[0]}})
    session.work()
    assert session.answer(ids[0])["version"]


def test_a_cancel_stops_work_that_has_started(checkout: Checkout) -> None:
    steps: list[int] = []

    def slow(context: Context, params: Any) -> Any:
        for step in range(10):
            steps.append(step)
            if step == 3:
                assert context.request is not None
                session.put({"method": "$/cancelRequest", "params": {"id": context.request.id}})
            context.check()

    session = Session(checkout.root)
    install(session, "test/slow", slow)
    id_ = session.start("test/slow", None)
    session.work()
    assert code_of(session, id_) == -32800
    assert steps == [0, 1, 2, 3]


STALE = {"cancel": True, "retryOnContentModified": ["textDocument/semanticTokens/full"]}


def change(uri: str) -> dict[str, Any]:
    document = {"uri": uri, "version": 2}
    return {"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": []}}


@pytest.mark.parametrize("announced", [True, False])
def test_work_that_a_later_edit_makes_pointless(checkout: Checkout, announced: bool) -> None:
    general = {"positionEncodings": ["utf-16"], **({"staleRequestSupport": STALE} if announced else {})}
    session = Session(checkout.root, {**PULLING, "general": general})
    session.open(checkout.derivatives_uri, DERIVATIVES)
    about = {"textDocument": {"uri": checkout.derivatives_uri}}
    install(session, "textDocument/semanticTokens/full", lambda context, params: "tokens")
    install(session, "test/other", lambda context, params: "other")
    early = session.start("textDocument/semanticTokens/full", about)
    pull = session.start("textDocument/diagnostic", about)
    other = session.start("test/other", about)
    session.put(change(checkout.derivatives_uri))
    late = session.start("textDocument/semanticTokens/full", about)
    late_pull = session.start("textDocument/diagnostic", about)
    session.work()
    assert session.answer(other) == "other"
    assert session.answer(late) == "tokens"
    assert session.answer(late_pull)["kind"] == "full"
    if announced:
        assert code_of(session, early) == -32801
        with pytest.raises(ErrorAnswer) as caught:
            session.answer(pull)
        assert caught.value.code == -32802
        assert caught.value.error["data"] == {"retriggerRequest": True}
    else:  # the protocol wants an answer from the older text then
        assert session.answer(early) == "tokens"
        assert session.answer(pull)["kind"] == "full"


def test_answers_of_the_client(checkout: Checkout) -> None:
    session = Session(checkout.root)
    got: list[Any] = []
    session.server.client.request("test/ask", {"a": 1}, got.append)
    session.server.client.request("test/other", None)
    assert [message["method"] for message in session.sent] == ["test/ask", "test/other"]
    session.respond("test/ask", {"b": 2})
    session.respond("test/other", None)
    assert got == [{"b": 2}]
    session.put({"id": "nobody", "result": 1})
    session.put({"id": None, "error": {"code": 1, "message": "x"}})
    session.put({"id": {}, "result": 1})
    session.work()
    assert session.pull(checkout.derivatives_uri) == []


def test_an_error_in_an_answer_of_the_client_ends_nothing(checkout: Checkout) -> None:
    def broken(result: Any) -> None:
        raise ZeroDivisionError

    session = Session(checkout.root)
    session.server.client.request("test/ask", None, broken)
    session.respond("test/ask", 1)
    assert len(session.take("window/logMessage")) == 1
    session.server.client.request("test/ask", None, broken)
    session.put({"id": "vt-lsp-2", "error": {"code": -32603, "message": "no"}})
    session.work()
    assert session.pull(checkout.derivatives_uri) == []


def test_trace(checkout: Checkout) -> None:
    session = Session(checkout.root)
    session.request("vt-lsp/status", None)
    assert session.take("$/logTrace") == []
    session.notify("$/setTrace", {"value": "messages"})
    session.request("vt-lsp/status", None)
    assert "vt-lsp/status" in session.take("$/logTrace")[0]["message"]
    session.notify("$/setTrace", {"value": "off"})
    session.request("vt-lsp/status", None)
    assert session.take("$/logTrace") == []
