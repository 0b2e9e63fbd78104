"""Which files the plugins attach to, and the folder that the server then works in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.editors.programs import ROOT, emacs, neovim
from tests.server.checkout import NATIVE, Checkout, write


def in_neovim(places: Path, file: Path) -> str:
    lua = "lua io.stderr:write(require('vt_lsp.root').of(0) or '')"
    return neovim(places, f"set rtp+={ROOT}/editors/neovim", f"silent edit {file}", lua)


def in_emacs(file: Path) -> str:
    """Of a file that is in our mode, and of no other."""
    form = '(princ (if (derived-mode-p \'vt-lsp-yaml-mode) (directory-file-name (expand-file-name (vt-lsp-root))) ""))'
    return emacs("(require 'vt-lsp)", f'(find-file "{file}")', form)


EDITORS: dict[str, Callable[[Path], str]] = {
    "neovim_0.11": lambda file: in_neovim(Path(sys.executable).parent, file),
    "neovim_0.7": lambda file: in_neovim(Path("/usr/bin"), file),
    "emacs": in_emacs,
}


@pytest.mark.parametrize("editor", EDITORS)
def test_roots(editor: str, tmp_path: Path) -> None:
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
    assert [EDITORS[editor](file) for file in expected] == [str(root) for root in expected.values()]
