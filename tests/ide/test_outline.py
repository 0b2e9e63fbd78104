"""Entries of blocks, broken ones by their look, and comments."""

from __future__ import annotations

import pytest

from vt_core.analysis.document import Block
from vt_core.ide.outline import comments, content_end, entry_nodes, entry_span, guessed_entries
from vt_core.syntax.entries import read_block
from vt_core.syntax.nodes import Mapping, Node, Scalar


def read(text: str) -> Block:
    return Block("derivatives", read_block(text, "derivatives"))


def plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {plain(key): plain(value) for key, value in node.pairs}
    return [plain(item) for item in node.items]


BROKEN = """\
- name: f(Tensor self) -> Tensor  # why
   over: 'a
<<<<<<< ours
  # dispatch: commented
  self: g(self,
     2)
  odd: "x: y"
=======
  dispatch:
    Default:
      self: grad
    CPU:
  last:
>>>>>>> theirs
"""


def test_broken_entries_by_their_look() -> None:
    block = read(BROKEN)
    assert block.syntax.faults
    (node,) = entry_nodes(block)
    assert plain(node) == {
        "name": "f(Tensor self) -> Tensor",
        "over": "a",
        "self": "g(self, 2)",
        "odd": "x: y",
        "dispatch": {"Default": {"self": "grad"}, "CPU": ""},
        "last": "",
    }


def test_guessed_spans_cover_what_is_written() -> None:
    (node,) = guessed_entries(BROKEN)
    for key, value in node.pairs:
        assert isinstance(key, Scalar)
        assert BROKEN[key.start : key.end] == key.value
        if isinstance(value, Scalar) and "\n" not in BROKEN[value.start : value.end]:
            assert BROKEN[value.start : value.end] == value.value
    assert node.span.start == 2
    assert BROKEN[node.span.start : node.span.end].endswith("  last")


@pytest.mark.parametrize("text", ["", "\n", "- ", "-", "- name", ": x", "- 'x", "{", "# name: x", "\ufeff"])
def test_nothing_is_made_of_nothing(text: str) -> None:
    assert guessed_entries(text) == ()


def test_deep_nesting_ends() -> None:
    text = "".join([f"{'  ' * depth}k{depth}:\n" for depth in range(2000)])
    assert len(guessed_entries("- a: '\n" + text)) == 1


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("- name: a\n  self: |\n    x\n\n# out\n", "- name: a\n  self: |\n    x"),
        ("- name: a\n  self: b  # c\n\n", "- name: a\n  self: b"),
        ("-   name: a\n", "-   name: a"),
        ("- name:\n", "- name:"),
        ("- \n", "-"),
    ],
)
def test_spans_of_entries(text: str, content: str) -> None:
    block = read(text)
    (node,) = entry_nodes(block)
    start, end = entry_span(text, node)
    assert text[start:end].rstrip() == content
    assert content_end(text, node) == end


def test_comments() -> None:
    text = """\
# one
- name: 'a # no'  # two
  self: >-
    x # no
    # no
  other: a#no  #three
  # four
#
"""
    assert [text[slice(*span)] for span in comments(read(text))] == ["# one", "# two", "#three", "# four", "#"]


def test_comments_of_broken_blocks() -> None:
    text = "- name: f\n   self: 'x # no'  # two\n  # three\n"
    assert [text[slice(*span)] for span in comments(read(text))] == ["# two", "# three"]
