"""vt-lsp/previewMap: which part of a preview stems from which token of the pair, both ways.

Parameters: `{uri}` of a preview, with `position?` in it; or `{textDocument: {uri}, range, uri}` for a stretch of the
pair. Result: `{sections: [{file, name, reason, range, origin: {uri, range} | null}]}`: all sections, those at the
position, or those that stem from the stretch. `range` is in the preview.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from vt_core.ide.preview_map import MappedSection, PreviewDocument, sections_from, source_at
from vt_core.text.lines import LineTable
from vt_core.text.spans import Span
from vt_lsp.server import convert
from vt_lsp.server.context import Context
from vt_lsp.server.documents import Plain
from vt_lsp.server.params import document_uri, optional_position, optional_text
from vt_lsp.server.previews import preview_documents, preview_uri
from vt_lsp.server.view import Json, View

METHOD = "vt-lsp/previewMap"
PARAMS = None


def handle(context: Context, params: Any) -> Json:
    named = preview_uri(optional_text(params, "uri") or "")
    if named is None:
        raise JsonRpcInvalidParams("`uri` is no preview")
    view = context.view(named.document)
    documents = [] if view is None else preview_documents(view.snapshot, named.operator)
    if view is None or not documents:
        return {"sections": []}
    return {
        "sections": [section for place in _placed(documents) for section in _sections(context, view, place, params)]
    }


class _Place:
    """A preview's part of the text that the client has, and where it starts there."""

    def __init__(self, document: PreviewDocument, start: int, whole: Plain) -> None:
        self.document, self.start, self.whole = document, start, whole


def _placed(documents: list[PreviewDocument]) -> list[_Place]:
    whole = Plain("\n".join([document.text for document in documents]))
    places: list[_Place] = []
    start = 0
    for document in documents:
        places.append(_Place(document, start, whole))
        start += len(document.text) + 1
    return places


def _sections(context: Context, view: View, place: _Place, params: Any) -> list[Json]:
    position = optional_position(params)
    if position is not None:
        offset = convert.offset(place.whole, position, view.encoding) - place.start
        found = source_at(place.document, offset) if 0 <= offset <= len(place.document.text) else None
        chosen: tuple[MappedSection, ...] = () if found is None else (found,)
    elif isinstance(params, dict) and "range" in params:
        other = context.view(document_uri(params))
        stretch = params["range"]
        start, end = optional_position(stretch, "start"), optional_position(stretch, "end")
        if other is None or start is None or end is None:
            return []
        span = other.span(types.Range(start, end))
        chosen = sections_from(place.document, other.file, span)
    else:
        chosen = place.document.sections
    return [_section(view, place, section) for section in chosen]


def _section(view: View, place: _Place, section: MappedSection) -> Json:
    origin = section.origin
    uri = view.uris.get(origin.file)
    span = section.span.shifted(place.start)
    return {
        "file": section.file,
        "name": section.name,
        "reason": section.reason,
        "range": _range(place.whole.table, span),
        "origin": None if uri is None else {"uri": uri, "range": view.json_range(origin.span, origin.file)},
    }


def _range(table: LineTable, span: Span) -> Json:
    """A range of the preview. Sections are whole lines: columns are 0 or the line's length."""
    (line, column), (last, end) = table.position(span.start), table.position(span.end)
    return {"start": {"line": line, "character": column}, "end": {"line": last, "character": end}}
