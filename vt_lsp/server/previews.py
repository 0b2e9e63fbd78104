"""Previews of generated C++ as documents of their own: their URIs, their texts, and who has to be told of a change."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote, unquote

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.preview import find_operators
from vt_core.ide.preview_map import PreviewDocument, preview_document

SCHEME = "vt-lsp"
SnapshotOf = Callable[[str], "Snapshot | None"]
# Of previews that nobody looks at any more the client does not tell.
_MOST_FOLLOWED = 8


class PreviewUri(NamedTuple):
    """An operator (`add.Tensor`, or `add` for all overloads) and a document of the pair that it belongs to."""

    operator: str
    document: str

    def __str__(self) -> str:
        return f"{SCHEME}:/{quote(self.operator, safe='')}.cpp?{quote(self.document, safe='')}"


def preview_uri(uri: str) -> PreviewUri | None:
    """What a preview's URI names; None for another URI."""
    scheme, _, rest = uri.partition(":")
    path, question, document = rest.partition("?")
    name = unquote(path.rpartition("/")[2])
    if scheme != SCHEME or not question or not name.endswith(".cpp"):
        return None
    return PreviewUri(name.removesuffix(".cpp"), unquote(document))


def preview_documents(snapshot: Snapshot, operator: str) -> list[PreviewDocument]:
    """The previews of an operator's overloads, in file order."""
    return [preview_document(snapshot, matched) for matched in find_operators(snapshot, operator)]


def joined(documents: list[PreviewDocument]) -> str:
    """Several previews as one text."""
    return "\n".join([document.text for document in documents])


class Previews:
    """The previews that the client has, by URI, with the texts that it knows. Used by one thread."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def follow(self, uri: str, text: str) -> None:
        """The client has been given a text."""
        self._texts.pop(uri, None)
        self._texts[uri] = text
        while len(self._texts) > _MOST_FOLLOWED:
            del self._texts[next(iter(self._texts))]

    def changed(self, snapshot_of: SnapshotOf) -> list[str]:
        """The previews whose texts are others now; they are taken for told."""
        found: list[str] = []
        for uri, text in list(self._texts.items()):
            named = preview_uri(uri)
            snapshot = None if named is None else snapshot_of(named.document)
            if named is None or snapshot is None:
                continue
            now = joined(preview_documents(snapshot, named.operator))
            if now != text:
                self._texts[uri] = now
                found.append(uri)
        return found
