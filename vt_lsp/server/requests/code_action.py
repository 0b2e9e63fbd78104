"""textDocument/codeAction."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from vt_core.ide.action_values import CodeAction
from vt_core.ide.code_actions import code_actions
from vt_lsp.report import heeded, presented
from vt_lsp.server.context import Context
from vt_lsp.server.convert_edits import pair_edit
from vt_lsp.server.view import View

METHOD = types.TEXT_DOCUMENT_CODE_ACTION

_KINDS = ("quickfix", "refactor", "refactor.rewrite", "source", "source.fixAll.vt-lsp")


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.code_action_provider = types.CodeActionOptions(code_action_kinds=list(_KINDS), resolve_provider=True)


def handle(context: Context, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    view = context.view(uri)
    if view is None:
        return []
    lazily = context.supports("text_document.code_action.resolve_support")
    actions = code_actions(
        view.snapshot,
        view.file,
        view.span(params.range),
        tuple(presented(heeded(view.snapshot, view.settings.rules), view.settings.rules, exact=view.detection.exact)),
        only=[str(getattr(kind, "value", kind)) for kind in params.context.only or ()],
        resolved=not lazily,
    )
    versioned = context.supports("workspace.workspace_edit.document_changes")
    return [_action(view, action, uri, params.context.diagnostics, versioned) for action in actions]


def _action(
    view: View,
    action: CodeAction,
    uri: str,
    told: Sequence[types.Diagnostic],
    versioned: bool,
) -> types.CodeAction:
    mended = [] if action.finding is None else [one for one in told if _is_told(view, action, one)]
    return types.CodeAction(
        title=action.title,
        kind=action.kind,
        diagnostics=mended or None,
        is_preferred=action.preferred or None,
        edit=None if action.edits is None else pair_edit(view, action.edits, versioned=versioned),
        data={"uri": uri, **action.data},
    )


def _is_told(view: View, action: CodeAction, told: types.Diagnostic) -> bool:
    """Whether a diagnostic that the client has is the action's finding."""
    finding = action.finding
    return finding is not None and told.code == finding.rule and told.range.start == view.range(finding.span).start
