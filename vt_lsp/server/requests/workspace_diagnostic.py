"""workspace/diagnostic: the findings of all pairs, open or not."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from vt_core.syntax.nodes import FileRole
from vt_lsp.server.context import Context
from vt_lsp.server.pairs import ANALYSED, Pair
from vt_lsp.server.requests.diagnostic import plain
from vt_lsp.server.uris import uri_key

METHOD = types.WORKSPACE_DIAGNOSTIC


def handle(context: Context, params: types.WorkspaceDiagnosticParams) -> dict[str, Any]:
    previous = {uri_key(one.uri): one.value for one in params.previous_result_ids}
    items: list[dict[str, Any]] = []
    for pair in context.session.root_pairs():
        context.check()
        items += _reports(context, pair, previous)
    return {"items": items}


def _reports(context: Context, pair: Pair, previous: dict[str, str]) -> list[dict[str, Any]]:
    role: FileRole | None = next((role for role in ANALYSED if role in pair.sides), None)
    view = None if role is None else context.session.pair_view(pair, role)
    if view is None:
        return []
    found: list[dict[str, Any]] = []
    for file, report in context.reports.of(view).items():
        answer = plain(report, previous.get(uri_key(report.uri)))
        found.append({"uri": report.uri, "version": view.versions.get(file), **answer})
    return found
