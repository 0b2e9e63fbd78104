"""Places to go to, as the protocol wants them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Union

from lsprotocol import types

from vt_core.ide.goto import Link
from vt_core.ide.helpers_index import Helper
from vt_core.ide.targets import AnyTarget, Target
from vt_core.text.lines import Position
from vt_core.text.spans import Span
from vt_lsp.server.backends import BackendView
from vt_lsp.server.uris import path_uri
from vt_lsp.server.view import View


def location(view: View, target: AnyTarget) -> types.Location | None:
    """Where a target is; None for a file of the pair that does not exist."""
    if isinstance(target, Target):
        return view.location(target.file, target.selection)
    return types.Location(path_uri(target.file), name_range(target))


def locations(view: View, targets: Iterable[AnyTarget]) -> list[types.Location]:
    """The same for several, each once."""
    found: dict[tuple[str, int, int], types.Location] = {}
    for target in targets:
        one = location(view, target)
        if one is not None:
            found.setdefault((one.uri, one.range.start.line, one.range.start.character), one)
    return list(found.values())


def name_range(helper: Helper) -> types.Range:
    """The name of a C++ function. Columns count code points: before a name C++ is ASCII."""
    start = types.Position(helper.line, helper.column)
    return types.Range(start, types.Position(helper.line, helper.column + len(helper.name)))


def whole_range(helper: Helper) -> types.Range:
    """All of a C++ function."""
    return types.Range(_position(helper.start), _position(helper.end))


def _position(position: Position) -> types.Position:
    return types.Position(position.line, position.column)


Places = Union[list[types.Location], list[types.LocationLink]]


def places(view: View, links: Sequence[Link], *, as_links: bool) -> Places:
    """The answer of a go-to request; as links for clients that show what led there."""
    if not as_links:
        return locations(view, [link.target for link in links])
    found: list[types.LocationLink] = []
    for link in links:
        origin = view.range(link.origin)
        if isinstance(link.target, Helper):
            uri = path_uri(link.target.file)
            found.append(types.LocationLink(uri, whole_range(link.target), name_range(link.target), origin))
            continue
        file = link.target.file
        known = view.uris.get(file)
        if known is not None:
            whole, selection = view.range(link.target.span, file), view.range(link.target.selection, file)
            found.append(types.LocationLink(known, whole, selection, origin))
    return found


def backend_places(view: BackendView, origin: Span, target: Target, *, as_links: bool) -> Places:
    """The same for a backend's file, from which one goes to its PyTorch."""
    base = view.base
    uri = base.uris.get(target.file)
    if uri is None:
        return []
    selection = base.range(target.selection, target.file)
    if not as_links:
        return [types.Location(uri, selection)]
    return [types.LocationLink(uri, base.range(target.span, target.file), selection, view.range(origin))]
