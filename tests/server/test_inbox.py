"""The order in which messages reach the worker."""

from __future__ import annotations

import pytest

from vt_lsp.server.inbox import Inbox
from vt_lsp.server.messages import Message, Notification, Request

SYMBOLS, LENSES = "textDocument/documentSymbol", "textDocument/codeLens"
HOVER, PULL = "textDocument/hover", "textDocument/diagnostic"
CHANGE = "textDocument/didChange"


def order(*methods: str, cancelled: tuple[int, ...] = ()) -> list[str]:
    """The methods in the order in which the worker gets the messages."""
    inbox = Inbox()
    for number, method in enumerate(methods):
        message: Message = Notification(method, None) if "/did" in method else Request(number, method, None)
        inbox.put(message)
    for number in cancelled:
        inbox.put(Notification("$/cancelRequest", {"id": number}))
    found: list[str] = []
    while not inbox.empty:
        message_or_end = inbox.get()
        assert isinstance(message_or_end, (Request, Notification))
        found.append(message_or_end.method)
    return found


@pytest.mark.parametrize(
    ("put", "got"),
    [
        ((SYMBOLS, LENSES, PULL, HOVER), (PULL, HOVER, SYMBOLS, LENSES)),
        ((HOVER, SYMBOLS, PULL), (HOVER, PULL, SYMBOLS)),
        ((SYMBOLS, CHANGE, PULL), (SYMBOLS, CHANGE, PULL)),
        ((SYMBOLS, HOVER, CHANGE, PULL), (HOVER, SYMBOLS, CHANGE, PULL)),
        ((SYMBOLS, "shutdown", HOVER), (SYMBOLS, "shutdown", HOVER)),
        ((SYMBOLS, LENSES), (SYMBOLS, LENSES)),
    ],
)
def test_what_a_user_waits_for_comes_first(put: tuple[str, ...], got: tuple[str, ...]) -> None:
    assert order(*put) == list(got)


def test_a_cancelled_request_is_answered_at_once() -> None:
    assert order(SYMBOLS, PULL, cancelled=(0,)) == [SYMBOLS, PULL]


def test_the_end_of_the_stream_stays_the_end() -> None:
    inbox = Inbox()
    inbox.put(Request(1, SYMBOLS, None))
    inbox.end()
    first = inbox.get()
    assert isinstance(first, Request)
    assert inbox.get() is None
