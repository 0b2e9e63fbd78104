"""A server process, spoken to in bytes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from vt_lsp.server.transport import FrameParser
from vt_lsp.server.uris import path_uri

COMMAND = [sys.executable, "-m", "vt_lsp", "--stdio"]
ROOT = Path(__file__).parents[2]
# How long anything may take before a test gives up: no test measures time.
PATIENCE = 60.0


def framed(message: Any) -> bytes:
    """A message as bytes."""
    body = json.dumps(message).encode() if not isinstance(message, bytes) else message
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(id_: int | str, method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def notification(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def initialize(root: Path, process_id: int | None = None, **capabilities: Any) -> dict[str, Any]:
    folders = [{"uri": path_uri(root), "name": root.name}]
    params = {"processId": process_id, "rootUri": None, "capabilities": capabilities, "workspaceFolders": folders}
    return request(0, "initialize", params)


class Process:
    """A running server. What it sends is read all the time, so that it never waits for us."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        self.stdin = self.process.stdin
        self.rest = b""
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def write(self, data: bytes) -> None:
        """Send bytes as they are; a server that has ended does not mind."""
        try:
            self.stdin.write(data)
            self.stdin.flush()
        except (BrokenPipeError, OSError):
            pass

    def send(self, *messages: Any) -> None:
        self.write(b"".join(map(framed, messages)))

    def close(self) -> None:
        """The end of the stream."""
        self.stdin.close()

    def next(self) -> dict[str, Any] | None:
        """The next message; None at the end."""
        return self._messages.get(timeout=PATIENCE)

    def answer(self, id_: int | str | None) -> dict[str, Any]:
        """The answer to a request; other messages before it are passed over."""
        while True:
            message = self.next()
            assert message is not None, f"the server ended before it answered {id_}"
            if "method" not in message and message.get("id") == id_:
                return message

    def answers(self) -> list[dict[str, Any]]:
        """All answers until the end."""
        found = []
        while (message := self.next()) is not None:
            if "method" not in message:
                found.append(message)
        return found

    def ended(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """What the server wrote to standard error, once it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def _read(self) -> None:
        assert self.process.stdout is not None
        parser = FrameParser()
        while data := self.process.stdout.read1(65_536):  # type: ignore[attr-defined]
            self.rest = data
            for frame in parser.feed(data):
                self._messages.put(json.loads(frame.body))
        self._messages.put(None)
