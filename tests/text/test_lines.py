from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vt_core.text.lines import Encoding, LineTable, Position, from_units, to_units
from vt_core.text.spans import Span

# Everything that Python's own splitlines, YAML or an editor might take for a line break, and every width of character.
CHARACTERS = "ab \t\n\r\x0b\x0c\x1c\x85\u2028\u2029é\u20ac\U0001f600\U0010ffff\ud800\udc00\ufeff"
TEXTS = st.text(CHARACTERS, max_size=30)
LINES = st.text("a \x0c\x85\u2028é\u20ac\U0001f600\ud83d\ude00", max_size=12)
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
BREAK = re.compile("\r\n|\r|\n")


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("", (0,)),
        ("a", (0,)),
        ("\n", (0, 1)),
        ("a\nb", (0, 2)),
        ("a\r\nb\rc\n\r\nd", (0, 3, 5, 7, 9)),
        ("a\r\r\n\n", (0, 2, 4, 5)),
        ("a\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029b", (0,)),
        ("\ud800\n\udc00", (0, 2)),
        ("\ufeffa\n", (0, 3)),
    ],
)
def test_line_starts(text: str, starts: tuple[int, ...]) -> None:
    table = LineTable.of(text)
    assert table.starts == starts
    assert table.line_count == len(starts)


@given(TEXTS)
def test_breaks_are_lf_cr_and_crlf_only(text: str) -> None:
    table = LineTable.of(text)
    assert table.starts == (0, *(found.end() for found in BREAK.finditer(text)))
    assert [table.line_text(line) for line in range(table.line_count)] == BREAK.split(text)


@given(TEXTS)
def test_lines_with_breaks_make_up_the_text(text: str) -> None:
    table = LineTable.of(text)
    spans = [table.line_span(line, with_break=True) for line in range(table.line_count)]
    assert "".join(text[start:end] for start, end in spans) == text


@given(TEXTS)
def test_every_offset_comes_back(text: str) -> None:
    table = LineTable.of(text)
    for offset in range(len(text) + 1):
        expected = offset - 1 if offset and text[offset - 1 : offset + 1] == "\r\n" else offset
        assert table.offset(*table.position(offset)) == expected


@given(TEXTS, st.integers(-2, 40), st.integers(-2, 40))
def test_offsets_are_clamped_to_the_line(text: str, line: int, column: int) -> None:
    table = LineTable.of(text)
    offset = table.offset(line, column)
    if line < 0:
        assert offset == 0
    elif line >= table.line_count:
        assert offset == len(text)
    else:
        content = BREAK.split(text)[line]
        assert table.position(offset) == Position(line, max(0, min(column, len(content))))


def test_position_and_offset_at_the_edges() -> None:
    table = LineTable.of("ab\r\ncd")
    assert table.position(-5) == (0, 0)
    assert table.position(2) == (0, 2)
    assert table.position(3) == (0, 2), "between CR and LF"
    assert table.position(4) == (1, 0)
    assert table.position(99) == (1, 2)
    assert table.offset(0, 99) == 2
    assert table.offset(1, 99) == 6
    assert table.offset(2, 0) == 6
    assert table.line_span(0) == Span(0, 2)
    assert table.line_span(0, with_break=True) == Span(0, 4)
    assert table.line_span(9) == table.line_span(1) == Span(4, 6)
    assert table.line_span(-9) == Span(0, 2)


@pytest.mark.parametrize(
    ("encoding", "units"),
    [("utf-8", [0, 1, 3, 6, 10, 11]), ("utf-16", [0, 1, 2, 3, 5, 6]), ("utf-32", [0, 1, 2, 3, 4, 5])],
)
def test_units_of_each_width(encoding: Encoding, units: list[int]) -> None:
    line = "aé\u20ac\U0001f600b"
    assert [to_units(line, column, encoding) for column in range(6)] == units
    assert [from_units(line, count, encoding) for count in units] == [0, 1, 2, 3, 4, 5]


def test_inside_a_character_is_its_start() -> None:
    assert [from_units("\U0001f600b", units, "utf-16") for units in range(5)] == [0, 0, 1, 2, 2]
    assert [from_units("\U0001f600b", units, "utf-8") for units in range(7)] == [0, 0, 0, 0, 1, 2, 2]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("line", ["abc", "äbc", "\U0001f600bc"])
def test_columns_and_units_outside_the_line_are_clamped(encoding: Encoding, line: str) -> None:
    assert to_units(line, -1, encoding) == 0
    assert to_units(line, 99, encoding) == to_units(line, 3, encoding)
    assert from_units(line, -1, encoding) == 0
    assert from_units(line, 99, encoding) == 3


@given(LINES, st.sampled_from(ENCODINGS))
@example("\ud83d\ude00", "utf-16")
def test_every_column_comes_back(line: str, encoding: Encoding) -> None:
    for column in range(len(line) + 1):
        assert from_units(line, to_units(line, column, encoding), encoding) == column


@given(LINES, st.sampled_from(ENCODINGS), st.integers(0, 60))
def test_units_lead_to_the_last_column_that_they_reach(line: str, encoding: Encoding, units: int) -> None:
    reached = [column for column in range(len(line) + 1) if to_units(line, column, encoding) <= units]
    assert from_units(line, units, encoding) == reached[-1]
