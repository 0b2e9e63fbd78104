"""textDocument/prepareRename."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.rename import prepare_rename
from vt_core.ide.rename_plan import Refusal
from vt_lsp.server.context import Context
from vt_lsp.server.errors import RequestFailed

METHOD = types.TEXT_DOCUMENT_PREPARE_RENAME


def handle(context: Context, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    found = prepare_rename(view.snapshot, view.file, view.offset(params.position))
    if isinstance(found, Refusal):
        raise RequestFailed(found.reason)
    return types.PrepareRenamePlaceholder(view.range(found.span), found.placeholder)
