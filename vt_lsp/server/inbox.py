"""Messages read and not yet handled. The reader sees ahead: a cancel reaches its request before the work starts.

Requests about a whole file let pass those that a user waits for: after each edit an editor asks for the outline, all
lenses and all colours along with the diagnostics. Only requests pass each other, with no other message between them, so
that each sees the text that it was asked about.
"""

from __future__ import annotations

from collections import deque
from queue import Empty, SimpleQueue

from vt_lsp.server.messages import Id, Message, Notification, Request
from vt_lsp.server.uris import uri_key

CANCEL = "$/cancelRequest"
_CHANGES = ("textDocument/didChange", "textDocument/didClose")
_UNHURRIED = frozenset(
    {
        "textDocument/codeLens",
        "textDocument/documentLink",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "workspace/diagnostic",
    }
)
_LIFE = ("initialize", "shutdown")


class Inbox:
    """A queue from the reader's thread to the worker's.

    `handled` counts what the worker has asked for. `ended`: `exit` was read. `shutdown_read`: `shutdown` was read,
    whether it is handled yet or not.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Message | None] = SimpleQueue()
        # What the worker has looked at already.
        self._ahead: deque[Message | None] = deque()
        self._waiting: dict[Id, Request] = {}
        self._changes: dict[str, int] = {}
        self._sequence = 0
        self.handled = 0
        self.ended = False
        self.shutdown_read = False

    def put(self, message: Message) -> None:
        """Called by the reader."""
        self._sequence += 1
        if isinstance(message, Request):
            message.sequence = self._sequence
            self.shutdown_read |= message.method == "shutdown"
            self._waiting[message.id] = message
        elif isinstance(message, Notification):
            if message.method == CANCEL:
                self._cancel(message)
                return
            if message.method in _CHANGES:
                self._note_change(message)
            elif message.method == "exit":
                self.ended = True
        self._queue.put(message)

    def end(self) -> None:
        """Called by the reader: the stream has ended."""
        self._queue.put(None)

    def get(self) -> Message | None:
        """Called by the worker; waits. None: nothing more will come."""
        self.handled += 1
        if not self._ahead:
            self._ahead.append(self._queue.get())
        if not _is_unhurried(self._ahead[0]):
            return self._ahead.popleft()
        self._look_ahead()
        for at, message in enumerate(self._ahead):
            if not isinstance(message, Request) or message.method in _LIFE:
                break
            if not _is_unhurried(message):
                del self._ahead[at]
                return message
        return self._ahead.popleft()

    def _look_ahead(self) -> None:
        try:
            while True:
                self._ahead.append(self._queue.get_nowait())
        except Empty:
            pass

    @property
    def empty(self) -> bool:
        """Whether nothing waits for the worker right now."""
        return not self._ahead and self._queue.empty()

    def done(self, request: Request) -> None:
        """Called by the worker when a request has its answer: a cancel of it means nothing any more."""
        if self._waiting.get(request.id) is request:
            del self._waiting[request.id]

    def changed_after(self, request: Request, keys: list[str]) -> bool:
        """Whether a change of one of the documents was read after a request."""
        return any(self._changes.get(key, 0) > request.sequence for key in keys)

    def _cancel(self, message: Notification) -> None:
        id_ = message.params.get("id") if isinstance(message.params, dict) else None
        request = self._waiting.get(id_) if isinstance(id_, (int, str)) else None
        if request is not None:
            request.cancelled = True

    def _note_change(self, message: Notification) -> None:
        try:
            uri = message.params["textDocument"]["uri"]
        except (TypeError, LookupError):
            return
        if isinstance(uri, str):
            self._changes[uri_key(uri)] = self._sequence


def _is_unhurried(message: Message | None) -> bool:
    """A cancelled request is answered at once, whatever it asks for."""
    return isinstance(message, Request) and message.method in _UNHURRIED and not message.cancelled
