"""textDocument/documentLink."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from vt_core.ide.document_links import DocumentLink, document_links
from vt_lsp.server.context import Context, checkout_of
from vt_lsp.server.uris import path_uri

METHOD = types.TEXT_DOCUMENT_DOCUMENT_LINK


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.document_link_provider = types.DocumentLinkOptions(resolve_provider=False)


def handle(context: Context, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    root = checkout_of(view)
    found = [(link, _target(link, root)) for link in document_links(view.snapshot, view.file)]
    return [types.DocumentLink(view.range(link.span), target) for link, target in found if target is not None]


def _target(link: DocumentLink, root: Path | None) -> str | None:
    """Where a link leads; None for a path that is no file of the checkout."""
    if link.kind == "url":
        return link.target
    if root is None:
        return None
    try:
        path = (root / link.target).resolve()
        if not path.is_relative_to(root.resolve()) or not path.is_file():
            return None
    except (OSError, ValueError):
        return None
    return path_uri(path) if link.line is None else f"{path_uri(path)}#L{link.line}"
