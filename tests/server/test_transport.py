"""Framing: whatever the pieces, the same messages; whatever the header, an answer or a clean end."""

from __future__ import annotations

import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vt_lsp.server.messages import Malformed, Notification, Request, Response, read_message
from vt_lsp.server.transport import MOST_BODY_BYTES, MOST_HEADER_BYTES, Frame, FrameParser, FramingProblem, Writer

BODIES = st.lists(st.binary(max_size=60), max_size=6)


def framed(body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
    return header % len(body) + body


@given(BODIES, st.lists(st.integers(1, 40), max_size=30))
def test_pieces_do_not_matter(bodies: list[bytes], sizes: list[int]) -> None:
    stream = b"".join(map(framed, bodies))
    parser, got, at = FrameParser(), [], 0
    for size in [*sizes, len(stream)]:
        got += parser.feed(stream[at : at + size])
        at += size
    assert [frame.body for frame in got] == bodies
    assert parser.idle


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
        b"Content-Length  :   %d  \r\n\r\n",
        b"Content-Length: %d\n\n",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=UTF8\r\nContent-Length: %d\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc\r\nContent-Length: %d\r\n\r\n",
        b"X-Unknown: 1\r\nContent-Length: %d\r\nno colon here\r\n\r\n",
        b"\r\n\r\nContent-Length: %d\r\n\r\n",
        b"Content-Length: %d\r\nContent-Length: 7\r\n\r\n",
    ],
)
def test_headers_that_are_understood(header: bytes) -> None:
    frames = FrameParser().feed(framed(b'{"a":1}', header) * 2)
    assert [(frame.body, frame.readable) for frame in frames] == [(b'{"a":1}', True)] * 2


@pytest.mark.parametrize(
    "stream",
    [
        b"\r\nContent-Type: text\r\n\r\n",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: 1e3\r\n\r\n",
        b"Content-Length:\r\n\r\n",
        b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n",
        b"Content-Length: %d\r\n\r\n" % (MOST_BODY_BYTES + 1),
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"\x00\xff" * MOST_HEADER_BYTES,
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_headers_after_which_nothing_can_be_read(stream: bytes) -> None:
    with pytest.raises(FramingProblem):
        FrameParser().feed(stream)


@given(st.binary(max_size=400))
def test_random_bytes_end_cleanly(stream: bytes) -> None:
    parser = FrameParser()
    try:
        for at in range(0, len(stream), 7):
            for frame in parser.feed(stream[at : at + 7]):
                read_message(frame)
    except FramingProblem:
        pass


def test_another_charset_is_answered_and_passed_over() -> None:
    header = b"Content-Length: %d\r\nContent-Type: a/b; charset=utf-16\r\n\r\n"
    first, second = FrameParser().feed(framed(b"xx", header) + framed(b'{"jsonrpc":"2.0","method":"m"}'))
    message = read_message(first)
    assert isinstance(message, Malformed)
    assert message.code == -32600
    assert isinstance(read_message(second), Notification)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff{}", -32700),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"m"}', -32700),
        (b"[" * 100_000, -32700),
        (b"1" * 5000, -32700),
        (b"[]", -32600),
        (b"null", -32600),
        (b'"text"', -32600),
        (b"{}", -32600),
        (b'{"jsonrpc":"1.0","id":1,"method":"m"}', -32600),
        (b'{"jsonrpc":"2.0","id":1}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"m"}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"m"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"m"}', -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"m"}', -32600),
    ],
)
def test_bodies_that_are_no_messages(body: bytes, code: int) -> None:
    message = read_message(Frame(body))
    assert isinstance(message, Malformed)
    assert message.code == code


def test_bodies_that_are_messages() -> None:
    request = read_message(Frame(b'{"jsonrpc":"2.0","id":"a","method":"m","params":[1]}'))
    assert isinstance(request, Request)
    assert (request.id, request.method, request.params) == ("a", "m", [1])
    response = read_message(Frame(b'{"jsonrpc":"2.0","id":3,"result":null}'))
    assert isinstance(response, Response)
    assert response.id == 3
    assert isinstance(read_message(Frame('{"jsonrpc":"2.0","method":"ünï"}'.encode())), Notification)


def test_messages_are_written_whole() -> None:
    source, sink = os.pipe()
    writer = Writer(sink)
    bodies = [bytes([65 + number]) * (number * 7_000) for number in range(8)]
    threads = [threading.Thread(target=writer.write, args=(body,)) for body in bodies]
    for thread in threads:
        thread.start()
    parser, got = FrameParser(), []
    while len(got) < len(bodies):
        got += parser.feed(os.read(source, 5_000))
    assert sorted(frame.body for frame in got) == sorted(bodies)
    os.close(source)
    with pytest.raises(OSError, match="pipe"):
        writer.write(b"x")
    os.close(sink)
