"""Items of the call hierarchy, as the protocol wants them and back."""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types

from vt_core.ide.call_hierarchy import CallItem, ItemKind
from vt_core.ide.helpers_index import Helper
from vt_lsp.server.convert_places import name_range, whole_range
from vt_lsp.server.uris import path_uri
from vt_lsp.server.view import View

_KINDS: dict[ItemKind, types.SymbolKind] = {
    "entry": types.SymbolKind.Method,
    "function": types.SymbolKind.Function,
    "helper": types.SymbolKind.Function,
}


class KnownItem(NamedTuple):
    """What an item of ours says about itself: the document it was asked for in, and what it is."""

    uri: str
    kind: ItemKind
    key: str


def call_item(view: View, item: CallItem, uri: str) -> types.CallHierarchyItem | None:
    """An item; None where its file does not exist. `uri` is the document that leads back to the pair."""
    target = item.target
    if isinstance(target, Helper):
        place, whole, selection = path_uri(target.file), whole_range(target), name_range(target)
    elif target.file in view.uris:
        place = view.uris[target.file]
        whole, selection = view.range(target.span, target.file), view.range(target.selection, target.file)
    else:
        return None
    return types.CallHierarchyItem(
        name=item.name,
        kind=_KINDS[item.kind],
        uri=place,
        range=whole,
        selection_range=selection,
        detail=item.detail or None,
        data={"uri": uri, "kind": item.kind, "key": item.key},
    )


def known_item(item: types.CallHierarchyItem) -> KnownItem | None:
    """The item that the client gives back; None for one that is not ours."""
    data: Any = item.data
    if not isinstance(data, dict) or data.get("kind") not in _KINDS:
        return None
    return KnownItem(str(data.get("uri", "")), data["kind"], str(data.get("key", "")))
