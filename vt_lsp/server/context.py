"""What a handler is given beside its parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcRequestCancelled

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import cursor_at
from vt_core.ide.helpers_index import Helpers
from vt_core.ide.hover_card import Surroundings
from vt_core.ide.meaning import Kernel, meaning_at
from vt_lsp.server.messages import Request
from vt_lsp.server.session import UnknownText
from vt_lsp.server.uris import uri_path
from vt_lsp.server.view import View

if TYPE_CHECKING:
    from vt_lsp.server.server import Server


class Context:
    """The server for one message. `request` is None for a notification."""

    __slots__ = (
        "_keys",
        "backends",
        "client",
        "configuration",
        "log",
        "previews",
        "publisher",
        "reports",
        "request",
        "server",
        "session",
        "sources",
        "tokens",
    )

    def __init__(self, server: Server, request: Request | None) -> None:
        self.server, self.request = server, request
        self.client, self.log = server.client, server.log
        self.session, self.reports = server.session, server.reports
        self.backends = server.backends
        self.configuration, self.publisher = server.configuration, server.publisher
        self._keys = [] if request is None else server.stale.keys(request)
        self.sources, self.tokens, self.previews = server.sources, server.tokens, server.previews

    def supports(self, capability: str) -> bool:
        """Whether the client announced a capability: the path to it, `text_document.hover`."""
        found: object = self.client.capabilities
        for name in capability.split("."):
            found = getattr(found, name, None)
        return bool(found)

    def supports_links(self, feature: str) -> bool:
        """Whether a go-to feature may answer with links, which show what led there."""
        return self.supports(f"text_document.{feature}.link_support")

    def helpers(self, view: View) -> Helpers:
        """The C++ functions that formulas of a pair call, where its checkout has their sources."""
        return self.sources.helpers(checkout_of(view))

    def around(self, view: View) -> Surroundings:
        """What is known besides the pair."""
        return self.sources.around(checkout_of(view), view.detection)

    def kernels_at(self, view: View, offset: int) -> Helpers:
        """The definitions of the kernel at an offset, searched for in the checkout; none where there is no kernel."""
        meaning = meaning_at(cursor_at(view.snapshot, view.file, offset))
        name = meaning.name if isinstance(meaning, Kernel) else ""
        return self.sources.kernels(checkout_of(view), name, self.check)

    def tell_previews(self) -> None:
        """Tell the client of the previews whose text is another one since an edit."""
        for uri in self.previews.changed(self._snapshot_of):
            if self.supports("workspace.text_document_content"):
                self.client.request(types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH, {"uri": uri})
            else:
                self.client.notify("vt-lsp/previewChanged", {"uri": uri})

    def _snapshot_of(self, uri: str) -> Snapshot | None:
        try:
            view = self.session.view(uri)
        except UnknownText:
            return None
        return None if view is None else view.snapshot

    def view(self, uri: str) -> View | None:
        """A document with its pair as it is now; None for one that belongs to no pair, and for a tags.yaml that is not
        there. Raises ContentModified for one whose text is not known."""
        try:
            view = self.session.view(uri)
            return None if view is None or not view.document().blocks else view
        except UnknownText:
            raise JsonRpcContentModified(
                "a change of this document could not be applied; send its whole text"
            ) from None

    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more. Cheap: long work asks often."""
        return self.request is not None and self.request.cancelled

    def check(self) -> None:
        """Stop here if nobody waits for the answer any more. Raises what the dispatcher then answers."""
        if self.request is None:
            return
        if self.request.cancelled:
            raise JsonRpcRequestCancelled("cancelled")
        self.server.stale.check(self.request, self._keys)


def checkout_of(view: View) -> Path | None:
    """The root of the checkout that a pair lies in, by the place of derivatives.yaml; None elsewhere."""
    path = uri_path(view.uris.get("derivatives", ""))
    if path is None or not path.replace("\\", "/").endswith("/tools/autograd/derivatives.yaml"):
        return None
    return Path(path).parents[2]
