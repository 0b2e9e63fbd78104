"""Merge-conflict markers: found where YAML cannot read them, and passed over."""

from __future__ import annotations

import pytest

from vt_core.syntax.conflict import conflict_markers, without_markers
from vt_core.syntax.entries import read_block


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", ["<<<<<<< HEAD", "=======", ">>>>>>> x"]),
        ("a\r\n||||||| base\r\n=======\r\n", ["||||||| base", "======="]),
        ("a\r=======", ["======="]),
        ("========\n<<<<<<\n =======\nx =======\n<<<<<<<x\n", []),
        ("a: 1\n", []),
    ],
)
def test_markers(text: str, markers: list[str]) -> None:
    found = conflict_markers(text)
    assert [text[start:end] for start, end in found] == markers
    blank = without_markers(text, found)
    assert len(blank) == len(text)
    assert conflict_markers(blank) == ()


def test_both_sides_are_read() -> None:
    block = read_block("- name: f\n<<<<<<< a\n  self: grad\n=======\n  other: grad\n>>>>>>> b\n", "derivatives")
    (entry,) = block.entries
    assert list(entry.fields) == ["name", "self", "other"]
    assert [fault.rule for fault in block.faults] == ["merge-conflict"] * 3
    assert block.text[slice(*block.fault_spans[1])] == "======="


def test_what_yaml_can_read_is_no_conflict() -> None:
    block = read_block('- name: "f\n=======\n  g"\n', "derivatives")
    assert not block.faults
    assert len(block.entries) == 1


def test_what_else_is_wrong_is_told_too() -> None:
    block = read_block("- name: f\n=======\n  self: [\n", "derivatives")
    assert [fault.rule for fault in block.faults] == ["merge-conflict", "yaml-syntax"]
