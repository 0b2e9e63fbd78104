"""docs/editors.md as a whole, and the configurations of editors that are not tried themselves: their commands run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpora import need
from tests.editors.programs import ROOT
from tests.pages import blocks
from tests.server.wire import framed, initialize, notification, request
from vt_lsp.server.transport import FrameParser

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGE = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
BLOCKS = blocks("editors.md")
# Run by test_sessions.py and test_vim.py.
TRIED = {
    "neovim-0.11.lua",
    "neovim-0.7.lua",
    "neovim-settings.lua",
    "eglot.el",
    "eglot-settings.el",
    "lsp-mode.el",
    "vim-ale.vim",
}
HELIX = tomllib.loads((ROOT / "editors/helix/languages.toml").read_text(encoding="utf-8"))


def sections() -> dict[str, str]:
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def test_each_block_is_tried_or_its_editor_marked() -> None:
    assert set(BLOCKS) >= TRIED
    for name in set(BLOCKS) - TRIED:
        (section,) = [text for text in sections().values() if f" {name}\n" in text]
        assert section.strip().startswith("Untested")
    for editor in ("Helix", "Sublime Text", "Kate"):
        assert sections()[editor].strip().startswith("Untested")


COMMANDS = {
    "helix": [HELIX["language-server"]["vt-lsp"]["command"], *HELIX["language-server"]["vt-lsp"]["args"]],
    "sublime-text.json": json.loads(BLOCKS["sublime-text.json"])["clients"]["vt-lsp"]["command"],
    "kate.json": json.loads(BLOCKS["kate.json"])["servers"]["yaml"]["command"],
}


@pytest.mark.parametrize("editor", COMMANDS)
def test_the_command_is_a_server(editor: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    need("the command vt-lsp beside python", there=shutil.which(COMMANDS[editor][0], path=path) is not None)
    sent = b"".join(map(framed, [initialize(tmp_path), request(1, "shutdown"), notification("exit")]))
    ended = subprocess.run(
        COMMANDS[editor], input=sent, env={**os.environ, "PATH": path}, capture_output=True, timeout=60, check=True
    )
    answers = [json.loads(frame.body) for frame in FrameParser().feed(ended.stdout)]
    assert answers[0]["result"]["serverInfo"]["name"] == "vt-lsp"
    assert answers[-1] == {"jsonrpc": "2.0", "id": 1, "result": None}


def test_helix_asks_the_server_about_yaml() -> None:
    """Its language `yaml` is one that Helix has: name and servers are all that is set."""
    (language,) = HELIX["language"]
    assert language["name"] == "yaml"
    assert set(language) == {"name", "language-servers"}
    assert "vt-lsp" in language["language-servers"]
    assert set(HELIX["language-server"]) == {"vt-lsp"}
    roots = HELIX["language-server"]["vt-lsp"]["required-root-patterns"]
    assert set(roots) == {"version.txt", "native_functions.yaml", "vt-lsp.toml"}
