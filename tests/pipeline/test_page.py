"""docs/pipeline.md: what its blocks say works. The configuration of pre-commit is run in test_pre_commit.py."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.cli.command import EXAMPLES, ROOT
from tests.pages import blocks
from tests.pipeline.workflow_commands import commands
from vt_core import __version__

BLOCKS = blocks("pipeline.md")


def test_every_block_is_tested() -> None:
    assert set(BLOCKS) == {".pre-commit-config.yaml", "workflow.yml", "check.sh", "reports.sh"}


def test_the_tags_are_this_version() -> None:
    (repository,) = yaml.safe_load(BLOCKS[".pre-commit-config.yaml"])["repos"]
    steps = yaml.safe_load(BLOCKS["workflow.yml"])["jobs"]["vt-lsp"]["steps"]
    assert repository["rev"] == f"v{__version__}"
    assert steps[-1]["uses"].endswith(f"@v{__version__}")


def test_the_workflow_gives_inputs_that_the_action_has() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    steps = yaml.safe_load(BLOCKS["workflow.yml"])["jobs"]["vt-lsp"]["steps"]
    (given,) = [step["with"] for step in steps if "vt-lsp" in step["uses"]]
    assert set(given) == set(action["inputs"])
    assert all(isinstance(value, str) for value in given.values())


def test_the_commands(tmp_path: Path) -> None:
    work, said = run_block("check.sh", tmp_path)
    assert len(commands(said)) == 14
    assert said.count("tools/autograd/derivatives.yaml:21:16: error[unknown-gradient-argument]") == 1
    assert len(json.loads((work / "findings.json").read_text(encoding="utf-8"))) == 14


def test_the_reports(tmp_path: Path) -> None:
    work, said = run_block("reports.sh", tmp_path)
    assert said == ""
    for name, count in (
        ("vt-lsp.sarif", '"ruleId"'),
        ("gl-code-quality.json", '"check_name"'),
        ("vt-lsp.xml", "<failure "),
    ):
        assert (work / name).read_text(encoding="utf-8").count(count) == 14


def run_block(name: str, tmp_path: Path) -> tuple[Path, str]:
    """Run the commands of a block in the folder with mistakes: the folder, and what they print."""
    binary = tmp_path / "bin"
    binary.mkdir()
    command = binary / "vt-lsp"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m vt_lsp "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    work = Path(shutil.copytree(EXAMPLES / "mistakes", tmp_path / "work"))
    env = {**os.environ, "PATH": f"{binary}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    (tmp_path / name).write_text(BLOCKS[name], encoding="utf-8")
    ended = subprocess.run(
        ["bash", f"../{name}"], cwd=work, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return work, ended.stdout
