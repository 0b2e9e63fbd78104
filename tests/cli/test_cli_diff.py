"""`--diff`: the sides that git or folders give, the formats, and the exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run
from tests.corpora import need
from vt_core.review.effects import KINDS
from vt_lsp.options import EFFECT_KINDS

FORMULA = "self: ring_shift(grad, -offset, axis)"
OTHER = "self: ring_shift(grad * self, -offset, axis)"


def git(folder: Path, *arguments: str) -> str:
    """Run git without the user's settings."""
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ["git", *names, "-C", str(folder), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=environment,
    ).stdout


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


def edit(folder: Path, old: str, new: str, file: str = DERIVATIVES) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def repository(clean: Path) -> Path:
    """The clean example as a repository of one commit."""
    need("git", there=shutil.which("git") is not None)
    git(clean, "init", "-q", "-b", "main")
    commit(clean, "one")
    return clean


def names_of(result: subprocess.CompletedProcess[str]) -> list[str]:
    """The functions and nodes that a JSON result lists."""
    found = json.loads(result.stdout)
    return [change["name"] for group in found["groups"] for change in group["changes"]]


def test_the_working_tree_against_the_last_commit(vt_lsp: Run, repository: Path) -> None:
    assert vt_lsp("--diff", cwd=repository).stdout.endswith("nothing differs\n")
    edit(repository, FORMULA, OTHER)
    before = git(repository, "status", "--porcelain=v2", "--branch"), sorted(repository.rglob("*"))
    result = vt_lsp("--diff", cwd=repository)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("HEAD (PyTorch 1.8.1) → working tree (PyTorch 1.8.1)\n1 entry changed: ")
    assert "derivatives.yaml: `ring_shift`: `self`\n  - self: ring_shift(grad, -offset, axis)\n" in result.stdout
    assert "  +    grad_fn->self_ = SavedVariable(self, false);\n" in result.stdout
    assert "  // A formula reads `self`, so the node keeps it.\n" in result.stdout
    assert (git(repository, "status", "--porcelain=v2", "--branch"), sorted(repository.rglob("*"))) == before


def test_from_a_folder_below_and_by_path(vt_lsp: Run, repository: Path) -> None:
    edit(repository, FORMULA, OTHER)
    expected = ["ring_shift", "ring_shift"]
    assert names_of(vt_lsp("--diff", "HEAD", "--format", "json", cwd=repository / "tools")) == expected
    outside = repository.parent
    assert names_of(vt_lsp("--diff", "HEAD", "--format", "json", str(repository), cwd=outside)) == expected


def test_two_revisions_whatever_is_checked_out(vt_lsp: Run, repository: Path) -> None:
    edit(repository, FORMULA, OTHER)
    commit(repository, "two")
    edit(repository, "unfold_tiles(grad, tile, self.sizes())", "grad * 2")
    expected = ["ring_shift", "ring_shift"]
    assert names_of(vt_lsp("--diff", "HEAD~1..HEAD", "--format", "json", cwd=repository)) == expected
    assert names_of(vt_lsp("--diff", "HEAD~1..", "--format", "json", cwd=repository)) == expected
    assert sorted(names_of(vt_lsp("--diff", "HEAD~1", "--format", "json", cwd=repository)))[:2] == ["fold_tiles"] * 2


def test_three_dots_are_from_where_the_branches_parted(vt_lsp: Run, repository: Path) -> None:
    git(repository, "branch", "side")
    edit(repository, "unfold_tiles(grad, tile, self.sizes())", "grad * 2")
    commit(repository, "on main")
    git(repository, "checkout", "-q", "side")
    edit(repository, FORMULA, OTHER)
    commit(repository, "on side")
    result = vt_lsp("--diff", "main...side", "--format", "json", cwd=repository)
    assert names_of(result) == ["ring_shift", "ring_shift"]


def test_a_bare_repository(vt_lsp: Run, repository: Path, tmp_path: Path) -> None:
    edit(repository, FORMULA, OTHER)
    commit(repository, "two")
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    result = vt_lsp("--diff", "main~1..main", "--format", "json", "bare.git", cwd=tmp_path)
    assert names_of(result) == ["ring_shift", "ring_shift"]


