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

BLOCKS = blocks("pipeline.md")


def test_every_block_is_tested() -> None:
    assert set(BLOCKS) == {".pre-commit-config.yaml", "workflow.yml", "check.sh"}


def test_the_workflow_gives_inputs_that_the_action_has() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    steps = yaml.safe_load(BLOCKS["workflow.yml"])["jobs"]["vt-lsp"]["steps"]
    (given,) = [step["with"] for step in steps if "vt-lsp" in step["uses"]]
    assert set(given) == set(action["inputs"])
    assert all(isinstance(value, str) for value in given.values())


def test_the_commands(tmp_path: Path) -> None:
    binary = tmp_path / "bin"
    binary.mkdir()
    command = binary / "vt-lsp"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m vt_lsp "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    work = Path(shutil.copytree(EXAMPLES / "mistakes", tmp_path / "work"))
    env = {**os.environ, "PATH": f"{binary}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    (tmp_path / "check.sh").write_text(BLOCKS["check.sh"], encoding="utf-8")
    ended = subprocess.run(
        ["bash", "../check.sh"], cwd=work, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert len(commands(ended.stdout)) == 14
    assert ended.stdout.count("tools/autograd/derivatives.yaml:21:16: error[unknown-gradient-argument]") == 1
    assert len(json.loads((work / "findings.json").read_text(encoding="utf-8"))) == 14
