"""Working with findings: fixes, comments that leave some out, baselines, and what a change brought."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE, Run

FIXED = 7


def texts(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (NATIVE, DERIVATIVES)}


def rules(vt_lsp: Run, folder: Path, *arguments: str) -> list[str]:
    run = vt_lsp("--check", "--format", "json", *arguments, cwd=folder)
    return sorted(finding["rule"] for finding in json.loads(run.stdout))


# Fixes


def test_safe_fixes_are_made_in_both_files(vt_lsp: Run, mistakes: Path) -> None:
    before = rules(vt_lsp, mistakes)
    run = vt_lsp("--check", "--fix", cwd=mistakes)
    assert run.returncode == 1
    assert f"{FIXED} fixes made in 2 files" in run.stderr
    after = rules(vt_lsp, mistakes)
    assert len(after) == len(before) - FIXED
    assert set(after) < set(before)
    again = texts(mistakes)
    assert "0 fixes made in 0 files" in vt_lsp("--check", "--fix", cwd=mistakes).stderr
    assert texts(mistakes) == again


def test_a_dry_run_prints_a_diff_and_writes_nothing(vt_lsp: Run, mistakes: Path) -> None:
    before = texts(mistakes)
    run = vt_lsp("--check", "--fix", "--dry-run", cwd=mistakes)
    assert texts(mistakes) == before
    patch = subprocess.run(
        ["git", "apply", "-"], cwd=mistakes, input=run.stdout.encode(), capture_output=True, check=False
    )
    assert patch.returncode == 0, patch.stderr
    applied = texts(mistakes)
    for name, text in before.items():
        (mistakes / name).write_bytes(text)
    vt_lsp("--check", "--fix", cwd=mistakes)
    assert texts(mistakes) == applied


def test_unsafe_fixes_are_made_where_they_are_asked_for(vt_lsp: Run, mistakes: Path) -> None:
    safe = mistakes.parent / "safe"
    subprocess.run(["cp", "-r", str(mistakes), str(safe)], check=True)
    vt_lsp("--check", "--fix", cwd=safe)
    vt_lsp("--check", "--fix", "--unsafe", cwd=mistakes)
    assert len(rules(vt_lsp, mistakes)) < len(rules(vt_lsp, safe))


def test_line_breaks_stay_as_they_are(vt_lsp: Run, mistakes: Path) -> None:
    for name, text in texts(mistakes).items():
        (mistakes / name).write_bytes(text.replace(b"\n", b"\r\n"))
    vt_lsp("--check", "--fix", cwd=mistakes)
    for text in texts(mistakes).values():
        assert text.count(b"\n") == text.count(b"\r\n")


def test_only_selected_rules_are_fixed(vt_lsp: Run, mistakes: Path) -> None:
    run = vt_lsp("--check", "--fix", "--select", "unknown-type", cwd=mistakes)
    assert run.returncode == 0
    assert "1 fix made in 1 file" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rules", "--fix"), "belong to --check"),
        (("--check", "--unsafe"), "belong to --fix"),
        (("--check", "--dry-run"), "belong to --fix"),
        (("--check", "--fix", "--stdin-filename", NATIVE, "-"), "--fix writes files"),
    ],
)
def test_what_does_not_go_together(vt_lsp: Run, clean: Path, arguments: tuple[str, ...], said: str) -> None:
    run = vt_lsp(*arguments, cwd=clean)
    assert run.returncode == 2
    assert said in run.stderr


# Comments


def commented(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("variants: function, methd", "variants: function, methd  # vt-lsp: ignore[unknown-variant] later"),
        ("  variants: function, methd", "  # vt-lsp: ignore[unknown-variant]\n  variants: function, methd"),
        (
            "  variants: function, methd",
            "  # vt-lsp: ignore[ unknown-variant ,]\n  #\n  variants: function, methd",
        ),
        ("# How far", "# vt-lsp: file-ignore[unknown-variant] not ours\n# How far"),
    ],
)
def test_a_comment_leaves_a_finding_out(vt_lsp: Run, mistakes: Path, old: str, new: str) -> None:
    before = rules(vt_lsp, mistakes)
    commented(mistakes, NATIVE, old, new)
    before.remove("unknown-variant")
    assert rules(vt_lsp, mistakes) == before


@pytest.mark.parametrize(
    "comment",
    [
        "# vt-lsp: ignore[unknown-type]",
        "# vt-lsp: ignore[unknown-type] why",
        "# vt-lsp: file-ignore[no-such-rule]",
        "x: '# vt-lsp: ignore[unknown-variant]'",
    ],
)
def test_other_comments_leave_nothing_out(vt_lsp: Run, mistakes: Path, comment: str) -> None:
    commented(mistakes, NATIVE, "variants: function, methd", f"variants: function, methd\n  {comment}")
    found = rules(vt_lsp, mistakes)
    assert "unknown-variant" in found
    assert ("unused-ignore" in found) == comment.startswith("#")


def test_unused_comments_can_be_taken_out(vt_lsp: Run, clean: Path) -> None:
    before = texts(clean)
    commented(clean, NATIVE, "- func:", "# vt-lsp: ignore[unknown-type, list-default] why\n- func:")
    run = vt_lsp("--check", "--fix", cwd=clean)
    assert run.returncode == 0
    assert texts(clean) == before


def test_a_rule_that_is_off_has_no_unused_comments(vt_lsp: Run, clean: Path) -> None:
    commented(clean, NATIVE, "- func:", "# vt-lsp: ignore[unknown-type]\n- func:")
    assert rules(vt_lsp, clean) == ["unused-ignore"]
    assert rules(vt_lsp, clean, "--ignore", "unknown-type") == []
    (clean / "vt-lsp.toml").write_text('[rules]\nunknown-type = "off"\n')
    assert rules(vt_lsp, clean) == []


def test_comments_do_not_let_the_generator_pass(vt_lsp: Run, mistakes: Path, templates: Path) -> None:
    rule_list = ", ".join(sorted(set(rules(vt_lsp, mistakes))))
    for name in (NATIVE, DERIVATIVES):
        commented(mistakes, name, "- ", f"# vt-lsp: file-ignore[{rule_list}]\n- ")
    assert not [rule for rule in rules(vt_lsp, mistakes) if rule != "unused-ignore"]
    run = vt_lsp("--generate", "out", "--templates", str(templates), cwd=mistakes)
    assert run.returncode == 1
    assert not (mistakes / "out").exists()


# Baselines


def test_a_baseline_leaves_old_findings_out(vt_lsp: Run, mistakes: Path) -> None:
    run = vt_lsp("--check", "--write-baseline", "known.json", cwd=mistakes)
    assert run.returncode == 0
    assert "14 findings written" in run.stderr
    assert rules(vt_lsp, mistakes, "--baseline", "known.json") == []
    for name, text in texts(mistakes).items():
        (mistakes / name).write_bytes(b"# moved\n\n" + text)
    assert rules(vt_lsp, mistakes, "--baseline", "known.json") == []
    folder = mistakes / "tools"
    assert rules(vt_lsp, folder, "--baseline", "../known.json") == []
    commented(mistakes, NATIVE, "CPU: soft_gate_out_cpu", "CPUU: soft_gate_out_cpu")
    assert rules(vt_lsp, mistakes, "--baseline", "known.json") == ["unknown-dispatch-key"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2, "findings": {}}', '{"version": 1, "findings": []}'])
def test_what_is_no_baseline_is_said(vt_lsp: Run, clean: Path, text: str) -> None:
    (clean / "known.json").write_text(text)
    run = vt_lsp("--check", "--baseline", "known.json", cwd=clean)
    assert run.returncode == 2
    assert "known.json: no baseline" in run.stderr


# What a change brought


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_since_tells_what_a_change_brought(vt_lsp: Run, mistakes: Path) -> None:
    git(mistakes, "init", "-q")
    git(mistakes, "add", ".")
    git(mistakes, "commit", "-qm", "first")
    assert rules(vt_lsp, mistakes, "--since", "HEAD") == []
    commented(mistakes, NATIVE, "CPU: soft_gate_out_cpu", "CPUU: soft_gate_out_cpu")
    assert rules(vt_lsp, mistakes, "--since", "HEAD") == ["unknown-dispatch-key"]
    for revision in ("nowhere", "--output=x"):
        run = vt_lsp("--check", f"--since={revision}", cwd=mistakes)
        assert run.returncode == 2
        assert "no such revision" in run.stderr
