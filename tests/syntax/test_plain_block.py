"""The quick reader of simple blocks gives what the YAML reader gives, or leaves the block to it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.corpora import FAMILY_1_8, FAMILY_2_X, corpus_texts
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import Sequence
from vt_core.syntax.plain_block import only_comments, read_plain_block
from vt_core.syntax.yaml_text import read_yaml

WORDS = [
    "func",
    "name",
    "self",
    "self, other",
    "yes",
    "No",
    "null",
    "NULL",
    "on",
    "y",
    "a b",
    "_x",
    "k ",
    "__line__",
    "e1",
]
VALUES = [
    *[
        "x",
        "add(Tensor self) -> Tensor",
        "function, method",
        "True",
        "Null",
        "nullx",
        "a: b",
        "a #b",
        "a#b",
        "a:b",
        "it's",
    ],
    *[
        "x ",
        "x:",
        "1",
        "-1",
        "~",
        "'q'",
        '"q"',
        "[a]",
        "{a: b}",
        "é",
        "a\tb",
        "a & *b",
        "|",
        ">",
        "&a x",
        "*a",
        "!t x",
        "% x",
        "@",
    ],
    *["x # c", "x  #c", "x #", "(a) * b", "-a", "-(a)", "- a", "-1a", "-.inf", "(", "-", "# c", " # c"],
    *["'q' # c", "'q'#c", "'a: b #c'", "'it''s'", '"a\\n"', '"a \' b"', "''", '""', "'a' b", "'a':", '"a": b'],
    *["[a, b]", "[a,b]", "[ a , yes ]", "[a, ]", "[a] # c", "[a]#c", "[a b]", "[a: b]", "[1]", "[a, [b]]", "[]"],
    *["['a', b]", "['a b: c']", "[\"x\", 'y']", "['a' b]", "['a',]", "[ 'a' ]", "[a b, c]", "[yes, 'yes']", "[''a]"],
    *["{}", "{} # c", "{}#c", "{ }", "2.0 * x", "2.0 / x", "-1.5 * x", "2 *x", "1 / 2: x", ". * x", "-- * x"],
    *["|", "| # c", "|-", "|  ", '"a', "'a", '"  a', '"', "'"],
    *["yes", "Off", "foo, bar: ", "x ? y : z", "a ? b:c", "- x", "x\x7f", "a\u2028b"],
]
LINES = st.one_of(
    st.builds(
        "{}{}:{}{}".format,
        st.sampled_from(["  ", "    ", "   ", " ", "", "- ", "      "]),
        st.sampled_from(WORDS),
        st.sampled_from([" ", "  ", "", "\t"]),
        st.sampled_from([*VALUES, ""]),
    ),
    st.builds("{}{}".format, st.sampled_from(["  - ", "    - ", "   - ", "  -   ", "  -"]), st.sampled_from(VALUES)),
    st.builds(
        "{}{}".format,
        st.sampled_from(["    ", "     ", "      ", "  "]),
        st.sampled_from(["a", 'b"', "b'", 'c " # d', "e ", '"', "'"]),
    ),
    st.sampled_from(["", "  ", "# c", "  # c", "    # é", "\t", "  - x", "  more words", "   deeper", "---", "..."]),
)
BLOCKS = st.builds(
    lambda first, value, rest, ends: f"- {first}: {value}\n" + "".join(line + end for line, end in zip(rest, ends)),
    st.sampled_from(WORDS),
    st.sampled_from(VALUES),
    st.lists(LINES, max_size=6),
    st.lists(st.sampled_from(["\n"] * 12 + ["\r\n", "\r", ""]), min_size=6, max_size=6),
)


def same_as_yaml(text: str) -> bool:
    """Whether the quick reader read the block; asserts that it then read it as YAML does."""
    plain = read_plain_block(text)
    if plain is None:
        return False
    reading = read_yaml(text)
    assert reading.problem is None
    assert isinstance(reading.node, Sequence)
    assert reading.node.items == (plain,)
    return True


@settings(max_examples=3000, deadline=None)
@given(BLOCKS)
@example("- func: a\n  dispatch:\n    CPU: x\n")
@example("- func: a\n  dispatch:\n")
@example("- func: a\n\n  # c\n  variants: method")
@example("- func: a\n  b\n")
@example("- func: a\n    b: c\n")
@example("- func: a\n  dispatch:\n    Default:\n      self: b\n    AutogradXPU:\n      self: c\n")
@example("- func: a\n  dispatch:\n    Default:\n      self: b\n     AutogradXPU: c\n")
@example("- func: a\n  dispatch:\n    - b\n  - c\n")
@example("- func: a\n  dispatch:\n  - b\n    - c\n")
@example("- func: a\n  dispatch:\n  - b\n  key: c\n  more:\n  - d\n")
@example("- func: a\n  dispatch:\n  # c\n  - b # c\n")
@example('- name: a\n  self: "a\n    b\n    "\n')
@example('- name: a\n  self: "  a \n    b " # c\n')
@example('- name: a\n  self: "a\n\n    b"\n')
@example('- name: a\n  self: "a\n  b"\n')
@example("- tag: a\n  desc: |\n      b\n       c\n\n\n# d\n")
@example("- tag: a\n  desc: |\n      b\n\n      c # d\n   # e\n")
@example("- tag: a\n  desc: |\n\n      b\n")
@example("- tag: a\n  desc: |\n  b: c\n")
@example("- tag: a\n  desc: |\n      b")
def test_random_blocks(text: str) -> None:
    same_as_yaml(text)


@settings(max_examples=1000, deadline=None)
@given(st.text("- :#ab\n'\"[{&*,?|>%@!~1", max_size=30))
def test_random_characters(text: str) -> None:
    same_as_yaml("- a: " + text)


@pytest.mark.parametrize("text", ["# c\n", "\n", " # c", "  \n# c\n\n", "#\n# - a: b"])
def test_only_comments(text: str) -> None:
    assert only_comments(text)
    assert read_yaml(text).node is None


@pytest.mark.parametrize("text", ["# c\nx\n", "---\n", "# é\n", "\t\n", "%x", "# c\r# d\n"])
def test_not_surely_only_comments(text: str) -> None:
    assert not only_comments(text)


@pytest.mark.parametrize("name", [*FAMILY_1_8, *FAMILY_2_X])
def test_real_files(name: str) -> None:
    """All blocks of released files are of the simple kind, so that they are read without PyYAML."""
    for text in corpus_texts(name).values():
        left = [block for block in split_entries(text) if not only_comments(block) and not same_as_yaml(block)]
        assert not left
