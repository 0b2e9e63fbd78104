"""The quick reader of simple blocks gives what the YAML reader gives, or leaves the block to it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.corpora import FAMILY_1_8, corpus_texts
from vt_core.syntax.entries import split_entries
from vt_core.syntax.nodes import Sequence
from vt_core.syntax.plain_block import read_plain_block
from vt_core.syntax.yaml_reader import read_yaml

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
    st.sampled_from(["", "  ", "# c", "  # c", "    # é", "\t", "  - x", "  more words", "   deeper", "---", "..."]),
)
BLOCKS = st.builds(
    lambda first, value, rest, ends: f"- {first}: {value}\n" + "".join(line + end for line, end in zip(rest, ends)),
    st.sampled_from(WORDS),
    st.sampled_from(VALUES),
    st.lists(LINES, max_size=5),
    st.lists(st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", "\r", ""]), min_size=5, max_size=5),
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
def test_random_blocks(text: str) -> None:
    same_as_yaml(text)


@settings(max_examples=1000, deadline=None)
@given(st.text("- :#ab\n'\"[{&*,?|>%@!~1", max_size=30))
def test_random_characters(text: str) -> None:
    same_as_yaml("- a: " + text)


@pytest.mark.parametrize(("name", "least"), [*[(name, 0.9) for name in FAMILY_1_8], ("v2.1.2", 0.9), ("v2.15.0", 0.9)])
def test_real_files(name: str, least: float) -> None:
    """Nearly all blocks are of the simple kind."""
    texts = corpus_texts(name)
    for text in (texts["native_functions"], texts["derivatives"]):
        blocks = split_entries(text)
        assert sum(map(same_as_yaml, blocks)) >= least * len(blocks)
