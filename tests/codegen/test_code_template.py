from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vt_core.codegen.code_template import Value, block, fill, parse_template, unknown_names

PIECES = st.sampled_from(["a", "b\n", "\n", "  ", "\t", "\x0c", "\r\n", "\u2028", "é", ";"])
TEXTS = st.lists(PIECES, max_size=6).map("".join)
BLANKS = st.text(" \t", max_size=4)


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        ("int f($args);", {"args": ["int a", "int b"]}, "int f(int a, int b);"),
        ("int f(${args});", {"args": []}, "int f();"),
        ("f(x${,more}, y)", {"more": ["1", "2"]}, "f(x, 1, 2, y)"),
        ("f(x${,more}, y)", {"more": []}, "f(x, y)"),
        ("f(${more,}y)", {"more": ["1"]}, "f(1, y)"),
        ("f(${,more,})", {"more": "1"}, "f(1)"),
        ("{\n  ${body}\n}\n", {"body": ["a;", "if (b) {\n  c;\n}\n"]}, "{\n  a;\n  if (b) {\n    c;\n  }\n}\n"),
        ("{\n  ${body}\n}\n", {"body": []}, "{\n\n}\n"),
        ("{\n  ${body}\n}\n", {"body": ""}, "{\n\n}\n"),
        ("${head} {", {"head": "a \nb  "}, "a \nb {"),
        ("  $one$two", {"one": "x", "two": ["y", "z"]}, "  xy, z"),
        ("\t  ${x}", {"x": "1\n\n2\n"}, "\t  1\n\t  \n\t  2"),
        ("cost: 5$ ${x}", {"x": "1\n2"}, "cost: 5$ 1\n2"),
        ("$x_1y", {"x_1y": "1"}, "1"),
        ("${ x }$ {x}", {"x": "1"}, "${ x }$ {x}"),
    ],
)
def test_fill(template: str, values: dict[str, Value], expected: str) -> None:
    assert fill(parse_template(template), values) == expected


def test_a_name_without_a_value_is_told_and_stays_empty() -> None:
    template = parse_template("${known} ${lost}\n  ${,gone}")
    assert unknown_names(template, ["known"]) == ("lost", "gone")
    assert fill(template, {"known": "1"}) == "1 \n"


@given(st.lists(TEXTS, max_size=5), BLANKS)
def test_a_block_is_every_line_after_the_indentation(elements: Sequence[str], indent: str) -> None:
    lines = [line for element in elements for line in element.splitlines()]
    assert block(elements, indent) == "".join([f"{indent}{line}\n" for line in lines]).rstrip()


@given(TEXTS)
def test_a_text_without_placeholders_stays_as_it_is(text: str) -> None:
    assert fill(parse_template(text), {}) == text


@given(st.lists(TEXTS, max_size=4), BLANKS)
def test_clean_blanks(elements: list[str], indent: str) -> None:
    lines = [line for element in elements for line in element.splitlines()]
    expected = "\n".join([(indent + line).rstrip() for line in lines]).rstrip()
    assert block(elements, indent, clean_blanks=True) == expected


def test_only_blocks_are_cleaned() -> None:
    template = parse_template("a  \n  ${x}\nb ${x} ")
    assert fill(template, {"x": "1  \n\n2 "}, clean_blanks=True) == "a  \n  1\n\n  2\nb 1  \n\n2  "
