"""What a person at a terminal sees besides: colours and progress."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.command import ROOT
from vt_lsp import progress
from vt_lsp.console import Console, use_color
from vt_lsp.render.style import Style

if os.name == "nt":
    pytest.skip("terminals of another kind", allow_module_level=True)


def on_terminal(arguments: list[str], cwd: Path) -> tuple[int, str]:
    """The exit code and all that a terminal gets to see of a run."""
    ours, theirs = os.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    env.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "vt_lsp", *arguments]
    process = subprocess.Popen(command, cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    return process.wait(60), seen.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal(clean: Path) -> None:
    code, seen = on_terminal(["--check"], clean)
    assert (code, seen) == (0, "\x1b[1mno errors in 2 files (PyTorch 1.8.1)\x1b[0m\n")
    assert on_terminal(["--check", "--color", "never"], clean) == (0, "no errors in 2 files (PyTorch 1.8.1)\n")


def test_a_review_goes_through_the_pager(clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pager = tmp_path / "pager.sh"
    pager.write_text("#!/bin/sh\necho paged\ncat\n", encoding="utf-8")
    pager.chmod(0o755)
    monkeypatch.setenv("PAGER", str(pager))
    arguments = ["--diff", "--old", str(clean), "--new", str(clean), "--color", "never"]
    code, seen = on_terminal(arguments, tmp_path)
    assert code == 0
    assert seen.startswith("paged\n")
    assert seen.endswith("nothing differs\n")
    for without in ("cat", "", "/nowhere/pager", "'"):
        monkeypatch.setenv("PAGER", without)
        assert on_terminal(arguments, tmp_path) == (0, seen.removeprefix("paged\n"))


def test_progress_of_generate(clean: Path, templates: Path) -> None:
    code, seen = on_terminal(["--generate", "out", "--templates", str(templates)], clean)
    assert code == 0
    assert "\rvt-lsp: generating Functions.cpp " in seen
    assert seen.endswith(f"\r{' ' * 79}\rout: 9 of 9 files written, 0 were up to date\n")


def console(live: bool) -> Console:
    return Console(StringIO(), StringIO(), Style(), Style(), live)


def said(one: Console) -> str:
    assert isinstance(one.err, StringIO)
    return one.err.getvalue()


def test_progress_is_shown_to_people_only() -> None:
    for live in (False, True):
        one = console(live)
        progress.show(one, "working")
        assert bool(said(one)) == live
        progress.clear(one)
        assert said(one).endswith("\r") == live


def test_progress_only_of_what_takes_long() -> None:
    quick = console(True)
    with progress.shown_after(quick, 600, "working"):
        pass
    assert said(quick) == ""
    slow = console(True)
    with progress.shown_after(slow, 0, "working"):
        while "working" not in said(slow):
            pass
    assert said(slow).endswith("\r")


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "expected"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_when_to_colour(choice: str, terminal: bool, environment: dict[str, str], expected: bool) -> None:
    assert use_color(choice, terminal, environment) is expected  # type: ignore[arg-type]