def test_renamed_and_moved_files_are_followed(vt_lsp: Run, repository: Path) -> None:
    (repository / "pair").mkdir()
    git(repository, "mv", NATIVE, "pair/native_functions.yaml")
    git(repository, "mv", DERIVATIVES, "pair/derivatives.yaml")
    edit(repository, FORMULA, OTHER, "pair/derivatives.yaml")
    assert names_of(vt_lsp("--diff", "--format", "json", "pair", cwd=repository)) == ["ring_shift"] * 2
    commit(repository, "moved")
    assert names_of(vt_lsp("--diff", "HEAD~1..HEAD", "--format", "json", "pair", cwd=repository)) == ["ring_shift"] * 2
    git(repository, "mv", "pair/derivatives.yaml", "pair/formulas.yaml")
    named = ("--native-functions", "pair/native_functions.yaml", "--derivatives", "pair/formulas.yaml")
    result = vt_lsp("--diff", "HEAD~1", "--format", "json", *named, cwd=repository)
    assert names_of(result) == ["ring_shift"] * 2


def test_each_side_has_its_own_release(vt_lsp: Run, repository: Path) -> None:
    (repository / "version.txt").write_text("2.15.0a0\n")
    result = vt_lsp("--diff", "--format", "concise", cwd=repository)
    assert result.stdout.startswith("HEAD (PyTorch 1.8.1) → working tree (PyTorch 2.15.0)\n")
    causes = json.loads(vt_lsp("--diff", "--format", "json", cwd=repository).stdout)["groups"]
    assert {cause["kind"] for group in causes for cause in group["causes"]} == {"release"}


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("nothing-of-that-name", "--diff nothing-of-that-name: no such revision"),
        ("HEAD~7..HEAD", "--diff HEAD~7: no such revision"),
        ("--output=x", "expected at most one argument"),
        ("HEAD:tools", "--diff HEAD:tools: no such revision"),
    ],
)
def test_bad_revisions(vt_lsp: Run, repository: Path, revision: str, said: str) -> None:
    result = vt_lsp(f"--diff={revision}" if revision[0] != "-" else "--diff=-x", cwd=repository)
    assert result.returncode == 2
    assert result.stdout == ""
    assert said in result.stderr or "--diff -x: no such revision" in result.stderr
    assert not (repository / "x").exists()


def test_a_shallow_clone(vt_lsp: Run, repository: Path, tmp_path: Path) -> None:
    edit(repository, FORMULA, OTHER)
    commit(repository, "two")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "shallow")
    result = vt_lsp("--diff", "HEAD~1", cwd=tmp_path / "shallow")
    assert result.returncode == 2
    assert "--diff HEAD~1: no such revision; this clone is shallow: `git fetch --unshallow`" in result.stderr
    assert vt_lsp("--diff", "HEAD", cwd=tmp_path / "shallow").returncode == 0


def test_no_repository(vt_lsp: Run, clean: Path) -> None:
    result = vt_lsp("--diff", cwd=clean, env={"GIT_CEILING_DIRECTORIES": str(clean.parent)})
    assert result.returncode == 2
    assert "not a git repository" in result.stderr


def test_nothing_of_the_repository_runs(vt_lsp: Run, repository: Path) -> None:
    trap = repository / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {repository}/sprung\ncat\n")
    trap.chmod(0o755)
    (repository / ".gitattributes").write_text("*.yaml diff=trap filter=trap\n")
    for key in ("core.fsmonitor", "diff.external", "diff.trap.textconv", "diff.trap.command", "core.pager"):
        git(repository, "config", key, str(trap))
    (repository / "pair").mkdir()
    shutil.move(repository / NATIVE, repository / "pair/native_functions.yaml")
    shutil.move(repository / DERIVATIVES, repository / "pair/derivatives.yaml")
    result = vt_lsp("--diff", "--format", "concise", "pair", cwd=repository)
    assert result.returncode == 0, result.stderr
    assert not (repository / "sprung").exists()


