"""The semantic tokens that clients have, so that they can be told what changed."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.ide.semantic_tokens import FileTokens, file_tokens
from vt_lsp.server.uris import uri_key
from vt_lsp.server.view import View

# Documents whose tokens are kept: those of a pair or two.
_MOST_DOCUMENTS = 8


class KnownTokens(NamedTuple):
    """What was sent under a result id."""

    result_id: str
    data: list[int]
    tokens: FileTokens


class Tokens:
    """The latest tokens of each document. Used by one thread."""

    def __init__(self) -> None:
        self._known: dict[str, KnownTokens] = {}
        self._count = 0

    def known(self, uri: str, result_id: str) -> KnownTokens | None:
        """What was sent under a result id, if it was the latest."""
        found = self._known.get(uri_key(uri))
        return found if found is not None and found.result_id == result_id else None

    def update(self, uri: str, view: View) -> KnownTokens:
        """The tokens of a document as it is now; only changed blocks are looked at."""
        key = uri_key(uri)
        before = self._known.pop(key, None)
        tokens = file_tokens(view.snapshot, view.file, view.encoding, None if before is None else before.tokens)
        self._count += 1
        self._known[key] = KnownTokens(str(self._count), tokens.data(), tokens)
        while len(self._known) > _MOST_DOCUMENTS:
            del self._known[next(iter(self._known))]
        return self._known[key]
