"""`--check`: exit codes, paths, projects, rules and releases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run

MISTAKES_NATIVE = 6
MISTAKES = 14


def places(stdout: str) -> set[str]:
    """The paths of concise findings."""
    return {line.split(":")[0] for line in stdout.splitlines()}


def concise(vt_lsp: Run, cwd: Path, *arguments: str, stdin: str = "") -> list[str]:
    """The findings in the concise format."""
    result = vt_lsp("--check", "--format", "concise", "--quiet", *arguments, cwd=cwd, stdin=stdin)
    assert result.returncode in (0, 1), result.stderr
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_clean(vt_lsp: Run, clean: Path) -> None:
    result = vt_lsp("--check", cwd=clean)
    assert (result.returncode, result.stdout, result.stderr) == (0, "no errors in 2 files (PyTorch 1.8.1)\n", "")


def test_every_planted_mistake_is_found_once(vt_lsp: Run, mistakes: Path) -> None:
    result = vt_lsp("--check", "--format", "json", cwd=mistakes)
    assert result.returncode == 1
    found = json.loads(result.stdout)
    assert len(found) == MISTAKES
    assert len({finding["rule"] for finding in found}) == MISTAKES
    assert {finding["origin"] for finding in found} == {"generator"}
    assert sum(finding["path"] == NATIVE for finding in found) == MISTAKES_NATIVE


def test_exit_codes(vt_lsp: Run, mistakes: Path) -> None:
    assert vt_lsp("--check", cwd=mistakes).returncode == 1
    assert vt_lsp("--check", "--exit-zero", cwd=mistakes).returncode == 0
    (mistakes / "version.txt").write_text("1.9.0\n")
    assert vt_lsp("--check", cwd=mistakes).returncode == 0
    assert vt_lsp("--check", "--error-on-warning", cwd=mistakes).returncode == 1
    assert vt_lsp("--check", "--error-on-warning", "--exit-zero", cwd=mistakes).returncode == 0


def test_paths_are_as_the_user_types_them(vt_lsp: Run, mistakes: Path) -> None:
    here = places("\n".join(concise(vt_lsp, mistakes)))
    assert here == {NATIVE, DERIVATIVES}
    assert places("\n".join(concise(vt_lsp, mistakes.parent, "mistakes"))) == {
        f"mistakes/{NATIVE}",
        f"mistakes/{DERIVATIVES}",
    }
    below = mistakes / "tools" / "autograd"
    assert places("\n".join(concise(vt_lsp, below))) == {"derivatives.yaml", f"../../{NATIVE}"}
    whole = places("\n".join(concise(vt_lsp, mistakes, str(mistakes))))
    assert whole == {str(mistakes / NATIVE), str(mistakes / DERIVATIVES)}


def test_both_files_of_one_project_are_checked_once(vt_lsp: Run, mistakes: Path) -> None:
    assert len(concise(vt_lsp, mistakes, NATIVE, DERIVATIVES, ".")) == MISTAKES


def test_two_projects(vt_lsp: Run, mistakes: Path, clean: Path) -> None:
    result = vt_lsp("--check", "mistakes", "clean", cwd=mistakes.parent)
    assert result.returncode == 1
    assert result.stdout.endswith(f"{MISTAKES} errors in 2 files (PyTorch 1.8.1)\n")
    found = json.loads(vt_lsp("--check", "mistakes", "clean", "--format", "json", cwd=mistakes.parent).stdout)
    assert len(found) == MISTAKES


def test_files_side_by_side_and_by_name(vt_lsp: Run, mistakes: Path, tmp_path: Path) -> None:
    folder = tmp_path / "flat"
    folder.mkdir()
    (folder / "native_functions.yaml").write_bytes((mistakes / NATIVE).read_bytes())
    (folder / "derivatives.yaml").write_bytes((mistakes / DERIVATIVES).read_bytes())
    assert len(concise(vt_lsp, folder)) == MISTAKES
    (folder / "native_functions.yaml").rename(folder / "n.yaml")
    (folder / "derivatives.yaml").rename(folder / "d.yaml")
    found = concise(vt_lsp, tmp_path, "--native-functions", "flat/n.yaml", "--derivatives", "flat/d.yaml")
    assert places("\n".join(found)) == {"flat/n.yaml", "flat/d.yaml"}


def test_standard_input_stands_for_a_file(vt_lsp: Run, mistakes: Path, clean: Path) -> None:
    good = (clean / NATIVE).read_text()
    found = concise(vt_lsp, mistakes, "-", "--stdin-filename", NATIVE, stdin=good)
    assert places("\n".join(found)) == {DERIVATIVES}
    bad = (mistakes / DERIVATIVES).read_text()
    found = concise(vt_lsp, clean, "-", "--stdin-filename", str(clean / DERIVATIVES), stdin=bad)
    assert places("\n".join(found)) == {str(clean / DERIVATIVES)}


def test_select_and_ignore(vt_lsp: Run, mistakes: Path) -> None:
    assert len(concise(vt_lsp, mistakes, "--select", "unknown-field,unknown-variant")) == 2
    assert len(concise(vt_lsp, mistakes, "--ignore", "unknown-field", "--ignore", "unknown-variant")) == MISTAKES - 2
    result = vt_lsp("--check", "--ignore", "unknown-field", cwd=mistakes)
    assert result.stdout.endswith("note: switched off, although the generator refuses what they find: unknown-field\n")
    result = vt_lsp("--check", "--select", "unknown-field", cwd=mistakes)
    assert "note: switched off, although the generator refuses what they find: " in result.stdout


@pytest.mark.parametrize(
    ("version", "summary"),
    [
        ("1.8.1", "no errors in 2 files (PyTorch 1.8.1)\n"),
        ("1.8.2a0+gitabc", "no errors in 2 files (PyTorch 1.8.1)\n"),
        ("1.8.0a0+gitabc", "no errors in 2 files (PyTorch 1.8.0a0)\n"),
        (
            "1.9.0",
            (
                "no errors in 2 files (PyTorch 1.8.1)\nnote: version.txt says 1.9.0, a release that is not known here: "
                "checked by the rules of 1.8.1, so what the generator would refuse is only a warning\n"
            ),
        ),
        (
            "unreadable",
            (
                "no errors in 2 files (PyTorch 1.8.1)\n"
                "note: the release was guessed from what the files contain; --dialect sets it\n"
            ),
        ),
    ],
)
def test_release_is_said(vt_lsp: Run, clean: Path, version: str, summary: str) -> None:
    (clean / "version.txt").write_text(version + "\n")
    assert vt_lsp("--check", cwd=clean).stdout == summary


def test_dialect_option_goes_before_version_txt(vt_lsp: Run, clean: Path) -> None:
    (clean / "version.txt").write_text("2.1.2\n")
    result = vt_lsp("--check", "--dialect", "1.8", cwd=clean)
    assert result.stdout == "no errors in 2 files (PyTorch 1.8.1)\n"


def test_other_releases_make_warnings(vt_lsp: Run, mistakes: Path) -> None:
    (mistakes / "version.txt").write_text("1.9.0\n")
    result = vt_lsp("--check", "--format", "json", cwd=mistakes)
    assert {finding["severity"] for finding in json.loads(result.stdout)} == {"warning"}
    assert "note: version.txt says 1.9.0" in result.stderr
    assert f"no errors, {MISTAKES} warnings in 2 files (PyTorch 1.8.1)" in vt_lsp("--check", cwd=mistakes).stdout


def test_quiet(vt_lsp: Run, clean: Path, mistakes: Path) -> None:
    result = vt_lsp("--check", "--quiet", cwd=clean)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert "errors in" not in vt_lsp("--check", "--quiet", cwd=mistakes).stdout


def test_crlf_and_a_missing_last_newline_change_no_place(vt_lsp: Run, mistakes: Path) -> None:
    before = concise(vt_lsp, mistakes)
    for path in (mistakes / NATIVE, mistakes / DERIVATIVES):
        path.write_bytes(path.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n"))
    assert concise(vt_lsp, mistakes) == before
