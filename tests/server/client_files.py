"""What real clients say that they can do."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

CLIENTS = ("visual_studio_code", "neovim_0.11", "neovim_0.7", "emacs_29.1", "eglot", "lsp-mode")
# Of those that tests/editors does not drive.
_OF_PYTEST_LSP = {"emacs_29.1": "emacs_v29.1.json"}


def client_file(name: str) -> dict[str, Any]:
    """`clientInfo` and `capabilities` of a client."""
    recorded = _OF_PYTEST_LSP.get(name)
    if recorded is None:
        text = (Path(__file__).parent / "clients" / f"{name}.json").read_text(encoding="utf-8")
    else:
        text = (resources.files("pytest_lsp") / "clients" / recorded).read_text(encoding="utf-8")
    found = json.loads(text)
    assert isinstance(found, dict)
    return found
