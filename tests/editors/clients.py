"""What editors say of themselves in `initialize`, and what tests/server takes them for."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vt_lsp.server.messages import Request, read_message
from vt_lsp.server.transport import FrameParser

_CLIENTS = Path(__file__).parents[1] / "server" / "clients"


def initializations(record: Path) -> list[dict[str, Any]]:
    """The parameters of each request that opened a session with a server, of what `recorder.py` has kept."""
    data = record.read_bytes() if record.is_file() else b""
    messages = [read_message(frame) for frame in FrameParser().feed(data)]
    return [one.params for one in messages if isinstance(one, Request) and one.method == "initialize"]


def assert_recorded(editor: str, params: Mapping[str, Any]) -> None:
    """An editor is as tests/server takes it for, without its folders."""
    info = params.get("clientInfo", {"name": editor})
    said = {"clientInfo": info, "capabilities": params["capabilities"]}
    text = json.dumps(said, indent=2, sort_keys=True) + "\n"
    file = _CLIENTS / f"{editor}.json"
    if os.environ.get("VT_LSP_REWRITE") == "1":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
