"""`--format github`, read back as the runner of GitHub Actions reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import EXAMPLES, NATIVE, run
from tests.pipeline.workflow_commands import Command, commands
from tests.server.checkout import Checkout, write


def checked(folder: Path, *paths: str) -> tuple[list[Command], list[dict[str, object]]]:
    """The annotations of a check, and its findings."""
    annotated = run("--check", "--format", "github", *paths, cwd=folder)
    listed = run("--check", "--format", "json", *paths, cwd=folder)
    assert annotated.returncode == listed.returncode
    found = json.loads(listed.stdout)
    assert isinstance(found, list)
    return commands(annotated.stdout), found


def test_every_finding_at_its_place() -> None:
    annotations, findings = checked(EXAMPLES / "mistakes")
    assert len(annotations) == len(findings) == 14
    for annotation, finding in zip(annotations, findings):
        given = annotation.properties
        assert annotation.name == finding["severity"]
        assert given["file"] == finding["path"]
        assert given["line"] == str(finding["line"])
        assert given["title"] == f"vt-lsp {finding['rule']}"
        message = str(finding["message"])
        fix = finding["fix"]
        assert annotation.message == message + (f"\nhelp: {fix['title']}" if isinstance(fix, dict) else "")
        if finding["line"] == finding["end_line"]:
            assert (given["col"], given["endColumn"]) == (str(finding["column"]), str(finding["end_column"]))


def test_columns_of_one_line_only(tmp_path: Path) -> None:
    """GitHub refuses columns where the end is in another line."""
    checkout = Checkout(tmp_path)
    conflict = "<<<<<<< ours\n- name: a(Tensor self) -> Tensor\n=======\n>>>>>>> theirs\n"
    write(checkout.derivatives, 'x: {\n  "one\n  two": 3}\n' + conflict)
    annotations, findings = checked(tmp_path)
    several = [one["line"] != one["end_line"] for one in findings]
    assert several
    assert [("col" in one.properties, "endColumn" in one.properties) for one in annotations] == [
        (not many, not many) for many in several
    ]


@pytest.mark.parametrize("odd", ["a,b:c%2C", "100%", "é:𝄞", "::error::x"])
def test_nothing_breaks_out_of_its_place(tmp_path: Path, odd: str) -> None:
    """Names of folders and of fields with the signs that the format is made of."""
    checkout = Checkout(tmp_path / odd)
    native = checkout.native.read_text(encoding="utf-8")
    write(checkout.native, native.replace("  variants:", f'  "{odd}": 1\n  variants:'))
    annotations, findings = checked(tmp_path, f"{odd}/tools")
    (finding,), (annotation,) = findings, annotations
    assert odd in str(finding["message"])
    assert annotation.properties["file"] == finding["path"] == f"{odd}/{NATIVE}"
    assert annotation.message.partition("\nhelp: ")[0] == finding["message"]


def test_levels(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    write(checkout.native, checkout.native.read_text(encoding="utf-8").replace("CPU: wash", "CUDDA: wash"))
    for level, name in (("error", "error"), ("warning", "warning"), ("information", "notice"), ("hint", "notice")):
        write(tmp_path / "vt-lsp.toml", f'[rules]\nunknown-dispatch-key = "{level}"\n')
        annotations, _ = checked(tmp_path)
        assert [one.name for one in annotations] == [name]
