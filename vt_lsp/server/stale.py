"""Answers that nobody needs any more because the text has changed since they were asked for.

LSP (3.17, "Implementation Considerations") wants a server to answer all the same, unless the client has said that it
asks again (`staleRequestSupport`), or the request has an error of its own for this (pulled diagnostics).
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from vt_lsp.server.inbox import Inbox
from vt_lsp.server.messages import Request
from vt_lsp.server.session import Session

SERVER_CANCELLED = -32802


class Stale:
    """Says which requests a change of their document makes pointless."""

    def __init__(self, inbox: Inbox, session: Session) -> None:
        self._inbox, self._session = inbox, session
        self._retried: frozenset[str] = frozenset()
        self._pulls = False

    def configure(self, client: types.ClientCapabilities) -> None:
        """Take on what the client asks again for."""
        support = None if client.general is None else client.general.stale_request_support
        if support is not None:
            self._retried = frozenset(support.retry_on_content_modified)
            self._pulls = support.cancel

    def keys(self, request: Request) -> list[str]:
        """The documents whose change makes a request pointless, by their keys; none where it never is."""
        if request.method not in self._retried and not self._is_pull(request):
            return []
        uri = _uri_of(request.params)
        member = None if uri is None else self._session.member(uri)
        return [] if member is None else list(self._session.keys_of(member.pair))

    def check(self, request: Request, keys: list[str]) -> None:
        """Raises what answers the request if one of the documents has changed since it was asked."""
        if not keys or not self._inbox.changed_after(request, keys):
            return
        if self._is_pull(request):
            data = {"retriggerRequest": True}
            raise JsonRpcException("the text has changed since", SERVER_CANCELLED, data)
        raise JsonRpcContentModified("the text has changed since")

    def _is_pull(self, request: Request) -> bool:
        return self._pulls and request.method == types.TEXT_DOCUMENT_DIAGNOSTIC


def _uri_of(params: Any) -> str | None:
    try:
        uri = params["textDocument"]["uri"]
    except (TypeError, LookupError):
        return None
    return uri if isinstance(uri, str) else None
