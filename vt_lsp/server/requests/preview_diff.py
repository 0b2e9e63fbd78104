"""vt-lsp/previewDiff: how the generated C++ of an operator differs between the files on disk and the buffers.

Parameters: as of `vt-lsp/preview`. Result: `{operator, text}`, a unified diff, empty without a difference; null where
there is no operator.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types

from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.ide.preview_map import preview_diff
from vt_core.syntax.nodes import FileRole
from vt_lsp.server import disk
from vt_lsp.server.context import Context
from vt_lsp.server.params import document_uri, optional_position, optional_text
from vt_lsp.server.requests.preview import reached_operators
from vt_lsp.server.uris import uri_path
from vt_lsp.server.view import Json, View

METHOD = "vt-lsp/previewDiff"
PARAMS = None


def handle(context: Context, params: Any) -> Json | None:
    return diff_of(context, document_uri(params), optional_position(params), optional_text(params, "operator"))


def diff_of(context: Context, uri: str, position: types.Position | None, operator: str | None) -> Json | None:
    """The answer; also that of the command."""
    view = context.view(uri)
    if view is None:
        return None
    before = _on_disk(view)
    operators = reached_operators(view, position, operator)
    if not operators and operator is None:
        return None
    shown = operator if operator is not None else operators[0]
    return {"operator": shown, "text": preview_diff(before, view.snapshot, shown).text}


def _on_disk(view: View) -> Snapshot:
    """The pair as it is on disk; a file that is not there is empty."""
    texts: dict[FileRole, str] = {}
    for file in ("native_functions", "derivatives"):
        path = uri_path(view.uris.get(file, ""))
        found = None if path is None else disk.read(Path(path))
        texts[file] = "" if found is None else found.text
    return new_snapshot(texts, view.snapshot.dialect, view.snapshot.store)
