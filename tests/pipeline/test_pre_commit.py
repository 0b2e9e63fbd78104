"""The hook in a real pre-commit: by `try-repo`, and from a tag as a configuration names it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checkout_copy import copy_of_checkout
from tests.cli.command import DERIVATIVES, EXAMPLES, NATIVE
from tests.corpora import need
from tests.pages import blocks
from tests.pipeline.processes import Ended, run
from vt_core import __version__

TAG = "v0.0.0-of-a-test"


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid", "-c", "core.hooksPath=/dev/null"]
    ended = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    return ended.stdout


def repository(folder: Path) -> Path:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "A test")
    return folder


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout as it is now, as a repository with a tag."""
    folder = copy_of_checkout(tmp_path_factory.mktemp("hooks"))
    repository(folder)
    git(folder, "tag", TAG)
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where pre-commit keeps what it builds: once for all tests."""
    return {**os.environ, "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("cache")), "PRE_COMMIT_COLOR": "never"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with fourteen mistakes, and files that are none of ours."""
    folder = Path(shutil.copytree(EXAMPLES / "mistakes", tmp_path / "project"))
    (folder / "tags.yaml").write_text("- no: tags\n", encoding="utf-8")
    (folder / "other.yaml").write_text("no: pair\n", encoding="utf-8")
    return repository(folder)


def pre_commit(folder: Path, environment: dict[str, str], *arguments: str) -> Ended:
    program = Path(sys.executable).with_name("pre-commit")
    need("pre-commit (pip install pre-commit)", there=program.is_file())
    return run([str(program), *arguments], folder, environment)


def mend(project: Path) -> None:
    for name in (NATIVE, DERIVATIVES):
        shutil.copy(EXAMPLES / "clean" / name, project / name)
    git(project, "add", "-A")


def test_try_repo(hooks: Path, project: Path, environment: dict[str, str]) -> None:
    trying = ["try-repo", str(hooks), "vt-lsp", "--ref", TAG, "--all-files"]
    ended = pre_commit(project, environment, *trying)
    assert ended.code == 1, ended.out
    assert ended.out.count("14 errors in 2 files") == 1
    assert ended.out.count("error[unknown-gradient-argument]") == 1
    mend(project)
    ended = pre_commit(project, environment, *trying)
    assert ended.code == 0, ended.out
    assert "Passed" in ended.out


def test_a_configuration_with_a_tag(hooks: Path, project: Path, environment: dict[str, str]) -> None:
    config = blocks("pipeline.md")[".pre-commit-config.yaml"].replace("https://example.org/vt-lsp", str(hooks))
    (project / ".pre-commit-config.yaml").write_text(config.replace(f"v{__version__}", TAG), encoding="utf-8")
    git(project, "add", "-A")
    ended = pre_commit(project, environment, "run")
    assert "(no files to check)Skipped" in ended.out, "neither file is in the commit"
    with (project / DERIVATIVES).open("a", encoding="utf-8") as file:
        file.write("# A word.\n")
    git(project, "add", "-A")
    ended = pre_commit(project, environment, "run")
    assert ended.code == 1, ended.out
    assert ended.out.count("14 errors in 2 files") == 1
    mend(project)
    ended = pre_commit(project, environment, "run")
    assert (ended.code, "Passed" in ended.out) == (0, True), ended.out


def test_two_pairs_in_one_repository(hooks: Path, project: Path, environment: dict[str, str]) -> None:
    """Each pair is checked once, whichever of its files a commit has."""
    shutil.copytree(EXAMPLES / "clean", project / "second")
    git(project, "add", "-A")
    ended = pre_commit(project, environment, "try-repo", str(hooks), "vt-lsp", "--ref", TAG, "--all-files")
    assert ended.code == 1, ended.out
    assert ended.out.count("error[unknown-gradient-argument]") == 1
