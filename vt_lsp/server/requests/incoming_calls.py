"""callHierarchy/incomingCalls."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.call_hierarchy import incoming_calls
from vt_lsp.server.context import Context
from vt_lsp.server.convert_calls import call_item, known_item

METHOD = types.CALL_HIERARCHY_INCOMING_CALLS


def handle(context: Context, params: types.CallHierarchyIncomingCallsParams) -> list[types.CallHierarchyIncomingCall]:
    known = known_item(params.item)
    view = None if known is None else context.view(known.uri)
    if known is None or view is None:
        return []
    found: list[types.CallHierarchyIncomingCall] = []
    for edge in incoming_calls(view.snapshot, known.kind, known.key):
        item = call_item(view, edge.item, known.uri)
        if item is not None:
            ranges = [view.range(span, "derivatives") for span in edge.spans]
            found.append(types.CallHierarchyIncomingCall(item, ranges))
    return found
