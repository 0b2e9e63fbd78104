"""The process over its pipes: whatever comes, the specified answer or a clean end; nothing lost; no orphan."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.checkout import DERIVATIVES, Checkout
from tests.server.wire import COMMAND, PATIENCE, ROOT, Process, framed, initialize, notification, request
from vt_lsp.server.transport import MOST_BODY_BYTES, FrameParser

SHUTDOWN = request("end", "shutdown")
EXIT = notification("exit")
INITIALIZED = notification("initialized", {})


def opened(uri: str, text: str) -> dict[str, Any]:
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    return notification("textDocument/didOpen", {"textDocument": item})


def pull(id_: int, uri: str) -> dict[str, Any]:
    return request(id_, "textDocument/diagnostic", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([SHUTDOWN, EXIT], 0),
        ([EXIT], 1),
        ([SHUTDOWN], 0),
        ([], 1),
    ],
    ids=["shutdown, exit", "exit", "shutdown, end", "end"],
)
def test_exit_codes(tmp_path: Path, messages: list[Any], code: int) -> None:
    with Process() as server:
        server.send(initialize(tmp_path), INITIALIZED, *messages)
        server.answer(0)
        if EXIT not in messages:
            server.close()
        assert server.ended() == code
        assert server.errors() == ""


def test_a_session_in_single_bytes_and_in_one_piece(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    bad = DERIVATIVES.replace("  water: grad", "  watr: \U0001d11e grad")
    session = [
        initialize(tmp_path),
        INITIALIZED,
        opened(checkout.derivatives_uri, bad),
        pull(1, checkout.derivatives_uri),
    ]
    stream = b"".join(map(framed, [*session, SHUTDOWN, EXIT]))
    got = []
    for size in (1, len(stream)):
        with Process() as server:
            for at in range(0, len(stream), size):
                server.write(stream[at : at + size])
            found = server.answers()
            assert server.ended() == 0
            assert [one["id"] for one in found] == [0, 1, "end"]
            got.append(found[1]["result"]["items"])
    assert got[0] == got[1]
    assert [item["code"] for item in got[0]] == ["unknown-gradient-argument"]


@pytest.mark.parametrize("seed", range(3))
def test_random_bytes(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with Process() as server:
        server.send(initialize(tmp_path))
        server.answer(0)
        server.write(rng.randbytes(20_000))
        assert server.ended() == 1
        said = server.errors()
        assert "the stream of messages is broken" in said
        assert "Traceback" not in said


def test_wrong_lengths(tmp_path: Path) -> None:
    with Process() as server:
        # Too short by one: the body is no JSON, and what is left of it no header.
        body = json.dumps(initialize(tmp_path)).encode()
        server.write(b"Content-Length: %d\r\n\r\n%s" % (len(body) - 1, body))
        answer = server.next()
        assert answer is not None
        assert (answer["id"], answer["error"]["code"]) == (None, -32700)
        server.send(initialize(tmp_path))
        assert server.ended() == 1
        assert "broken" in server.errors()
    with Process() as server:
        # Too long: the server waits for the rest, which never comes.
        server.send(initialize(tmp_path))
        server.answer(0)
        server.write(b"Content-Length: 999\r\n\r\n{}")
        server.close()
        assert server.ended() == 1
        assert "in the middle of a message" in server.errors()


def test_bad_messages_are_answered_and_good_ones_after_them_too(tmp_path: Path) -> None:
    with Process() as server:
        server.write(framed(b"{nonsense") + framed(b"\xff\xfe") + framed(b"[]") + framed(b""))
        server.write(b"Content-Length: 2\r\nContent-Type: x; charset=utf-16\r\n\r\n{}")
        server.write(
            b"content-length:%d\r\n\r\n%s" % ((lambda b: (len(b), b))(json.dumps(initialize(tmp_path)).encode()))
        )
        codes = []
        while (message := server.next()) is not None and "error" in message:
            assert message["id"] is None
            codes.append(message["error"]["code"])
        assert codes == [-32700, -32700, -32600, -32700, -32600]
        assert message is not None
        assert message["id"] == 0
        server.send(SHUTDOWN, EXIT)
        assert server.ended() == 0


def test_huge_messages(tmp_path: Path) -> None:
    uri = (tmp_path / "other.txt").as_uri()
    text = "é\U0001d11e\n" * 1_000_000
    with Process() as server:
        server.send(initialize(tmp_path), opened(uri, text), request(1, "vt-lsp/text", {"textDocument": {"uri": uri}}))
        assert server.answer(1)["result"] == text
        server.write(b"Content-Length: %d\r\n\r\n" % (MOST_BODY_BYTES + 1))
        assert server.ended() == 1
        assert str(MOST_BODY_BYTES) in server.errors()


def test_a_thousand_requests_with_random_cancels(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    rng = random.Random(7)
    about = {"textDocument": {"uri": checkout.derivatives_uri}}
    where = {**about, "position": {"line": 0, "character": 9}}
    requests = [
        ("textDocument/hover", where),
        ("textDocument/diagnostic", about),
        ("vt-lsp/text", about),
        ("no/such", None),
    ]
    with Process() as server:
        server.send(initialize(tmp_path), INITIALIZED, opened(checkout.derivatives_uri, DERIVATIVES))
        cancelled = set()
        stream = []
        for id_ in range(1, 1001):
            stream.append(request(id_, *rng.choice(requests)))
            if rng.random() < 0.3:
                victim = rng.randint(max(1, id_ - 20), id_ + 5)
                cancelled.add(victim)
                stream.append(notification("$/cancelRequest", {"id": victim}))
        for at in range(0, len(stream), 37):
            server.send(*stream[at : at + 37])
        server.send(SHUTDOWN, EXIT)
        found = server.answers()
        assert server.ended() == 0
        assert [one["id"] for one in found] == [*range(1001), "end"]
        codes = {one["id"]: one["error"]["code"] for one in found if "error" in one}
        assert set(codes.values()) <= {-32800, -32601}
        assert {id_ for id_, code in codes.items() if code == -32800} <= cancelled
        assert -32800 in codes.values()


def big_text() -> str:
    """A text that is analysed for much longer than any test waits."""
    return "".join(
        [f"- name: op{n}(Tensor self, Tensor other) -> Tensor\n  self: 'grad * {n}'\n" for n in range(300_000)]
    )


def busy(server: Process, tmp_path: Path) -> None:
    """Have a server work on something long."""
    uri = (tmp_path / "derivatives.yaml").as_uri()
    server.send(initialize(tmp_path))
    server.answer(0)
    server.send(opened(uri, big_text()), pull(1, uri))


def test_the_end_of_the_stream_ends_a_busy_server(tmp_path: Path) -> None:
    with Process() as server:
        busy(server, tmp_path)
        server.close()
        assert server.ended() == 1
        assert server.answers() == []  # in the middle of the work


def test_exit_ends_a_busy_server(tmp_path: Path) -> None:
    with Process() as server:
        busy(server, tmp_path)
        server.send(SHUTDOWN, EXIT)
        assert server.ended() == 0
        assert server.answers() == []


PARENT = """
import os, subprocess, sys
server = subprocess.Popen(sys.argv[1:], stdin=0, stdout=1)
print(os.getpid(), server.pid, file=sys.stderr, flush=True)
server.wait()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_parent_leaves_no_orphan(tmp_path: Path) -> None:
    """The pipes stay open here: only the parent's end says that nobody will ever end the server."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *COMMAND],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    assert parent.stderr is not None
    pids = [int(pid) for pid in parent.stderr.readline().split()]
    parent.stdin.write(framed(initialize(tmp_path, process_id=pids[0])))
    parent.stdin.flush()
    parser = FrameParser()
    while not parser.feed(parent.stdout.read1(65_536)):  # type: ignore[attr-defined]
        pass
    os.kill(pids[0], signal.SIGKILL)
    parent.wait(PATIENCE)
    # The server holds the other end of this pipe: it closes when the server ends.
    assert parent.stdout.read() == b""
    assert b"the parent process is gone" in parent.stderr.read()
    for stream in (parent.stdin, parent.stdout, parent.stderr):
        stream.close()


def test_a_client_that_stops_reading(tmp_path: Path) -> None:
    process = subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(framed(initialize(tmp_path)))
    process.stdin.flush()
    assert process.wait(PATIENCE) == 1
    process.stdin.close()


def test_nothing_else_gets_into_the_stream() -> None:
    code = (
        "import os, subprocess, sys\n"
        "from vt_lsp.server.run import take_streams\n"
        "source, sink = take_streams()\n"
        "print('stray')\n"
        "subprocess.run([sys.executable, '-c', 'print(input())'], check=False, stderr=subprocess.DEVNULL)\n"
        "os.write(sink, os.read(source, 9))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, input=b"a message", capture_output=True, check=True)
    assert run.stdout == b"a message"
    assert run.stderr == b"stray\n"


def test_the_log_file(tmp_path: Path) -> None:
    log = tmp_path / "vt-lsp.log"
    with Process("--log", str(log)) as server:
        server.send(initialize(tmp_path), INITIALIZED, notification("textDocument/didOpen", {}), SHUTDOWN, EXIT)
        assert server.ended() == 0
        assert server.errors() == ""
    text = log.read_text()
    assert "client: unnamed, utf-16" in text
    assert "error: textDocument/didOpen: invalid parameters" in text
    run = subprocess.run([*COMMAND, "--log", str(tmp_path)], cwd=ROOT, capture_output=True, check=False, input=b"")
    assert run.returncode == 2
    assert b"cannot be written" in run.stderr
