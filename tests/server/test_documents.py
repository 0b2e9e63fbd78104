"""Edits in the client's units give the text that the client has."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vt_core.analysis.document import edit_document, open_document
from vt_core.analysis.store import Store
from vt_core.text.lines import Encoding, LineTable
from vt_core.text.spans import Span
from vt_lsp.server.documents import BadChange, Change, Plain, UnitPosition, changed, offset_of, position_of

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
# Form feed, vertical tab, FS, NEL and U+2028 are no line breaks here.
PIECES = [
    "a",
    "- ",
    ": ",
    "\n",
    "\r\n",
    "\r",
    "é",
    "\U0001d11e",
    "\x0c",
    "\x0b",
    "\x1c",
    "\x85",
    "\u2028",
    "e\u0301",
    " ",
    "\t",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), TEXTS), max_size=6)


def reference_lines(text: str) -> list[str]:
    """The lines of a text, by the definition: broken at `\\r\\n`, `\\n`, `\\r`."""
    lines, line, at = [], "", 0
    while at < len(text):
        step = 2 if text.startswith("\r\n", at) else 1
        piece = text[at : at + step]
        line += piece
        if piece in ("\r\n", "\n", "\r"):
            lines.append(line)
            line = ""
        at += step
    return [*lines, line]


def units(text: str, encoding: Encoding) -> int:
    """The length of a text in a client's units."""
    return (
        len(text.encode(f"{encoding}-le" if encoding != "utf-8" else encoding))
        // {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    )


def reference_position(text: str, offset: int, encoding: Encoding) -> UnitPosition:
    lines, start = reference_lines(text), 0
    for number, line in enumerate(lines):
        if offset < start + len(line) or number == len(lines) - 1:
            content = line.rstrip("\r\n")
            return UnitPosition(number, units(content[: offset - start], encoding))
        start += len(line)
    raise AssertionError


@settings(max_examples=400, deadline=None)
@given(TEXTS, EDITS, st.sampled_from(ENCODINGS))
@example("abc", [(1.0, 0, "Z")], "utf-16")
@example("a\x0cb\n", [(1.0, 0, "Z")], "utf-8")
def test_edits_give_the_clients_text(text: str, edits: list[tuple[float, int, str]], encoding: Encoding) -> None:
    store = Store()
    plain, document = Plain(text), open_document("derivatives", text, store)
    for where, length, new in edits:
        start = int(where * len(text))
        end = min(len(text), start + length)
        if text[start - 1 : start + 1] == "\r\n" and start:
            start -= 1  # no client can point between the two
        if text[end - 1 : end + 1] == "\r\n" and end > start:
            end -= 1
        end = max(start, end)
        change = Change(reference_position(text, start, encoding), reference_position(text, end, encoding), new)
        text = text[:start] + new + text[end:]
        plain = changed(plain, [change], encoding, Plain.replaced)
        document = changed(document, [change], encoding, lambda one, span, by: edit_document(one, span, by, store))
        assert plain.text == text
        assert document.text == text


@settings(deadline=None)
@given(TEXTS, st.sampled_from(ENCODINGS))
def test_positions_and_offsets_agree(text: str, encoding: Encoding) -> None:
    document = open_document("derivatives", text, Store())
    table = LineTable.of(text)
    for offset in range(len(text) + 1):
        if offset and text[offset - 1 : offset + 1] == "\r\n":
            continue
        position = position_of(document, offset, encoding)
        assert position == reference_position(text, offset, encoding) == position_of(table, offset, encoding)
        assert offset_of(document, position, encoding) == offset == offset_of(table, position, encoding)


@pytest.mark.parametrize(
    ("text", "position", "offset"),
    [
        ("abc", (0, 99), 3),  # past the end of a last line without a break: its end
        ("ab\ncd\n", (0, 99), 2),  # before the break
        ("ab\r\ncd", (0, 99), 2),
        ("ab\ncd\n", (2, 5), 6),
        ("ab\ncd", (99, 0), 5),
        ("", (0, 0), 0),
        ("", (7, 7), 0),
        ("\U0001d11ex", (0, 1), 0),  # inside a surrogate pair: before the character
        ("\U0001d11ex", (0, 2), 1),
    ],
)
def test_positions_are_clamped(text: str, position: tuple[int, int], offset: int) -> None:
    assert offset_of(Plain(text), UnitPosition(*position), "utf-16") == offset


def test_changes_count_from_the_text_before_them() -> None:
    changes = [
        Change(UnitPosition(0, 0), UnitPosition(0, 0), "x\n"),
        Change(UnitPosition(1, 1), UnitPosition(1, 2), ""),
        Change(None, None, "all\nnew"),
        Change(UnitPosition(1, 3), UnitPosition(1, 3), "!"),
    ]
    assert changed(Plain("abc"), changes[:2], "utf-16", Plain.replaced).text == "x\nac"
    assert changed(Plain("abc"), changes, "utf-16", Plain.replaced).text == "all\nnew!"


def test_a_range_that_ends_before_it_starts_is_refused() -> None:
    change = Change(UnitPosition(0, 2), UnitPosition(0, 1), "")
    with pytest.raises(BadChange):
        changed(Plain("abc"), [change], "utf-16", Plain.replaced)


def test_the_last_line_is_spliced_at_its_end() -> None:
    assert Plain("a\nb").replaced(Span(3, 3), "c").text == "a\nbc"
