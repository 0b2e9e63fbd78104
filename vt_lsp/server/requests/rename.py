"""textDocument/rename."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.rename import rename
from vt_core.ide.rename_plan import Refusal
from vt_lsp.server.context import Context
from vt_lsp.server.convert_edits import PairEdit, workspace_edit
from vt_lsp.server.errors import RequestFailed

METHOD = types.TEXT_DOCUMENT_RENAME


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    features = client.text_document
    prepares = bool(features and features.rename and features.rename.prepare_support)
    capabilities.rename_provider = types.RenameOptions(True, work_done_progress=True) if prepares else True


def handle(context: Context, params: types.RenameParams) -> types.WorkspaceEdit | None:
    view = context.view(params.text_document.uri)
    if view is None:
        return None
    offset, helpers = view.offset(params.position), context.helpers(view)
    found = rename(view.snapshot, view.file, offset, params.new_name, helpers)
    if isinstance(found, Refusal):
        raise RequestFailed(found.reason)
    versioned = context.supports("workspace.workspace_edit.document_changes")
    return workspace_edit(view, [PairEdit(edit.file, edit.span, edit.text) for edit in found], versioned=versioned)
