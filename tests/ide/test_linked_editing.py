"""Linked editing: the letter of an alias set, and nothing else."""

from __future__ import annotations

import re

import pytest

from tests.ide.fixtures import parse
from vt_core.ide.linked_editing import WORD_PATTERN, linked_ranges


def linked(native: str = "", derivatives: str = "") -> None:
    """The linked places are the marked ones, from each of them."""
    found = parse(native, derivatives)
    expected = tuple([span for _, span in found.spans])
    for start, end in expected or ((found.offset, found.offset),):
        for offset in {start, end}:
            ranges = linked_ranges(found.snapshot, found.file, offset)
            assert (() if ranges is None else ranges.spans) == expected


def test_letters_of_arguments_and_returns() -> None:
    linked("- func: f_(Tensor($1a$1!) self, int x) -> Tensor($1a$1!)\n")
    linked("- func: f(Tensor($1a$1) self) -> Tensor($1a$1)[]\n")
    linked("- func: f.out(Tensor self, *, Tensor(a!) x, Tensor($1b$1!) y) -> (Tensor(a!) x, Tensor($1b$1!) y)\n")
    linked(derivatives="- name: f_(Tensor($1a$1!) self) -> Tensor($1a$1!)\n  self: grad\n")
    linked("- func: 'f_(Tensor($1a$1!) self) -> Tensor($1a$1!)'\n")
    linked("- func: f_(Tensor($1a$1!) self) -> (Tensor($1a$1!) one, Tensor($1a$1!) two)\n")


@pytest.mark.parametrize(
    "schema",
    [
        "f(Tensor($0a!) x, Tensor(a!) y) -> (Tensor(a!), Tensor(b!))",  # copied
        "f(Tensor($0a!) x) -> Tensor",
        "f(Tensor(a) x) -> Tensor($0b)",
        "f(Tensor(a!) se$0lf) -> Tensor(a!) self",
        "f$0(Tensor(a!) x) -> Tensor(a!)",
        "f(Ten$0sor(a!) x) -> Tensor(a!)",
        "f($0",
    ],
)
def test_what_may_differ_is_not_linked(schema: str) -> None:
    linked(f"- func: {schema}\n")


def test_keys_and_formulas_are_not_linked() -> None:
    linked(derivatives="- name: f(Tensor self) -> Tensor\n  se$0lf: grad * self\n")
    linked(derivatives="- name: f(Tensor self) -> Tensor\n  self: grad * se$0lf\n")
    linked(derivatives="- name: f(Tensor se$0lf) -> Tensor\n  self: grad * self\n")
    linked("- func: f() -> Tensor\n  structured_delegate: f.o$0ut\n- func: f.out() -> Tensor\n")


def test_the_pattern_holds_the_letters() -> None:
    assert re.fullmatch(WORD_PATTERN, "a")
    assert re.fullmatch(WORD_PATTERN, "")
    assert not re.fullmatch(WORD_PATTERN, "a!")
