"""What real clients say that they can do."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

CLIENTS = ("visual_studio_code", "neovim", "emacs")
_RECORDED = {"neovim": "neovim_v0.11.0.json", "emacs": "emacs_v29.1.json"}


def client_file(name: str) -> dict[str, Any]:
    """`clientInfo` and `capabilities` of a client."""
    recorded = _RECORDED.get(name)
    if recorded is None:
        text = (Path(__file__).parent / "clients" / f"{name}.json").read_text(encoding="utf-8")
    else:
        text = (resources.files("pytest_lsp") / "clients" / recorded).read_text(encoding="utf-8")
    found = json.loads(text)
    assert isinstance(found, dict)
    return found
