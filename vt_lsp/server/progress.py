"""Progress shown by the client (LSP: Work Done Progress): of the first analysis, and of requests that bring a token."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lsprotocol import types

from vt_lsp.server.client import Client

Token = str | int

# Requests that may look at everything: what their progress is called.
TITLES = {
    types.WORKSPACE_SYMBOL: "Looking for symbols",
    types.WORKSPACE_DIAGNOSTIC: "Checking the workspace",
    types.TEXT_DOCUMENT_REFERENCES: "Looking for references",
    types.TEXT_DOCUMENT_RENAME: "Renaming",
    types.WORKSPACE_EXECUTE_COMMAND: "Running a command",
}


class Progress:
    """Tells the client when work begins and ends."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._count = 0

    @contextmanager
    def first_analysis(self) -> Iterator[None]:
        """The analysis of a pair from scratch, for clients that let servers show progress of their own."""
        window = self._client.capabilities.window
        if not self._client.initialized or window is None or not window.work_done_progress:
            yield
            return
        self._count += 1
        token = f"vt-lsp/analysis-{self._count}"
        self._client.request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": token})
        with self._shown(token, "vt-lsp: reading and checking the files", cancellable=False):
            yield

    @contextmanager
    def of_request(self, method: str, params: object) -> Iterator[None]:
        """The work of a request, if the client has given a token to tell it by and the method is one that says so."""
        token = getattr(params, "work_done_token", None)
        title = TITLES.get(method)
        if token is None or title is None:
            yield
            return
        with self._shown(token, title, cancellable=True):
            yield

    @contextmanager
    def _shown(self, token: Token, title: str, *, cancellable: bool) -> Iterator[None]:
        begin = {"kind": "begin", "title": title, "cancellable": cancellable}
        self._client.notify(types.PROGRESS, {"token": token, "value": begin})
        try:
            yield
        finally:
            self._client.notify(types.PROGRESS, {"token": token, "value": {"kind": "end"}})
