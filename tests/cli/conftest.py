"""Projects to run the command line on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, Run, run


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    """A copy of a project without mistakes."""
    return Path(shutil.copytree(EXAMPLES / "clean", tmp_path / "clean"))


@pytest.fixture
def mistakes(tmp_path: Path) -> Path:
    """A copy of a project with fourteen mistakes."""
    return Path(shutil.copytree(EXAMPLES / "mistakes", tmp_path / "mistakes"))


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    """A folder of small templates."""
    folder = tmp_path / "templates"
    folder.mkdir()
    comment = "// ${generated_comment}\n"
    (folder / "VariableType.h").write_text(comment + "${type_derived_method_declarations}\n")
    (folder / "VariableType.cpp").write_text(
        comment + "${type_derived_method_definitions}\n  ${wrapper_registrations}\n"
    )
    (folder / "Functions.h").write_text(comment + "${autograd_function_declarations}\n")
    (folder / "Functions.cpp").write_text(comment + "${autograd_function_definitions}\n")
    return folder


@pytest.fixture
def vt_lsp() -> Run:
    """Runs the command line: arguments, then `cwd`, `stdin` (text) and `env` (added to the environment)."""
    return run
