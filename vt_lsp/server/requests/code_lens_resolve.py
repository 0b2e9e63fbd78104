"""codeLens/resolve: what a lens says, and what a click on it does.

The commands are the client's: `vt-lsp.showReferences` (URI, position, locations), as editors have it under names of
their own, and `vt-lsp.showPreview` (URI, operator).
"""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.code_lens import LensText, resolve_lens
from vt_lsp.server.context import Context
from vt_lsp.server.view import View

METHOD = types.CODE_LENS_RESOLVE


def handle(context: Context, params: types.CodeLens) -> types.CodeLens:
    data = params.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return params
    view = context.view(data["uri"])
    known = {str(key): str(value) for key, value in data.items() if key != "uri"}
    text = None if view is None else resolve_lens(view.snapshot, known)
    if view is None or text is None:
        params.command = types.Command("", "")
        return params
    params.command = _command(view, text, data["uri"], params.range.start)
    return params


def _command(view: View, text: LensText, uri: str, position: types.Position) -> types.Command:
    if text.operator is not None:
        return types.Command(text.title, "vt-lsp.showPreview", arguments=[uri, text.operator])
    places = [view.location(place.file, place.span) for place in text.places]
    locations = [place for place in places if place is not None]
    if not locations:
        return types.Command(text.title, "")
    return types.Command(text.title, "vt-lsp.showReferences", arguments=[uri, position, locations])
