"""What of the Neovim plugin a session does not show: its help, and which buffers it is for."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.editors.programs import ROOT, program
from tests.server.checkout import NATIVE, Checkout, write

PLUGIN = ROOT / "editors/neovim"


def neovim(places: Path, *commands: str) -> str:
    """What Neovim prints."""
    given = [argument for command in (*commands, "qall!") for argument in ("-c", command)]
    command = [str(program("nvim", places)), "--headless", "-n", "-i", "NONE", "-u", "NONE", *given]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, stdin=subprocess.DEVNULL)
    return ended.stderr


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


def roots(places: Path, *files: Path) -> list[str]:
    """The root that the plugin finds for each file, empty where it does not attach."""
    found = []
    for file in files:
        lua = "lua io.stderr:write(require('vt_lsp.root').of(0) or '')"
        found.append(neovim(places, f"set rtp+={PLUGIN}", f"silent edit {file}", lua))
    return found


def test_roots(places: Path, tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "checkout")
    tags = checkout.native.with_name("tags.yaml")
    write(tags, "- tag: core\n  desc: Said so.\n")
    deprecated = checkout.derivatives.with_name("deprecated.yaml")
    write(deprecated, "- name: add(Tensor self) -> Tensor\n")
    beside = Checkout(tmp_path / "folder")
    lone = tmp_path / "lone" / "native_functions.yaml"
    lone.parent.mkdir()
    write(lone, NATIVE)
    odd = tmp_path / "lone" / "derivatives.yaml"
    settings = tmp_path / "configured"
    (settings / "below").mkdir(parents=True)
    write(settings / "vt-lsp.toml", 'native-functions = "below/ours.yaml"\nderivatives = "below/gradients.yaml"\n')
    write(settings / "below/ours.yaml", NATIVE)
    write(settings / "below/theirs.yaml", NATIVE)
    empty = tmp_path / "empty" / "derivatives.yaml"
    empty.parent.mkdir()
    write(empty, "- name: swap\n  notional: 100\n")
    expected = {
        checkout.native: checkout.root,
        checkout.derivatives: checkout.root,
        tags: checkout.root,
        deprecated: "",
        beside.native: beside.root,
        lone: lone.parent,
        odd: lone.parent,
        settings / "below/ours.yaml": settings,
        settings / "below/theirs.yaml": "",
        empty: "",
    }
    assert roots(places, *expected) == [str(root) for root in expected.values()]
