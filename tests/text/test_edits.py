from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vt_core.text.edits import TextEdit, apply_edits, difference
from vt_core.text.spans import Span

TEXTS = st.text("ab\n\r", max_size=24)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], "abcdef"),
        ([(0, 0, "x")], "xabcdef"),
        ([(6, 6, "x")], "abcdefx"),
        ([(0, 6, "")], ""),
        ([(4, 5, "E"), (1, 2, "BB")], "aBBcdEf"),
        ([(2, 2, "1"), (2, 2, "2"), (2, 2, "3")], "ab123cdef"),
        ([(2, 4, "X"), (2, 2, "1"), (4, 4, "2")], "ab1X2ef"),
        ([(2, 4, ""), (4, 6, "")], "ab"),
    ],
)
def test_edits(edits: list[tuple[int, int, str]], expected: str) -> None:
    assert apply_edits("abcdef", [TextEdit(Span(start, end), text) for start, end, text in edits]) == expected


@pytest.mark.parametrize(
    "edits",
    [
        [(1, 3, "x"), (2, 4, "y")],
        [(1, 3, "x"), (2, 2, "y")],
        [(1, 3, "x"), (1, 3, "x")],
        [(0, 6, "x"), (2, 3, "y")],
        [(-1, 2, "x")],
        [(3, 2, "x")],
        [(5, 7, "x")],
    ],
)
def test_overlapping_or_outside_edits_are_refused(edits: list[tuple[int, int, str]]) -> None:
    with pytest.raises(ValueError, match="edit"):
        apply_edits("abcdef", [TextEdit(Span(start, end), text) for start, end, text in edits])


@given(TEXTS, st.lists(st.tuples(st.integers(0, 24), st.text("xy", max_size=3)), max_size=8), st.randoms())
def test_the_order_of_edits_does_not_matter(text: str, cuts: list[tuple[int, str]], shuffler: random.Random) -> None:
    bounds = sorted({min(cut, len(text)) for cut, _ in cuts})
    stretches = list(zip(bounds[::2], bounds[1::2], strict=False))
    edits = [TextEdit(Span(*stretch), new) for stretch, (_, new) in zip(stretches, cuts, strict=False)]
    expected = text
    for (start, end), new in reversed(edits):
        expected = expected[:start] + new + expected[end:]
    shuffler.shuffle(edits)
    assert apply_edits(text, edits) == expected


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        ("", "", None),
        ("abc", "abc", None),
        ("", "a", (0, 0, "a")),
        ("a", "", (0, 1, "")),
        ("abc", "axc", (1, 2, "x")),
        ("abc", "abbc", (2, 2, "b")),
        ("aaa", "aa", (2, 3, "")),
        ("abcdef", "abef", (2, 4, "")),
    ],
)
def test_difference(old: str, new: str, edit: tuple[int, int, str] | None) -> None:
    assert difference(old, new) == (edit and TextEdit(Span(edit[0], edit[1]), edit[2]))


@given(TEXTS, TEXTS)
def test_the_difference_makes_the_new_text_and_is_the_smallest(old: str, new: str) -> None:
    edit = difference(old, new)
    if edit is None:
        assert old == new
        return
    assert apply_edits(old, [edit]) == new
    (start, end), text = edit
    assert 0 <= start <= end <= len(old)
    replaced = old[start:end]
    if replaced and text:
        assert replaced[0] != text[0]
        assert replaced[-1] != text[-1]
    assert not (replaced == "" == text)
    assert old[:start] == new[:start]


@given(TEXTS, st.integers(0, 24), st.integers(0, 24), TEXTS)
def test_the_difference_is_no_larger_than_the_edit_made(text: str, one: int, other: int, new: str) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    edit = difference(text, apply_edits(text, [TextEdit(Span(start, end), new)]))
    if edit is not None:
        assert edit.span.end - edit.span.start + len(edit.text) <= end - start + len(new)
