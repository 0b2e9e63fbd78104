"""What hovers are made of: Markdown that no text breaks, excerpts of C++, words for every field and key."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vt_core.codegen.sections import Section, text
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import DIALECTS
from vt_core.ide.cpp_excerpt import MOST_COLUMNS, MOST_LINES, excerpt
from vt_core.ide.field_docs import DISPATCH_KEYS, NATIVE_FIELDS, TRUTHS, TYPES, VALUES
from vt_core.ide.markdown import bullets, code, codes, fenced, nested, paragraphs
from vt_core.ide.preview import GeneratedPart


def test_code_spans() -> None:
    assert code("grad * self") == "`grad * self`"
    assert code("two\n  lines") == "`two lines`"
    assert code("a `b` ``c") == "``` a `b` ``c ```"
    assert code("") == "` `"
    assert code("x" * 200, 10) == "`xxxxxxxxx…`"
    assert code("bell\x07") == "`bell\ufffd`"
    assert codes(["a", "b"]) == "`a`, `b`"


def test_lists() -> None:
    assert bullets(["one", nested("two", ["a", "b"])]) == "- one\n- two\n  - a\n  - b"
    assert paragraphs(["one", "", "two"]) == "one\n\ntwo"


@given(st.text(alphabet="`~a\n \ud800é", max_size=40))
def test_no_text_closes_its_fence(content: str) -> None:
    block = fenced(content)
    opening, *inside, closing = block.split("\n")
    fence = opening.removesuffix("cpp")
    assert closing == fence
    assert set(fence) == {"`"}
    assert not any(line.strip().startswith(fence) for line in inside)
    block.encode("utf-8")


@given(st.text(alphabet="`a\n \ud800é\x00", max_size=40), st.integers(2, 20))
def test_code_is_one_line_that_no_text_closes(content: str, most: int) -> None:
    span = code(content, most)
    ticks = re.match("`+", span)
    assert ticks is not None
    assert span.endswith(ticks[0])
    inside = span[len(ticks[0]) : -len(ticks[0])]
    assert ticks[0] not in re.findall("`+", inside)
    assert "\n" not in span
    assert len(inside.strip()) <= most
    span.encode("utf-8")


@given(st.lists(st.tuples(st.sampled_from(["A.h", "B.cpp"]), st.integers(1, 120)), min_size=1, max_size=5))
def test_excerpts_keep_short_parts_and_count_what_they_leave_out(sizes: list[tuple[str, int]]) -> None:
    parts = [
        GeneratedPart(file, (Section("body", tuple([f"line {at}" for at in range(size)])),)) for file, size in sizes
    ]
    found = excerpt(parts)
    shown = found.text.split("\n")
    whole = sum(size for _, size in sizes)
    kept = len([line for line in shown if line.startswith("line ")])
    assert found.left_out == whole - kept
    assert found.cut == (whole > MOST_LINES)
    assert kept <= MOST_LINES
    if whole <= MOST_LINES:
        assert kept == whole
    else:
        assert kept >= MOST_LINES - 2 * len(parts)


def test_debug_checks_go_first() -> None:
    checks = Section("save_storage", tuple(["check"] * 60), None, "  ")
    part = GeneratedPart("A.cpp", (Section("signature", ("{",)), checks, Section("end", ("}",))))
    assert excerpt([part]).text.count("check") == 60
    more = GeneratedPart("B.cpp", (Section("body", tuple(["line"] * 40)),))
    assert excerpt([part, more]).text == "\n".join(
        ["// A.cpp", "{", "  // … debug checks", "}", "", "// B.cpp", text(more.sections)]
    )
    assert excerpt([part, more]).left_out == 60


def test_wide_lines_are_cut() -> None:
    found = excerpt([GeneratedPart("A.h", (Section("body", ("x" * 1000,)),))])
    assert found.cut
    assert max(map(len, found.text.split("\n"))) == MOST_COLUMNS


@pytest.mark.parametrize("dialect", DIALECTS, ids=[dialect.release for dialect in DIALECTS])
def test_every_field_key_and_type_has_words(dialect: Dialect) -> None:
    assert set(dialect.native_fields) <= set(NATIVE_FIELDS)
    assert dialect.dispatch_keys <= set(DISPATCH_KEYS)
    assert dialect.schema.base_types <= set(TYPES)
    assert {("use_c10_dispatcher", value) for value in dialect.c10_dispatcher_values} <= set(VALUES)
    assert {name for name, kind in dialect.native_fields.items() if kind == "bool"} <= set(TRUTHS)


def test_words_are_sentences() -> None:
    for words in (*NATIVE_FIELDS.values(), *DISPATCH_KEYS.values(), *VALUES.values()):
        assert words.endswith(".")
        assert words[0] == "`" or words[0].isupper()
        assert len(words) < 330
        assert words.count("`") % 2 == 0
