"""The generator's own source in a checkout, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run
from vt_core.dialects.v2_x import V2_13

NAMES = "".join(f'    "{name}",\n' for name in sorted(V2_13.gradient_implemented_for_complex))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in (
        ("version.txt", "2.13.0\n"),
        (NATIVE, "- func: round_off(Tensor self) -> Tensor\n  dispatch:\n    CPU: round_off\n"),
        (DERIVATIVES, "- name: round_off(Tensor self) -> Tensor\n  self: grad\n"),
        (
            "tools/autograd/gen_variable_type.py",
            f"GRADIENT_IMPLEMENTED_FOR_COMPLEX = {{\n{NAMES}    'round_off',\n}}\n",
        ),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


NOTE = (
    "the generator's source here, which is not that of 2.13.0: GRADIENT_IMPLEMENTED_FOR_COMPLEX of gen_variable_type.py"
)


def test_every_command_goes_by_it(vt_lsp: Run, checkout: Path) -> None:
    assert f"note: taken from {NOTE}\n" in vt_lsp("--check", cwd=checkout).stdout
    for arguments in (("--preview", "round_off"), ("--dump",)):
        with_source = vt_lsp(*arguments, cwd=checkout)
        assert NOTE in with_source.stderr
        source = checkout / "tools/autograd/gen_variable_type.py"
        text = source.read_text()
        source.unlink()
        without = vt_lsp(*arguments, cwd=checkout)
        source.write_text(text)
        assert "throw_error_for_complex_autograd" in without.stdout
        assert "throw_error_for_complex_autograd" not in with_source.stdout


@pytest.mark.parametrize(
    "text", [b"GRADIENT_IMPLEMENTED_FOR_COMPLEX = read()\n", b"GRADIENT_IMPLEMENTED_FOR_COMPLEX = {\n"]
)
def test_one_that_cannot_be_read(vt_lsp: Run, checkout: Path, text: bytes) -> None:
    (checkout / "tools/autograd/gen_variable_type.py").write_bytes(text)
    result = vt_lsp("--check", cwd=checkout)
    assert result.returncode == 0
    assert "note: not readable without running the generator's source, so taken from 2.13.0: GRADIENT_" in result.stdout


@pytest.mark.parametrize("text", [b"\0", b"\xff\xfe", b"x = '\xe4'"])
def test_one_that_is_no_text(vt_lsp: Run, checkout: Path, text: bytes) -> None:
    (checkout / "tools/autograd/gen_variable_type.py").write_bytes(text)
    result = vt_lsp("--check", cwd=checkout)
    assert (result.returncode, result.stderr) == (0, "")
