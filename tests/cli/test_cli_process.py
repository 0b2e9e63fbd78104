"""What a user never sees, what is loaded, and the small modes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT, Run
from tests.corpora import corpus_texts
from vt_core import __version__
from vt_core.dialects.registry import known_names
from vt_core.rules.registry import RULE_IDS
from vt_core.syntax import yaml_reader
from vt_lsp import commands
from vt_lsp.cli import main


def test_version_and_help(vt_lsp: Run, tmp_path: Path) -> None:
    assert vt_lsp("--version", cwd=tmp_path).stdout == f"vt-lsp {__version__}\n"
    result = vt_lsp("--help", cwd=tmp_path)
    assert result.returncode == 0
    assert result.stderr == ""
    for word in ("--check", "--preview", "--generate", "--dump", "--explain", "--rules", "exit codes"):
        assert word in result.stdout


def loaded(arguments: list[str], cwd: Path) -> set[str]:
    """The modules that a run loads."""
    code = (
        "import sys\nfrom vt_lsp.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], cwd=cwd, env=env, capture_output=True, text=True, check=True)
    return set(result.stderr.split())


def test_help_loads_next_to_nothing(tmp_path: Path) -> None:
    modules = loaded(["--help"], tmp_path)
    assert "argparse" in modules
    assert not modules & {"yaml", "json", "difflib", "dataclasses", "vt_lsp.commands"}
    assert {name for name in modules if name.startswith("vt_core")} == {"vt_core"}


def test_check_loads_only_what_it_needs(clean: Path) -> None:
    modules = loaded(["--check"], clean)
    assert "vt_core.analysis.snapshot" in modules
    heavy = {"json", "asyncio", "pygls", "lsprotocol", "dataclasses", "inspect"}
    assert not modules & (heavy | {"vt_lsp.dump", "vt_lsp.generate"})


@pytest.mark.parametrize("name", ["v1.8.0a0-c39fb97", "v2.15.0"])
def test_released_pairs_are_read_without_pyyaml(name: str, tmp_path: Path) -> None:
    for file, text in corpus_texts(name).items():
        (tmp_path / f"{file}.yaml").write_text(text, encoding="utf-8")
    modules = loaded(["--check", "."], tmp_path)
    assert "vt_core.analysis.snapshot" in modules
    assert "yaml" not in modules


def test_internal_errors(clean: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the moon\nis down")

    monkeypatch.chdir(clean)
    monkeypatch.setattr(commands, "run", fail)
    monkeypatch.delenv("VT_LSP_DEBUG", raising=False)
    assert main(["--check"]) == 101
    said = capsys.readouterr().err
    assert said.startswith("vt-lsp: internal error: RuntimeError: the moon\n")
    assert "VT_LSP_DEBUG=1" in said
    assert "Traceback" not in said
    monkeypatch.setenv("VT_LSP_DEBUG", "1")
    assert main(["--check"]) == 101
    assert "Traceback" in capsys.readouterr().err


def test_interrupted(clean: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(clean)
    monkeypatch.setattr(commands, "run", interrupt)
    assert main(["--check"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
@pytest.mark.parametrize("mode", ["--check", "--dump", "--rules"])
def test_reader_that_goes_away(mistakes: Path, mode: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        [sys.executable, "-m", "vt_lsp", mode, "--quiet"],
        cwd=mistakes,
        env=env,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert b"Broken" not in process.stderr
    assert b"Traceback" not in process.stderr
    assert b"Exception" not in process.stderr
    assert process.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk(clean: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "vt_lsp", "--check"],
            cwd=clean,
            env=env,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode == 2
    assert process.stderr == "vt-lsp: error: the results cannot be printed: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_streams(clean: Path) -> None:
    command = f"exec '{sys.executable}' -m vt_lsp --check >&- 2>&- <&-"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run(["sh", "-c", command], cwd=clean, env=env, check=False).returncode == 0


def test_terminal_that_knows_ascii_only(vt_lsp: Run, clean: Path) -> None:
    derivatives = clean / "tools/autograd/derivatives.yaml"
    derivatives.write_text("- name: größe(Tensor self) -> Tensor\n  self: grad\n", encoding="utf-8")
    result = vt_lsp("--check", cwd=clean, env={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 1
    assert "gr\\xf6\\xdfe" in result.stdout
    assert "Traceback" not in result.stderr


def test_colours(vt_lsp: Run, mistakes: Path) -> None:
    def colored(*arguments: str, **env: str) -> bool:
        return "\x1b[" in vt_lsp("--check", *arguments, cwd=mistakes, env=env).stdout

    assert not colored()
    assert colored("--color", "always")
    assert colored("--color", "always", NO_COLOR="1")
    assert not colored("--color", "never")
    plain = vt_lsp("--check", cwd=mistakes).stdout
    painted = vt_lsp("--check", "--color", "always", cwd=mistakes).stdout
    for code in ("0", "1", "1;31", "1;34"):
        painted = painted.replace(f"\x1b[{code}m", "")
    assert painted == plain


def test_rules(vt_lsp: Run, tmp_path: Path) -> None:
    listed = vt_lsp("--rules", cwd=tmp_path)
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(RULE_IDS)
    rules = json.loads(vt_lsp("--rules", "--format", "json", cwd=tmp_path).stdout)
    assert [rule["id"] for rule in rules] == list(RULE_IDS)
    assert {frozenset(rule) for rule in rules} == {frozenset(("id", "severity", "origin", "summary"))}


def test_explain(vt_lsp: Run, tmp_path: Path) -> None:
    result = vt_lsp("--explain", "unknown-type", cwd=tmp_path)
    assert result.returncode == 0
    assert result.stdout.startswith("# unknown-type\n")


def test_slow_loader_is_said(clean: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(clean)
    monkeypatch.setattr(yaml_reader, "HAS_C_LOADER", False)
    native = clean / "aten/src/ATen/native/native_functions.yaml"
    native.write_text(native.read_text() + "\n- func: folded(Tensor self) -> Tensor\n  variants: >-\n    function\n")
    assert main(["--check"]) == 0
    said = capsys.readouterr()
    assert said.out == "no errors in 2 files (PyTorch 1.8.1)\n"
    assert said.err.startswith("warning: this PyYAML has no C loader (libyaml)")
    assert main(["--check", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="a working directory cannot be removed")
def test_working_directory_that_is_gone(clean: Path) -> None:
    command = f"mkdir gone && cd gone && rmdir ../gone && exec '{sys.executable}' -m vt_lsp --check"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(["sh", "-c", command], cwd=clean, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == "vt-lsp: error: .: the working directory does not exist any more\n"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("vt-lsp --explain unknown-t", ["unknown-tag", "unknown-type"]),
        ("vt-lsp --check --select unknown-type,missing-d", ["unknown-type,missing-dispatch"]),
        ("vt-lsp --check --dialect ", list(known_names())),
        ("vt-lsp --check --color a", ["auto", "always"]),
    ],
)
def test_completion(tmp_path: Path, line: str, offered: list[str]) -> None:
    pytest.importorskip("argcomplete")
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "offered"),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    subprocess.run([sys.executable, "-m", "vt_lsp"], cwd=tmp_path, env=env, check=True)
    assert (tmp_path / "offered").read_text().split() == offered
