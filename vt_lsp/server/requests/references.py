"""textDocument/references."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.references import references
from vt_lsp.server.context import Context
from vt_lsp.server.convert_places import location

METHOD = types.TEXT_DOCUMENT_REFERENCES


def advertise(capabilities: types.ServerCapabilities, client: types.ClientCapabilities) -> None:
    capabilities.references_provider = types.ReferenceOptions(work_done_progress=True)


def handle(context: Context, params: types.ReferenceParams) -> list[types.Location]:
    view = context.view(params.text_document.uri)
    if view is None:
        return []
    found = references(
        view.snapshot,
        view.file,
        view.offset(params.position),
        include_declaration=params.context.include_declaration,
        helpers=context.helpers(view),
    )
    places = [view.location(place.file, place.span) for place in found.places]
    sources = [location(view, helper) for helper in found.sources]
    return [place for place in (*places, *sources) if place is not None]
