"""Edits leave valid YAML, whatever style the entry is written in."""

from __future__ import annotations

import pytest

from vt_core.rules.edits import (
    entry_added,
    field_added,
    field_removed,
    field_replaced,
    formula_edits,
    name_removed,
    value_edit,
)
from vt_core.rules.rule import Edit
from vt_core.syntax.entries import Entry, read_block
from vt_core.syntax.nodes import Scalar
from vt_core.text.edits import TextEdit, apply_edits

SCHEMA = "f(Tensor a, str mode='it''s') -> Tensor"


def entry_of(text: str) -> Entry:
    (entry,) = read_block(text, "derivatives").entries
    return entry


def applied(text: str, *edits: Edit | None) -> str | None:
    found = [TextEdit(edit.span, edit.text) for edit in edits if edit is not None]
    return apply_edits(text, found) if found else None


def field_text(text: str, key: str) -> str:
    value = entry_of(text).fields[key].value
    assert isinstance(value, Scalar)
    return value.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- name: f\n  x: 1\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x: 1  # why\n\n", "- name: f\n\n"),
        ("- name: f\n  x: 1", "- name: f\n"),
        ("- name: f\r\n  x: 1\r\n  y: 2\r\n", "- name: f\r\n  y: 2\r\n"),
        ("- x: 1\n  name: f\n", "- name: f\n"),
        ("- name: f\n  x: [1,\n    2]\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x: [1, 2 ]  # both\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x:\n    - 1\n    - 2\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x: >-\n    1\n    2\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x: {}\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- name: f\n  x:\n  y: 2\n", "- name: f\n  y: 2\n"),
        ("- {name: f, x: 1}\n", None),
        ("- name: f\n  <<: {x: 1}\n", None),
        ("- x: 1\n", None),
        ("- name: f\n", None),
    ],
)
def test_a_field_is_taken_out_with_its_lines(text: str, expected: str | None) -> None:
    assert applied(text, field_removed(entry_of(text), "x")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- name: f\n  x: [1]  # why\n", "- name: f\n  a: b\n  c: d  # why\n"),
        ("- name: f\r\n  x: [1]\r\n", "- name: f\r\n  a: b\r\n  c: d\r\n"),
        ("- {name: f, x: 1}\n", None),
    ],
)
def test_a_field_gives_way_to_others(text: str, expected: str | None) -> None:
    assert applied(text, field_replaced(entry_of(text), "x", ("a: b", "c: d"))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- name: f\n", "- name: f\n  a:\n    b: c\n"),
        ("- name: f", "- name: f\n  a:\n    b: c"),
        ("-   name: f  # f\n\n# next\n", "-   name: f  # f\n    a:\n      b: c\n\n# next\n"),
        ("- name: f\n  x: |\n    1\n\n", "- name: f\n  x: |\n    1\n  a:\n    b: c\n\n"),
        ("- name: f\r\n  x: [1,\r\n    2]\r\n", "- name: f\r\n  x: [1,\r\n    2]\r\n  a:\r\n    b: c\r\n"),
        ("- {name: f}\n", None),
    ],
)
def test_a_field_is_added_behind_the_last(text: str, expected: str | None) -> None:
    assert applied(text, field_added(entry_of(text), ("a:", "  b: c"))) == expected


def test_an_entry_is_added_behind_another() -> None:
    text = "- name: f\n  x: 1\n\n# about the next one\n"
    expected = "- name: f\n  x: 1\n\n- name: g\n  y: 2\n\n# about the next one\n"
    assert applied(text, entry_added(entry_of(text), ("name: g", "y: 2"))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- name: f\n  x, y: 1\n", "- name: f\n  y: 1\n"),
        ("- name: f\n  'y,x': 1\n", "- name: f\n  'y': 1\n"),
        ("- name: f\n  y, x , z: 1\n", "- name: f\n  y, z: 1\n"),
        ("- name: f\n  x: 1\n", "- name: f\n"),
        ("- name: f\n  xx, y: 1\n", None),
    ],
)
def test_a_name_is_taken_out_of_its_key(text: str, expected: str | None) -> None:
    key = list(entry_of(text).fields)[-1]
    assert applied(text, name_removed(entry_of(text), key, "x")) == expected


@pytest.mark.parametrize(
    "written",
    [
        "g(Tensor a) -> Tensor",
        "'g(Tensor a) -> Tensor'",
        '"g(Tensor a) -> Tensor"',
        "g(Tensor a)\n    -> Tensor",
        "'g(Tensor a)\n    -> Tensor'",
        ">-\n    g(Tensor a)\n    -> Tensor",
        "|\n    g(Tensor a) -> Tensor",
    ],
)
@pytest.mark.parametrize("value", [SCHEMA, "f(str x=': ') -> Tensor", 'f(str x=" #") -> Tensor', 'f(str x="\\") -> ()'])
def test_a_value_is_quoted_as_it_has_to_be(written: str, value: str) -> None:
    for text in (f"- name: {written}\n  a: grad\n", f"- {{name: {written}, a: grad}}\n"):
        if "{" in text and written[0] in "|>":
            continue
        scalar = entry_of(text).scalar("name")
        assert scalar is not None
        mended = applied(text, value_edit(entry_of(text), scalar, value))
        assert mended is not None
        assert field_text(mended, "name") == value
        assert field_text(mended, "a") == "grad"


@pytest.mark.parametrize(
    "formula",
    [
        "grads[0] + xgrads[0]",
        '"grads[0]\\n + xgrads[0]"',
        "'grads[0]\n    + xgrads[0]'",
        ">-\n    grads[0]\n    + xgrads[0]",
    ],
)
def test_words_are_replaced_in_every_formula(formula: str) -> None:
    text = f"- name: grads[0]\n  a: {formula}\n  b: 1\n  c: grads[00]\n"
    mended = applied(text, *formula_edits(entry_of(text), r"(?<!\w)grads\[0+\]", "grad"))
    assert mended is not None
    assert field_text(mended, "a").split() == ["grad", "+", "xgrads[0]"]
    assert (field_text(mended, "c"), field_text(mended, "name")) == ("grad", "grads[0]")
