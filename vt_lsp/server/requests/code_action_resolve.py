"""codeAction/resolve: the edits of an action that the user has chosen."""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from vt_core.ide.code_actions import resolve_code_action
from vt_lsp.report import heeded, presented
from vt_lsp.server.context import Context
from vt_lsp.server.convert_edits import pair_edit

METHOD = types.CODE_ACTION_RESOLVE


def handle(context: Context, params: types.CodeAction) -> types.CodeAction:
    data = params.data
    if params.edit is not None or not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return params
    view = context.view(data["uri"])
    if view is None:
        return params
    known = {str(key): str(value) for key, value in data.items() if key != "uri"}
    found = tuple(
        presented(heeded(view.snapshot, view.settings.rules), view.settings.rules, exact=view.detection.exact)
    )
    edits = resolve_code_action(view.snapshot, known, found)
    if edits is None:
        raise JsonRpcContentModified("the text has changed since the action was offered")
    versioned = context.supports("workspace.workspace_edit.document_changes")
    params.edit = pair_edit(view, edits, versioned=versioned)
    return params
