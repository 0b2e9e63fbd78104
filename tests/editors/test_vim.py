"""Vim with ALE, at a terminal: it starts no server without one."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.editors.checkouts import lay_out
from tests.editors.programs import package, program, run
from tests.pages import blocks

HERE = Path(__file__).parent


def test_a_session(tmp_path: Path) -> None:
    checkout = lay_out(tmp_path / "checkout", "\n")
    package("/usr/share/vim/vimfiles/pack/dist-bundle/opt/ale")
    vimrc = tmp_path / "vimrc"
    start = "set nocompatible\npackadd! ale\nfiletype plugin on\n"
    vimrc.write_text(f"{start}\n{blocks('editors.md')['vim-ale.vim']}", encoding="utf-8")
    vim = [str(program("vim", Path("/usr/bin"))), "-n", "-i", "NONE", "-u", str(vimrc)]
    command = shlex.join([*vim, "-c", f"source {HERE / 'vim_session.vim'}"])
    seen = run(["script", "-qec", command, "/dev/null"], tmp_path, checkout.root)
    assert seen.notes.get("failure") is None, seen.notes
    assert [code for code, _, _ in seen.notes["diagnostics"]] == ["grads-out-of-bounds", "unknown-gradient-argument"]
    assert seen.notes["diagnostics"][1][1:] == [4, 3]
    assert seen.notes["definition"] == ["rinse", 7]
    assert len(seen.opened) == 1
    assert seen.complaints() == []
