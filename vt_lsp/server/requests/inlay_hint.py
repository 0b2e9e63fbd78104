"""textDocument/inlayHint."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.inlay_hints import inlay_hints
from vt_lsp.server.context import Context

METHOD = types.TEXT_DOCUMENT_INLAY_HINT


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.inlay_hint_provider = True


def handle(context: Context, params: types.InlayHintParams) -> list[types.InlayHint]:
    view = context.view(params.text_document.uri)
    if view is None or not view.settings.inlay_hints:
        return []
    return [
        types.InlayHint(
            position=view.position(hint.offset),
            label=hint.label,
            kind=types.InlayHintKind.Type if hint.kind == "type" else None,
            tooltip=hint.tooltip or None,
            padding_left=hint.padded or None,
        )
        for hint in inlay_hints(view.snapshot, view.file, view.span(params.range))
    ]
