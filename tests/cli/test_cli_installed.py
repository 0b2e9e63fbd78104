"""The pair of an installed torch: found without running its Python, never taken for part of the project around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Run
from vt_core.codegen.files import template_names
from vt_core.dialects.v2_x import V2_9

NATIVE = """\
- func: wash(Tensor self) -> Tensor
  dispatch:
    CPU: wash_cpu
"""
DERIVATIVES = """\
- name: wash(Tensor self) -> Tensor
  self: grad.mul(2)
"""


def install(packages: Path, version: str) -> Path:
    """An installed torch, as far as it counts here. Returns its `torchgen/packaged`."""
    packaged = packages / "torchgen" / "packaged"
    (packaged / "ATen" / "native").mkdir(parents=True)
    (packaged / "autograd" / "templates").mkdir(parents=True)
    (packaged / "ATen" / "native" / "native_functions.yaml").write_text(NATIVE)
    (packaged / "ATen" / "native" / "tags.yaml").write_text("- tag: core\n  desc: x\n")
    (packaged / "autograd" / "derivatives.yaml").write_text(DERIVATIVES)
    for name in template_names(V2_9):
        (packaged / "autograd" / "templates" / name).write_text("// ${generated_comment}\n")
    (packages / "torch").mkdir()
    (packages / "torch" / "version.py").write_text(
        f"from typing import Optional\n\n__all__ = ['__version__', 'debug']\n__version__ = '{version}'\ndebug = False\n"
    )
    return packaged


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A Python environment with torch 2.9.1 in a project that is of another release and has a pair of its own."""
    (tmp_path / "vt-lsp.toml").write_text('dialect = "1.8"\nnative-functions = "n.yaml"\nderivatives = "d.yaml"\n')
    (tmp_path / "n.yaml").write_text("- func: own() -> ()\n")
    (tmp_path / "d.yaml").write_text("[]\n")
    install(tmp_path / ".venv/lib/python3.11/site-packages", "2.9.1")
    return tmp_path / ".venv"


@pytest.mark.parametrize(
    "named", ["", "lib/python3.11/site-packages", "lib/python3.11/site-packages/torch", "bin/python"]
)
def test_every_way_to_name_an_environment(vt_lsp: Run, environment: Path, named: str) -> None:
    (environment / "bin").mkdir()
    (environment / "bin" / "python").write_text("exit 1")
    result = vt_lsp("--check", "--installed-torch", str(environment / named), cwd=environment.parent)
    assert (result.returncode, result.stdout, result.stderr) == (0, "no errors in 2 files (PyTorch 2.9.1)\n", "")


def test_the_active_environment(vt_lsp: Run, environment: Path) -> None:
    result = vt_lsp("--check", "--installed-torch", cwd=environment, env={"VIRTUAL_ENV": str(environment)})
    assert result.stdout == "no errors in 2 files (PyTorch 2.9.1)\n"


def test_the_python_on_path(vt_lsp: Run, environment: Path) -> None:
    (environment / "bin").mkdir()
    python = environment / "bin" / "python"
    python.write_text("exit 1")
    python.chmod(0o755)
    chosen = {"VIRTUAL_ENV": "", "CONDA_PREFIX": "", "PATH": str(python.parent)}
    result = vt_lsp("--check", "--installed-torch", cwd=environment, env=chosen)
    assert result.stdout == "no errors in 2 files (PyTorch 2.9.1)\n"


def test_the_folder_itself(vt_lsp: Run, environment: Path) -> None:
    packaged = environment / "lib/python3.11/site-packages/torchgen/packaged"
    for path in (packaged, packaged / "autograd" / "derivatives.yaml"):
        result = vt_lsp("--check", str(path), cwd=environment)
        assert result.stdout == "no errors in 2 files (PyTorch 2.9.1)\n"
    (packaged / "autograd" / "derivatives.yaml").write_text(DERIVATIVES.replace("self: grad", "sefl: grad"))
    result = vt_lsp("--check", "--format", "concise", ".", cwd=packaged)
    assert result.returncode == 1
    assert result.stdout.startswith("autograd/derivatives.yaml:2:3: error")
    assert "(PyTorch 2.9.1)" in result.stdout


def test_other_commands(vt_lsp: Run, environment: Path) -> None:
    chosen = ("--installed-torch", str(environment))
    assert "grad.mul(2)" in vt_lsp("--preview", "wash", *chosen, cwd=environment).stdout
    assert '"WashBackward0"' in vt_lsp("--dump", *chosen, cwd=environment).stdout
    result = vt_lsp("--generate", "out", *chosen, cwd=environment)
    assert (result.returncode, result.stderr) == (0, "")
    written = (environment / "out" / "Functions.h").read_text()
    assert written == "// @generated from packaged/autograd/templates/Functions.h\n"


def test_a_release_that_is_not_known(vt_lsp: Run, environment: Path) -> None:
    version = environment / "lib/python3.11/site-packages/torch/version.py"
    version.write_text("__version__: str = '2.99.0+cpu'\n")
    result = vt_lsp("--check", "--installed-torch", str(environment), cwd=environment)
    assert "note: version.py says 2.99.0+cpu, a release that is not known here" in result.stdout


def test_none_there(vt_lsp: Run, tmp_path: Path) -> None:
    result = vt_lsp("--check", "--installed-torch", str(tmp_path), cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("vt-lsp: error: no installed torch found: looked for torchgen/packaged in ")
    result = vt_lsp("--check", "--installed-torch", "gone", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (2, "vt-lsp: error: gone: no such file or folder\n")
    result = vt_lsp("--check", "--installed-torch", "--derivatives", "x", cwd=tmp_path)
    assert result.returncode == 2
