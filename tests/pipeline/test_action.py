"""The steps of action.yml, run in bash as the runner of GitHub Actions runs them."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.command import DERIVATIVES, EXAMPLES, NATIVE, ROOT
from tests.cli.test_cli_diff import FORMULA, OTHER, commit, edit, git
from tests.pipeline.processes import Ended, run
from tests.pipeline.workflow_commands import commands

BASH = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail"]
_INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def action() -> dict[str, Any]:
    found = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def run_step(step: dict[str, Any], workspace: Path, temporary: Path, inputs: dict[str, str]) -> Ended:
    given = {name: str(of["default"]) for name, of in action()["inputs"].items()} | inputs
    env = {name: _INPUT.sub(lambda match: given[match[1]], value) for name, value in step.get("env", {}).items()}
    assert step["shell"] == "bash"
    script = temporary / "step.sh"
    script.write_text(step["run"], encoding="utf-8")
    fixed = {
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_OS": "Linux",
        "RUNNER_TEMP": str(temporary),
        "GITHUB_STEP_SUMMARY": str(temporary / "summary.md"),
    }
    return run([*BASH, str(script)], workspace, {**os.environ, **fixed, **env})


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runner's temporary folder, after the step that installs."""
    folder = tmp_path_factory.mktemp("runner")
    ended = run_step(action()["runs"]["steps"][0], folder, folder, {})
    assert ended.code == 0, ended.out
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "mistakes", tmp_path / "work"))


def check(workspace: Path, temporary: Path, **inputs: str) -> Ended:
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    return run_step(action()["runs"]["steps"][1], workspace, temporary, given)


def test_it_is_composite_and_no_script_holds_an_input() -> None:
    assert action()["runs"]["using"] == "composite"
    assert len(action()["runs"]["steps"]) == 3
    assert not [step for step in action()["runs"]["steps"] if "${{" in step["run"]]


def test_mistakes_fail_the_step(workspace: Path, temporary: Path) -> None:
    ended = check(workspace, temporary)
    assert ended.code == 1, ended.out
    found = commands(ended.out)
    assert len(found) == 14
    assert {one.properties["file"] for one in found} == {NATIVE, DERIVATIVES}


def test_nothing_wrong(temporary: Path, tmp_path: Path) -> None:
    clean = Path(shutil.copytree(EXAMPLES / "clean", tmp_path / "clean"))
    ended = check(clean, temporary)
    assert (ended.code, commands(ended.out)) == (0, [])
    assert "no errors" in ended.out


def test_the_inputs(workspace: Path, temporary: Path) -> None:
    for level, given, code in (("warning", "false", 0), ("warning", "true", 1)):
        rules = {one.properties["title"].split()[1] for one in commands(check(workspace, temporary).out)}
        levels = "".join([f'{rule} = "{level}"\n' for rule in sorted(rules)])
        (workspace / "vt-lsp.toml").write_text(f"[rules]\n{levels}", encoding="utf-8")
        ended = check(workspace, temporary, error_on_warning=given)
        assert ended.code == code, ended.out
    assert "PyTorch 2.13.0" in check(workspace, temporary, dialect="2.13").out
    below = check(workspace, temporary, path="tools/autograd")
    assert len(commands(below.out)) == 14
    missing = check(workspace, temporary, path="-x; echo $(id)")
    assert missing.code == 2
    assert "-x; echo $(id): no such file" in missing.out


def test_it_needs_no_git_and_leaves_nothing_behind(workspace: Path, temporary: Path) -> None:
    before = sorted(workspace.rglob("*"))
    check(workspace, temporary)
    assert sorted(workspace.rglob("*")) == before


def test_the_summary_says_what_changes(temporary: Path, tmp_path: Path) -> None:
    clean = Path(shutil.copytree(EXAMPLES / "clean", tmp_path / "clean"))
    git(clean, "init", "-q", "-b", "main")
    commit(clean, "one")
    edit(clean, FORMULA, OTHER)
    commit(clean, "two")
    summary = temporary / "summary.md"
    ended = run_step(action()["runs"]["steps"][2], clean, temporary, {"diff": "HEAD~1...HEAD"})
    assert ended.code == 0, ended.out
    assert "a gradient is computed by another formula | RingShiftBackward" in summary.read_text(encoding="utf-8")
    ended = run_step(action()["runs"]["steps"][2], clean, temporary, {"diff": "-x; echo $(id)"})
    assert ended.code == 2
    assert "--diff -x; echo $(id): no such revision" in ended.out
