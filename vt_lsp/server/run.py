"""The process `vt-lsp --stdio`: its streams and threads, and how it ends."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from pathlib import Path

from vt_lsp.problems import InputProblem
from vt_lsp.server.ending import end_now
from vt_lsp.server.inbox import Inbox
from vt_lsp.server.log import Log
from vt_lsp.server.messages import read_message
from vt_lsp.server.transport import FrameParser, FramingProblem, Writer

_PIECE = 1 << 16

# What was asked for before the end of the stream, or before `exit`, is still answered, unless a single answer takes
# longer than this (seconds), or all together longer than ten times this.
_GRACE = 1.0
_MOST_GRACES = 10


def run(log_path: str | None) -> int:
    """Serve the client on standard input and output. Returns the exit code. Raises `InputProblem`."""
    gc.disable()
    try:
        log = Log(None if log_path is None else Path(log_path))
    except OSError as error:
        raise InputProblem(f"--log {log_path}: cannot be written: {error.strerror or error}") from None
    source, sink = take_streams()
    inbox = Inbox()
    threading.Thread(target=_read, args=(source, inbox, log), daemon=True, name="reader").start()
    # Loaded while the client's first message is on its way.
    from vt_lsp.server.server import Server

    server = Server(inbox, Writer(sink), log)
    # What was loaded stays: the first collection would look at all of it, while the client waits.
    gc.freeze()
    gc.enable()
    try:
        return server.run()
    except OSError as error:
        log.write("error", f"the client is gone: {error}")
        return 1


def take_streams() -> tuple[int, int]:
    """The descriptors for messages. Whatever else is printed goes to standard error: one stray line would break the
    stream of messages."""
    if sys.stdin is None or sys.stdout is None:
        raise InputProblem("--stdio needs standard input and output")
    sys.stdout.flush()
    source, sink = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, sys.stdin.fileno())
    os.close(null)
    os.dup2(sys.stderr.fileno() if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (source, sink):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return source, sink


def _read(source: int, inbox: Inbox, log: Log) -> None:
    """Read messages ahead of the work until there will be no more; then the process ends soon, whatever it is doing."""
    parser = FrameParser()
    try:
        while not inbox.ended and (data := os.read(source, _PIECE)):
            for frame in parser.feed(data):
                inbox.put(read_message(frame))
        if not inbox.ended and not parser.idle:
            log.write("warning", "the stream ended in the middle of a message")
    except FramingProblem as problem:
        log.write("error", f"the stream of messages is broken: {problem}")
    except Exception as error:  # whatever it is: a server that reads no more must end
        log.write("error", f"reading failed: {error!r}")
    inbox.end()
    for _ in range(_MOST_GRACES):
        handled = inbox.handled
        time.sleep(_GRACE)
        if handled and inbox.handled == handled:
            break
    end_now(0 if inbox.shutdown_read else 1)
