"""vt-lsp/previewOfTexts: the C++ of an operator if files of the pair had other texts: those of a revision, say.

Parameters: `{textDocument: {uri}, operator, texts: {uri: text}}`; files that are not named are as they are now. Result:
`{operator, text}`, the text empty where those files have no such operator; null for a document of no pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from vt_core.analysis.snapshot import new_snapshot
from vt_core.syntax.nodes import FileRole
from vt_lsp.server.context import Context
from vt_lsp.server.params import document_uri, optional_text
from vt_lsp.server.previews import joined, preview_documents
from vt_lsp.server.uris import uri_key
from vt_lsp.server.view import Json

METHOD = "vt-lsp/previewOfTexts"
PARAMS = None


def handle(context: Context, params: Any) -> Json | None:
    view = context.view(document_uri(params))
    operator, given = optional_text(params, "operator"), _texts(params)
    if operator is None:
        raise JsonRpcInvalidParams("`operator` is missing")
    if view is None:
        return None
    texts: dict[FileRole, str] = {
        file: given.get(uri_key(uri), view.snapshot.document(file).text) for file, uri in view.uris.items()
    }
    snapshot = new_snapshot(texts, view.snapshot.dialect, view.snapshot.store)
    return {"operator": operator, "text": joined(preview_documents(snapshot, operator))}


def _texts(params: Any) -> dict[str, str]:
    """The texts by the keys of their URIs."""
    given = params.get("texts") if isinstance(params, Mapping) else None
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for text in given.values()):
        raise JsonRpcInvalidParams("`texts` is no table of URIs and texts")
    return {uri_key(str(uri)): text for uri, text in given.items()}
