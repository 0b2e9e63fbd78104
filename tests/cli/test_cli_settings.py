"""The command line honours a settings file, and options go before it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run


def levels(vt_lsp: Run, cwd: Path, *arguments: str) -> dict[str, str]:
    """The findings' severities by rule."""
    result = vt_lsp("--check", "--format", "json", *arguments, cwd=cwd)
    assert result.returncode in (0, 1), result.stderr
    return {finding["rule"]: finding["severity"] for finding in json.loads(result.stdout)}


def test_levels_of_rules(vt_lsp: Run, mistakes: Path) -> None:
    before = levels(vt_lsp, mistakes)
    (mistakes / "vt-lsp.toml").write_text('[rules]\nunknown-type = "off"\nunknown-variant = "hint"\n')
    after = levels(vt_lsp, mistakes)
    assert before["unknown-type"] == "error"
    assert after == {
        **{rule: level for rule, level in before.items() if rule != "unknown-type"},
        "unknown-variant": "hint",
    }
    assert "unknown-type" in vt_lsp("--check", cwd=mistakes).stdout.splitlines()[-1]  # said to be off
    assert "unknown-variant" not in levels(vt_lsp, mistakes / "tools", "--ignore", "unknown-variant")


def test_files_of_other_names_and_the_release(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).rename(clean / "ops.yaml")
    (clean / DERIVATIVES).rename(clean / "grads.yaml")
    assert vt_lsp("--check", cwd=clean).returncode == 2
    (clean / "pyproject.toml").write_text(
        '[tool.vt-lsp]\nnative-functions = "ops.yaml"\nderivatives = "grads.yaml"\ndialect = "1.8.0a0"\n'
    )
    for arguments in ([], [str(clean)], ["grads.yaml"]):
        result = vt_lsp("--check", *arguments, cwd=clean)
        assert result.returncode == 0, result.stderr
        assert "1.8.0a0" in result.stdout
    assert "1.8.1" in vt_lsp("--check", "--dialect", "1.8.1", cwd=clean).stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dialekt = 1\n", "warning: vt-lsp.toml:1: dialekt: no such setting; did you mean dialect?\n"),
        ("[rules\n", "warning: vt-lsp.toml:1: not TOML"),
        ('derivatives = "../../etc/passwd"\n', "warning: vt-lsp.toml:1: derivatives: ../../etc/passwd: leads out of"),
    ],
)
def test_wrong_settings_are_told_and_ignored(vt_lsp: Run, clean: Path, text: str, said: str) -> None:
    (clean / "vt-lsp.toml").write_text(text)
    result = vt_lsp("--check", cwd=clean)
    assert result.returncode == 0
    assert result.stderr.startswith(said)


def test_named_files_that_are_not_there(vt_lsp: Run, clean: Path) -> None:
    (clean / "vt-lsp.toml").write_text('native-functions = "nowhere.yaml"\nderivatives = "grads.yaml"\n')
    result = vt_lsp("--check", cwd=clean)
    assert result.returncode == 2
    assert "nowhere.yaml: no such file" in result.stderr


@pytest.mark.parametrize("arguments", [["--stdio", "x"], ["--check", "--log", "x"], ["--stdio", "--check"]])
def test_options_of_the_server(vt_lsp: Run, clean: Path, arguments: list[str]) -> None:
    result = vt_lsp(*arguments, cwd=clean)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
