"""What of the Neovim plugin a session does not show: its help."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.editors.programs import ROOT, neovim

PLUGIN = ROOT / "editors/neovim"


@pytest.fixture(params=[Path(sys.executable).parent, Path("/usr/bin")], ids=["0.11", "0.7"])
def places(request: pytest.FixtureRequest) -> Path:
    found = request.param
    assert isinstance(found, Path)
    return found


def test_every_tag_of_the_help_leads_somewhere(places: Path, tmp_path: Path) -> None:
    shutil.copytree(PLUGIN, tmp_path / "plugin")
    text = (PLUGIN / "doc/vt-lsp.txt").read_text(encoding="utf-8")
    tags = re.findall(r"\|(\S+)\|", text)
    assert len(tags) > 5
    jumps = f"lua for tag in ('{' '.join(tags)}'):gmatch('%S+') do vim.cmd('help ' .. tag) end"
    helptags = f"helptags {tmp_path}/plugin/doc"
    said = neovim(places, f"set rtp+={tmp_path}/plugin", helptags, jumps, "help vt-lsp", "echo expand('%:t')")
    assert said.strip() == "vt-lsp.txt"


def test_the_help_names_every_command(places: Path) -> None:
    text = (PLUGIN / "doc/vt-lsp.txt").read_text(encoding="utf-8")
    lua = "lua io.stderr:write(vim.fn.json_encode(require('vt_lsp.commands').complete('')))"
    names = json.loads(neovim(places, f"set rtp+={PLUGIN}", lua))
    assert names == sorted(re.findall(r"\*:VtLsp-(\w+)\*", text))
