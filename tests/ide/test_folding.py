"""Folding ranges, by lines."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from vt_core.ide.folding import folding_ranges

TEXT = """\
# One
# two.

# Alone.
- name: f(Tensor self) -> Tensor
  self: grad
- name: g(Tensor self, Tensor other) -> Tensor
  self: "a +
    b"

  # Inside,
  # and again.
  other: >-
    c
    # no comment
    # either
  dispatch:
    Default:
      self: x

# Three
# four
- name: h(Tensor self) -> Tensor
-
"""


def folds(text: str) -> list[tuple[int, int, str]]:
    return [(start, end, kind) for start, end, kind in folding_ranges(parse(derivatives=text).snapshot, "derivatives")]


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_folds(line_break: str) -> None:
    assert folds(TEXT.replace("\n", line_break)) == [
        (0, 1, "comment"),
        (4, 5, "region"),
        (6, 18, "region"),
        (7, 8, "region"),
        (10, 11, "comment"),
        (12, 15, "region"),
        (16, 18, "region"),
        (17, 18, "region"),
        (20, 21, "comment"),
    ]


def test_broken_blocks() -> None:
    text = "- name: f(Tensor self) -> Tensor\n   self: 'x\n  dispatch:\n    CPU: a\n    XLA: b\n\n# end\n"
    assert folds(text) == [(0, 4, "region"), (2, 4, "region")]


def test_no_last_newline_and_empty() -> None:
    assert folds("- name: f\n  self: x") == [(0, 1, "region")]
    assert folds("") == []
    assert folds("# a\n# b") == [(0, 1, "comment")]
    assert folds("\ufeff- name: f\n  self: x\n") == [(0, 1, "region")]