def test_two_folders(vt_lsp: Run, clean: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(clean, tmp_path / "other"))
    edit(other, FORMULA, OTHER)
    result = vt_lsp("--diff", "--old", "clean", "--new", "other", "--format", "json", cwd=tmp_path)
    assert names_of(result) == ["ring_shift", "ring_shift"]
    assert names_of(vt_lsp("--diff", "--old", "../clean", "--format", "json", cwd=other)) == ["ring_shift"] * 2


def test_a_side_that_the_generator_refuses(vt_lsp: Run, repository: Path) -> None:
    edit(repository, FORMULA, OTHER)
    edit(repository, "output_differentiability: [True, True, False]", "output_differentiability: True")
    result = vt_lsp("--diff", cwd=repository)
    assert result.returncode == 0
    assert "working tree: an error keeps the generator from writing anything; the rest is compared" in result.stderr
    assert "1 function refused on the new side" in result.stdout
    assert "high   refused      the generator refuses it: span_extent" in result.stdout
    assert "ring_shift" in result.stdout
    assert vt_lsp("--diff", "--fail-on", "refused", cwd=repository).returncode == 1


@pytest.mark.parametrize(
    ("kinds", "code"),
    [("gradient", 1), ("schema,memory", 1), ("schema", 0), ("any", 1), ("view,inplace,registration,refused", 0)],
)
def test_fail_on(vt_lsp: Run, repository: Path, kinds: str, code: int) -> None:
    assert vt_lsp("--diff", "--fail-on", kinds, cwd=repository).returncode == 0
    edit(repository, FORMULA, OTHER)
    assert vt_lsp("--diff", "--fail-on", kinds, cwd=repository).returncode == code
    assert vt_lsp("--diff", "--fail-on", kinds, "--exit-zero", cwd=repository).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("--diff", "--fail-on", "colour"),
        ("--diff", "HEAD", "--old", "."),
        ("--diff", "--new", "."),
        ("--diff", "--format", "github"),
        ("--check", "--format", "html"),
        ("--check", "--fail-on", "any"),
        ("--diff", "HEAD", ".", "."),
        ("--diff", ""),
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together(vt_lsp: Run, clean: Path, arguments: tuple[str, ...]) -> None:
    result = vt_lsp(*arguments, cwd=clean)
    assert result.returncode == 2
    assert "error: " in result.stderr


def test_the_options_name_the_kinds_of_effects() -> None:
    """Options load nothing of the core, so they have a list of their own."""
    assert (*KINDS, "any") == EFFECT_KINDS


def test_markdown_is_cut(vt_lsp: Run, repository: Path) -> None:
    from vt_lsp.render.review_markdown import MOST_CHARACTERS

    edit(repository, FORMULA, OTHER)
    text = vt_lsp("--diff", "--format", "markdown", cwd=repository).stdout
    assert text.startswith("### HEAD (PyTorch 1.8.1) → working tree (PyTorch 1.8.1)\n")
    assert "| high | gradient | a gradient is computed by another formula | RingShiftBackward (`self`) |" in text
    assert text.count("<details>") == text.count("</details>") == 1
    native = "".join([f"- func: op{n}(Tensor self) -> Tensor\n  dispatch: {{CPU: k}}\n" for n in range(400)])
    formulas = "".join([f"- name: op{n}(Tensor self) -> Tensor\n  self: grad * {n}\n\n" for n in range(400)])
    (repository / NATIVE).write_text(native)
    (repository / DERIVATIVES).write_text(formulas)
    commit(repository, "many")
    (repository / DERIVATIVES).write_text(formulas.replace("grad", "grad * self"))
    text = vt_lsp("--diff", "--format", "markdown", cwd=repository).stdout
    assert len(text) < MOST_CHARACTERS
    assert text.count("<details>") == text.count("</details>") > 3
    assert " causes more: `vt-lsp --diff --format html` shows all of it." in text
