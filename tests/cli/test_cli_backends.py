"""`--check` of a backend's file: which PyTorch it is checked against, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from tests.cli.command import Run
from tests.cli.test_cli_installed import install
from vt_lsp.options import Format

NATIVE = """\
- func: wash(Tensor self) -> Tensor
  dispatch:
    CPU: wash
- func: rinse(Tensor self) -> Tensor
  dispatch:
    CPU: rinse
"""
BACKEND = """\
backend: XLA
cpp_namespace: torch_xla
supported:
  - wash
  - rinze
"""
FOUND = (
    "codegen/xla.yaml:5:5: error[backend-unknown-operator] `rinze` is no operator of PyTorch: rename it to `rinse`\n"
)
NOWHERE = {"VIRTUAL_ENV": "", "CONDA_PREFIX": "", "PATH": ""}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a backend's file, and native_functions.yaml in a folder of its own."""
    (tmp_path / "codegen").mkdir()
    (tmp_path / "codegen/xla.yaml").write_text(BACKEND)
    (tmp_path / "base").mkdir()
    (tmp_path / "base/functions.yaml").write_text(NATIVE)
    return tmp_path


CONCISE = ("--format", "concise", "--quiet", "--dialect", "2.13")


def test_against_the_functions_named(vt_lsp: Run, folder: Path) -> None:
    named = ("--native-functions", "base/functions.yaml")
    done = vt_lsp("--check", *CONCISE, *named, "codegen/xla.yaml", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, FOUND, "")
    done = vt_lsp("--check", *CONCISE, *named, "-", "--stdin-filename", "codegen/xla.yaml", cwd=folder, stdin=BACKEND)
    assert (done.returncode, done.stdout, done.stderr) == (1, FOUND, "")


def test_against_the_functions_configured(vt_lsp: Run, folder: Path) -> None:
    (folder / "vt-lsp.toml").write_text('native-functions = "base/functions.yaml"\ndialect = "2.13"\n')
    done = vt_lsp("--check", "--format", "concise", "codegen/xla.yaml", cwd=folder)
    assert (done.returncode, done.stdout) == (1, FOUND + "1 error in 1 file (PyTorch 2.13.0)\n")
    (folder / "codegen/xla.yaml").write_text(BACKEND.replace("rinze", "rinse"))
    done = vt_lsp("--check", "codegen/xla.yaml", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "no errors in 1 file (PyTorch 2.13.0)\n")


def test_against_the_checkout_around_it(vt_lsp: Run, folder: Path) -> None:
    for name, text in (("native_functions.yaml", NATIVE), ("derivatives.yaml", "[]\n")):
        (folder / name).write_text(text)
    done = vt_lsp("--check", *CONCISE, "codegen/xla.yaml", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, FOUND, "")


def test_against_the_installed_torch(vt_lsp: Run, folder: Path) -> None:
    install(folder / "env/lib/python3.11/site-packages", "2.9.1")
    done = vt_lsp("--check", "codegen/xla.yaml", "--format", "json", cwd=folder, env={"VIRTUAL_ENV": "env"})
    assert [(one["rule"], one["line"]) for one in json.loads(done.stdout)] == [("backend-unknown-operator", 5)]


def test_without_any_torch(vt_lsp: Run, folder: Path) -> None:
    done = vt_lsp("--check", "codegen/xla.yaml", cwd=folder, env=NOWHERE)
    assert done.returncode == 2
    assert "codegen/xla.yaml: a backend's file, but no native_functions.yaml to check it against" in done.stderr


def test_kernels(vt_lsp: Run, folder: Path) -> None:
    (folder / "kernels.cpp").write_text("Tensor XLANativeFunctions::wash(const Tensor& self) {}\n")
    (folder / "codegen/xla.yaml").write_text(BACKEND.replace("rinze", "rinse"))
    named = ("--native-functions", "base/functions.yaml", "--impl-path")
    done = vt_lsp("--check", *CONCISE, *named, "kernels.cpp", "codegen/xla.yaml", cwd=folder)
    assert done.returncode == 1
    assert "5:5: error[backend-missing-kernel] `XLANativeFunctions::rinse` is not defined in kernels.cpp" in done.stdout
    done = vt_lsp("--check", *named, "gone.cpp", "codegen/xla.yaml", cwd=folder)
    assert (done.returncode, done.stderr) == (2, "vt-lsp: error: gone.cpp: no such file\n")


def test_any_other_file_is_refused(vt_lsp: Run, folder: Path) -> None:
    (folder / "other.yaml").write_text("backend: gloo\nworkers: 3\n")
    done = vt_lsp("--check", "--native-functions", "base/functions.yaml", "other.yaml", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    done = vt_lsp("--check", "other.yaml", cwd=folder)
    assert done.returncode == 2
    assert "other.yaml: neither native_functions.yaml nor derivatives.yaml" in done.stderr


def test_fixes_are_made_in_the_file(vt_lsp: Run, folder: Path) -> None:
    named = ("--native-functions", "base/functions.yaml", "codegen/xla.yaml", "--dialect", "2.13")
    done = vt_lsp("--check", "--fix", "--dry-run", *named, cwd=folder)
    assert "-  - rinze\n+  - rinse\n" in done.stdout
    (folder / "codegen/xla.yaml").write_text(BACKEND + "  - wash\n")
    done = vt_lsp("--check", "--fix", *named, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "note: 2 fixes made in 1 file\n")
    assert (folder / "codegen/xla.yaml").read_text() == BACKEND.replace("rinze", "rinse")
    assert (folder / "base/functions.yaml").read_text() == NATIVE


def test_comments_leave_findings_out(vt_lsp: Run, folder: Path) -> None:
    named = ("--native-functions", "base/functions.yaml", "codegen/xla.yaml")
    ignore = "  # vt-lsp: ignore[backend-unknown-operator] soon"
    (folder / "codegen/xla.yaml").write_text(BACKEND.rstrip() + ignore + "\n")
    done = vt_lsp("--check", *CONCISE, *named, cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    (folder / "codegen/xla.yaml").write_text(BACKEND.replace("rinze", f"rinse{ignore}"))
    done = vt_lsp("--check", *CONCISE, *named, cwd=folder)
    assert "warning[unused-ignore]" in done.stdout


# Those of reviews belong to `--diff`.
@pytest.mark.parametrize("format_", [one for one in get_args(Format) if one not in ("markdown", "html")])
def test_every_format_takes_such_a_file(vt_lsp: Run, folder: Path, format_: str) -> None:
    named = ("--native-functions", "base/functions.yaml", "codegen/xla.yaml")
    done = vt_lsp("--check", "--format", format_, *named, cwd=folder)
    assert done.returncode == 1
    assert "xla.yaml" in done.stdout
    assert "rinze" in done.stdout
