from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.codegen.values import function
from vt_core.codegen.selective_build import ALL_OPERATORS, read_selection

OPERATORS = """\
include_all_operators: false
debug_info: [made by hand]
kernel_metadata: {conv: [float, half]}
operators:
  aten::add.Tensor: {is_used_for_training: true, include_all_overloads: false}
  aten::mul.Tensor: {is_used_for_training: false, include_all_overloads: false}
  aten::view: {}
  aten::tilt: {name: "aten::tilt", include_all_overloads: false}
  aten::max: {is_used_for_training: false}
  aten::max.dim: {debug_info: [a]}
"""


@pytest.mark.parametrize(
    ("operator", "selected"),
    [
        ("add.Tensor", True),
        ("add.Scalar", False),
        ("mul.Tensor", False),
        ("view", True),
        ("view.dtype", True),
        ("tilt", True),
        ("tilt.out", False),
        ("max.dim", True),
        ("max.other", False),
        ("sum", False),
    ],
)
def test_selected_for_training(operator: str, selected: bool) -> None:
    selection, problems = read_selection(OPERATORS, "1.8")
    assert selection is not None, problems
    assert selection.is_for_training(function(f"{operator}(Tensor a) -> Tensor")) is selected


def test_all_operators() -> None:
    selection, _ = read_selection("include_all_operators: yes\n", "1.8")
    f = function("sum(Tensor a) -> Tensor")
    assert selection is not None
    assert selection.is_for_training(f)
    assert ALL_OPERATORS.is_for_training(f)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", ""),
        ("- aten::add\n", "- aten::add"),
        ("include_all_operators: 1\n", "1"),
        ("operator: {}\n", "operator"),
        ("operators: text\n", "text"),
        ("operators:\n  aten::add:\n", ""),
        ("operators: {aten::add: {training: true}}\n", "training"),
        ("operators: {aten::add: {is_root_operator: sure}}\n", "sure"),
        ("operators: {aten::add: {name: aten::mul}}\n", "aten::mul"),
        ("debug_info: text\n", "text"),
        ("kernel_metadata: {conv: 1}\n", "1"),
        ("operators: {\n", None),
    ],
)
def test_what_is_wrong_is_told_where_it_is(text: str, at: str | None) -> None:
    selection, problems = read_selection(text, "1.8")
    assert selection is None
    (problem,) = problems
    assert problem.message
    if at is not None:
        assert text[problem.span.start : problem.span.end] == at


def test_all_problems_come_at_once() -> None:
    _, problems = read_selection("include_all_operators: 1\nextra: 2\noperators: {aten::add: 3}\n", "1.8")
    assert len(problems) == 3


@given(st.text(max_size=60))
def test_no_text_raises(text: str) -> None:
    selection, problems = read_selection(text, "1.8")
    assert (selection is None) == bool(problems)


@pytest.mark.parametrize(
    ("text", "known_to"),
    [
        ("include_all_kernel_dtypes: true", "1.8"),
        ("include_all_non_op_selectives: true", "2.x"),
        ("et_kernel_metadata: {}", "2.x"),
        ("custom_classes: [a]", "2.x"),
        ("build_features: []", "2.x"),
    ],
)
def test_settings_of_one_family(text: str, known_to: str) -> None:
    assert (read_selection(text, "1.8").problems == ()) == (known_to == "1.8")
    assert (read_selection(text, "2.x").problems == ()) == (known_to == "2.x")


@pytest.mark.parametrize(
    "text", ["include_all_non_op_selectives: 1", "et_kernel_metadata: []", "custom_classes: 1", "build_features: null"]
)
def test_settings_of_the_wrong_kind(text: str) -> None:
    assert read_selection(text, "2.x").selection is None
