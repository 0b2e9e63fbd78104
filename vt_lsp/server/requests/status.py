"""vt-lsp/status: what the server knows, for a bug report. No file's text is in it."""

from __future__ import annotations

import platform
import time
from typing import Any

from vt_core import __version__
from vt_core.syntax.yaml_reader import HAS_C_LOADER
from vt_lsp.server.context import Context
from vt_lsp.server.pairs import ANALYSED, Pair

METHOD = "vt-lsp/status"


def handle(context: Context, params: Any) -> dict[str, Any]:
    session, server = context.session, context.server
    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "yaml": "libyaml" if HAS_C_LOADER else "pure Python (slow)",
        "client": context.client.name,
        "encoding": session.encoding,
        "diagnostics": "pulled" if context.publisher.pulls else "pushed",
        "seconds": round(time.time() - server.started, 1),
        "log": None if context.log.path is None else str(context.log.path),
        "roots": [str(root) for root in session.roots],
        "documents": [
            {
                "uri": one.uri,
                "version": one.version,
                "inPair": session.member(one.uri) is not None,
                "known": not one.dropped,
            }
            for one in session.documents.values()
        ],
        "pairs": [_pair(pair) for pair in session.pairs()],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    found: dict[str, Any] = {
        "files": {
            role: {
                "path": None if side.path is None else str(side.path),
                "open": side.document is not None,
                "there": side.there,
                "problem": side.problem,
            }
            for role, side in pair.sides.items()
        }
    }
    if pair.loaded and pair.detection is not None:
        snapshot = pair.current()
        found["release"] = pair.detection.dialect.release
        found["foundBy"] = pair.detection.source
        found["named"] = pair.detection.named
        found["exact"] = pair.detection.exact
        found["generator"] = (
            [] if pair.stated is None else [note for note in (pair.stated.news, pair.stated.doubt) if note]
        )
        found["entries"] = {role: len(snapshot.document(role).placed()) for role in ANALYSED}
        found["functions"] = len(snapshot.native_index.functions)
    return found
