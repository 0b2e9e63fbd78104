"""Every bad input has a message and exit code 2 (or a finding and 1), never a traceback."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run
from vt_core.dialects.registry import known_names
from vt_lsp.cli import main
from vt_lsp.output import write_files
from vt_lsp.problems import InputProblem


def refused(vt_lsp: Run, cwd: Path, *arguments: str, stdin: str = "") -> str:
    """The message of a run that must be refused."""
    result = vt_lsp(*arguments, cwd=cwd, stdin=stdin)
    assert result.returncode == 2, (result.stdout, result.stderr)
    assert "Traceback" not in result.stderr
    assert "vt-lsp: error: " in result.stderr
    assert result.stdout == ""
    return result.stderr


def test_missing_path(vt_lsp: Run, tmp_path: Path) -> None:
    assert refused(vt_lsp, tmp_path, "--check", "nowhere") == "vt-lsp: error: nowhere: no such file or folder\n"


@pytest.mark.parametrize("option", ["--native-functions", "--derivatives"])
def test_missing_file(vt_lsp: Run, clean: Path, option: str) -> None:
    other, path = ("--derivatives", DERIVATIVES) if option == "--native-functions" else ("--native-functions", NATIVE)
    assert "nowhere.yaml: no such file" in refused(vt_lsp, clean, "--check", option, "nowhere.yaml", other, path)


def test_missing_tags_that_are_named(vt_lsp: Run, clean: Path) -> None:
    assert "tags.yaml: no such file" in refused(vt_lsp, clean, "--check", "--tags", "tags.yaml")


def test_folder_without_a_pair(vt_lsp: Run, tmp_path: Path) -> None:
    message = refused(vt_lsp, tmp_path, "--check")
    assert "no pair of files found" in message
    for part in (DERIVATIVES, NATIVE, str(tmp_path), "--native-functions", "--derivatives"):
        assert part in message


def test_one_file_of_two(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).unlink()
    message = refused(vt_lsp, clean, "--check")
    assert f"{DERIVATIVES} is there, but not {NATIVE}" in message


def test_a_file_of_another_name(vt_lsp: Run, clean: Path) -> None:
    (clean / "other.yaml").write_text("[]")
    assert "other.yaml: neither native_functions.yaml nor" in refused(vt_lsp, clean, "--check", "other.yaml")


def test_a_named_file_whose_partner_is_nowhere(vt_lsp: Run, clean: Path) -> None:
    (clean / "other.yaml").write_text("[]")
    message = refused(vt_lsp, clean, "--check", "--derivatives", "other.yaml")
    assert "no native_functions.yaml found for other.yaml; --native-functions names it" in message


def test_unreadable(clean: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    whole = Path.open

    def refuse(path: Path, *arguments: str) -> object:
        if path.name == "derivatives.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return whole(path, *arguments)

    monkeypatch.chdir(clean)
    monkeypatch.setattr(Path, "open", refuse)
    assert main(["--check"]) == 2
    assert capsys.readouterr().err == f"vt-lsp: error: {DERIVATIVES}: cannot be read: Permission denied\n"


def test_not_utf_8(vt_lsp: Run, clean: Path) -> None:
    (clean / DERIVATIVES).write_bytes("# Länge\n# ü\n# ".encode() + b"\xe4\n")
    message = refused(vt_lsp, clean, "--check")
    assert f"{DERIVATIVES}: not UTF-8: byte 0xe4 at offset 16 (line 3)" in message


def test_utf_16(vt_lsp: Run, clean: Path) -> None:
    (clean / DERIVATIVES).write_bytes("[]".encode("utf-16"))
    assert f"{DERIVATIVES}: the file is UTF-16; save it as UTF-8" in refused(vt_lsp, clean, "--check")


def test_binary(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).write_bytes(b"\x7fELF\x02\n\x01\0\0\0")
    assert f"{NATIVE}: a binary file: NUL at byte 7 (line 2)" in refused(vt_lsp, clean, "--check")


def test_fifty_megabytes(vt_lsp: Run, clean: Path) -> None:
    os.truncate(clean / NATIVE, 50_000_000)
    assert f"{NATIVE}: too large: more than 16 MB" in refused(vt_lsp, clean, "--check")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_pipe_is_not_read(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).unlink()
    os.mkfifo(clean / NATIVE)
    assert f"{NATIVE}: not a regular file" in refused(vt_lsp, clean, "--check")


def test_folder_where_a_file_is_needed(vt_lsp: Run, clean: Path) -> None:
    (clean / NATIVE).unlink()
    (clean / NATIVE).mkdir()
    assert f"{NATIVE}: a folder, where a file is needed" in refused(vt_lsp, clean, "--check")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "not-a-list"),
        ("# nothing yet\n", "not-a-list"),
        ("- name: " + "[" * 10_000 + "]" * 10_000, "yaml-syntax"),
        ("- " * 10_000 + "x", "yaml-syntax"),
        ("a: b\n", "not-a-list"),
    ],
    ids=["empty", "comment only", "10,000 levels", "10,000 levels of lists", "mapping"],
)
def test_readable_but_no_list_of_entries(vt_lsp: Run, clean: Path, text: str, rule: str) -> None:
    (clean / DERIVATIVES).write_text(text)
    result = vt_lsp("--check", "--format", "concise", cwd=clean)
    assert result.returncode == 1
    assert result.stderr == ""
    assert f"{DERIVATIVES}:1:" in result.stdout
    assert f"error[{rule}]" in result.stdout


def test_unknown_release(vt_lsp: Run, clean: Path) -> None:
    message = refused(vt_lsp, clean, "--check", "--dialect", "2.0")
    assert message == f"vt-lsp: error: --dialect 2.0: unknown release; known are {', '.join(known_names())}\n"


def test_unknown_rules(vt_lsp: Run, clean: Path) -> None:
    assert "unknown-typ: no such rule; did you mean unknown-type?" in refused(
        vt_lsp, clean, "--check", "--select", "unknown-field,unknown-typ"
    )
    assert "xyz: no such rule; --rules lists them" in refused(vt_lsp, clean, "--check", "--ignore", "xyz")
    assert "did you mean unknown-type?" in refused(vt_lsp, clean, "--explain", "unknown-typ")


def test_unknown_operators(vt_lsp: Run, clean: Path) -> None:
    assert "soft_gat: no such operator" in refused(vt_lsp, clean, "--preview", "soft_gat")
    assert "did you mean soft_gate or soft_gate_?" in refused(vt_lsp, clean, "--preview", "aten::soft_gat")
    assert "did you mean soft_gate or soft_gate.out?" in refused(vt_lsp, clean, "--preview", "soft_gate.ou")


def test_operator_that_cannot_be_read(vt_lsp: Run, mistakes: Path) -> None:
    assert "grain_noise: its entry in native_functions.yaml has errors" in refused(
        vt_lsp, mistakes, "--preview", "grain_noise"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--chek",),
        ("--check", "--dump"),
        ("--check", "--format", "xml"),
        ("--check", "--templates", "."),
        ("--check", "--provenance"),
        ("--check", "-"),
        ("--check", "--stdin-filename", NATIVE),
        ("--check", "-", ".", "--stdin-filename", NATIVE),
        ("--check", "--select", ","),
        ("--check", ""),
        ("--check", ".", "--native-functions", NATIVE),
        ("--dump", ".", "."),
        ("--rules", "."),
        ("--rules", "--installed-torch"),
        ("--check", "--installed-torch", "--tags", "x", "--derivatives", "y"),
        ("--preview", ""),
    ],
)
def test_options_that_make_no_sense(vt_lsp: Run, clean: Path, arguments: tuple[str, ...]) -> None:
    assert "usage: vt-lsp" in refused(vt_lsp, clean, *arguments)


def test_standard_input_for_a_file_of_no_project(vt_lsp: Run, clean: Path) -> None:
    (clean / "other.yaml").write_text("[]")
    message = refused(vt_lsp, clean, "--check", "-", "--stdin-filename", "other.yaml", stdin="[]")
    assert "other.yaml: neither" in message
    files = ("--native-functions", NATIVE, "--derivatives", DERIVATIVES)
    message = refused(vt_lsp, clean, "--check", "-", "--stdin-filename", "other.yaml", *files, stdin="[]")
    assert "--stdin-filename other.yaml: none of the files named" in message


def test_templates_that_are_not_there(vt_lsp: Run, clean: Path, templates: Path) -> None:
    message = refused(vt_lsp, clean, "--generate", "out", "--templates", "nowhere")
    assert "nowhere: no such folder" in message
    message = refused(vt_lsp, clean, "--generate", "out")
    assert "tools/autograd/templates: no such folder; --templates names the one with" in message
    (templates / "Functions.h").unlink()
    (templates / "Functions.cpp").write_text("${unheard_of}\n")
    message = refused(vt_lsp, clean, "--generate", "out", "--templates", str(templates))
    assert f"{templates}/Functions.h is missing" in message
    assert "`unheard_of`" in message
    assert not (clean / "out").exists()


def test_selected_operators_that_cannot_be_read(vt_lsp: Run, clean: Path, templates: Path) -> None:
    (clean / "selected.yaml").write_text("operators:\n  aten::add: 1\n")
    message = refused(
        vt_lsp, clean, "--generate", "out", "--templates", str(templates), "--operators-yaml", "selected.yaml"
    )
    assert "selected.yaml:2:14: " in message
    assert not (clean / "out").exists()


def test_output_folder_that_cannot_be_made(vt_lsp: Run, clean: Path, templates: Path) -> None:
    (clean / "out").write_text("in the way")
    message = refused(vt_lsp, clean, "--generate", "out", "--templates", str(templates))
    assert "out: the folder cannot be made" in message
    assert (clean / "out").read_text() == "in the way"


def test_output_folder_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused by the system, also for root, whom a mode would not keep out."""

    def refuse(*_arguments: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("vt_lsp.output.os.open", refuse)
    with pytest.raises(InputProblem, match="out: cannot be written: Permission denied"):
        write_files(tmp_path, [("a.h", "text")], "out")
    assert not list(tmp_path.iterdir())
