"""callHierarchy/outgoingCalls."""

from __future__ import annotations

from lsprotocol import types

from vt_core.ide.call_hierarchy import outgoing_calls
from vt_lsp.server.context import Context
from vt_lsp.server.convert_calls import call_item, known_item

METHOD = types.CALL_HIERARCHY_OUTGOING_CALLS


def handle(context: Context, params: types.CallHierarchyOutgoingCallsParams) -> list[types.CallHierarchyOutgoingCall]:
    known = known_item(params.item)
    view = None if known is None else context.view(known.uri)
    if known is None or view is None:
        return []
    found: list[types.CallHierarchyOutgoingCall] = []
    for edge in outgoing_calls(view.snapshot, known.kind, known.key, context.helpers(view)):
        item = call_item(view, edge.item, known.uri)
        if item is not None:
            ranges = [view.range(span, "derivatives") for span in edge.spans]
            found.append(types.CallHierarchyOutgoingCall(item, ranges))
    return found
