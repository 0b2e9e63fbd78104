from __future__ import annotations

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, formulas, lines_of, native, pair, sections_of
from vt_core.codegen.sections import text
from vt_core.dialects.dialect import Dialect
from vt_core.syntax.nodes import Place


def test_several_outputs_with_one_formula() -> None:
    schema = "tilt(Tensor self, Tensor x) -> (Tensor, Tensor)"
    entry = formulas(schema, self="grads[0] * grads[1]", result0__result1="both(self_t, x_p)")
    sections = sections_of(pair(native(schema), entry), "tilt")
    assert lines_of(sections, "tangents")[0] == (
        "::std::optional<::std::tuple<at::Tensor,at::Tensor>> result0_result1_new_fw_grad_opt = ::std::nullopt;"
    )
    assert lines_of(sections, "tangents")[-2:] == ["    result0_result1_new_fw_grad_opt = both(self_t, x_p);", "}"]
    assert lines_of(sections, "set_tangents")[:5] == [
        (
            "if (result0_result1_new_fw_grad_opt.has_value() && "
            "std::get<0>(result0_result1_new_fw_grad_opt.value()).defined()"
        ),
        "    && result0.defined()) {",
        (
            "  result0._set_fw_grad(std::get<0>(result0_result1_new_fw_grad_opt.value()), "
            "/* level */ 0, /* is_inplace_op */ false);"
        ),
        "}",
        "",
    ]
    assert "_any_has_forward_grad_result0_result1 = (isFwGradDefined(self));" in text(sections)


def test_all_tangents_are_computed_before_one_is_set() -> None:
    schema = "tilt(Tensor self) -> (Tensor, Tensor)"
    entry = formulas(schema, self="grads[1]", result0="self_t", result1="-self_t")
    names = [section.name for section in sections_of(pair(native(schema), entry), "tilt")]
    assert names.count("set_tangents") == 2
    assert names.index("set_tangents") > max(at for at, name in enumerate(names) if name == "tangents")


def test_a_list_of_outputs() -> None:
    schema = "tilt(Tensor self) -> Tensor[]"
    sections = sections_of(pair(native(schema), formulas(schema, self="f(grads)", result="auto_linear")), "tilt")
    assert lines_of(sections, "tangents")[0] == (
        "::std::optional<::std::vector<at::Tensor>> result_new_fw_grad_opt = ::std::nullopt;"
    )
    assert lines_of(sections, "set_tangents")[:3] == [
        "if (result_new_fw_grad_opt.has_value()) {",
        "  auto result_new_fw_grad = result_new_fw_grad_opt.value();",
        "  TORCH_INTERNAL_ASSERT(result.size() == result_new_fw_grad.size());",
    ]


def test_a_formula_that_takes_a_list_of_tangents_is_always_needed() -> None:
    schema = "tilt(Tensor[] tensors) -> Tensor"
    entry = formulas(schema, tensors="f(grad)", result="jvp(tensors)")
    sections = sections_of(pair(native(schema), entry), "tilt")
    assert lines_of(sections, "tangents_needed") == ["[[maybe_unused]] auto _any_has_forward_grad_result = true;"]
    # Nothing is unpacked for it, and the line for that stays.
    assert lines_of(sections, "tangents")[2] == ""


@pytest.mark.parametrize(
    ("dialect", "zeros", "original"),
    [
        (OLDEST, "at::zeros(self_tensor.sizes(), ", "at::_efficientzerotensor(original_self_tensor.sizes(), "),
        (
            NEWEST,
            "at::zeros_symint(self_tensor.sym_sizes(), ",
            "at::_efficientzerotensor_symint(original_self_tensor.sym_sizes(), ",
        ),
    ],
)
def test_an_inplace_function_with_the_formula_of_the_functional_one(
    dialect: Dialect, zeros: str, original: str
) -> None:
    functional, inplace = (
        "tilt(Tensor self, Tensor x) -> Tensor",
        "tilt_(Tensor(a!) self, Tensor x) -> Tensor(a!)",
    )
    out = "tilt.out(Tensor self, Tensor x, *, Tensor(a!) out) -> Tensor(a!)"
    entry = formulas(functional, self="grad", x="grad", result="self_t * x_t + x_t * self_p")
    snapshot = pair(native(functional, inplace, out), entry, dialect, complete=True)
    sections = sections_of(snapshot, "tilt_")
    assert lines_of(sections, "original_self")[1:] == [
        "if (_any_has_forward_grad_self) {",
        "  original_self = self.clone();",
        "}",
    ]
    tangents = lines_of(sections, "tangents")
    assert len([line for line in tangents if zeros in line]) == 1
    # As for the last input, `x`.
    assert len([line for line in tangents if original in line]) == 1
    assert "auto original_self_p = toNonOptPrimal(original_self);" in tangents
    formula = "original_self_t * x_t + x_t * original_self_p"
    assert f"    self_new_fw_grad_opt = self_t_raw.defined() ? self_t_raw.copy_({formula}) : {formula};" in tangents


def test_an_inplace_function_clones_the_tangent_that_it_reuses() -> None:
    functional, inplace = "tilt(Tensor self) -> Tensor", "tilt_(Tensor(a!) self) -> Tensor(a!)"
    entry = formulas(functional, self="grad", result="self_t * 2")
    sections = sections_of(pair(native(functional, inplace), entry), "tilt_")
    assert "self_t = GradMode::is_enabled() ? self_t.clone() : self_t;" in lines_of(sections, "tangents")


def test_tangents_are_forbidden_where_no_formula_takes_them() -> None:
    schema = "tilt_(Tensor(a!) self, Tensor[] xs, Tensor fixed) -> Tensor(a!)"
    entry = formulas(schema, self="grad", fixed="non_differentiable")
    (line,) = lines_of(sections_of(pair(native(schema), entry), "tilt_"), "forbid_tangents")
    assert line == (
        "TORCH_CHECK_NOT_IMPLEMENTED(!((isFwGradDefined(self) || isFwGradDefinedTensorList(xs))), "
        '"Trying to use forward AD with tilt_ that does not support it because it has not been implemented yet.'
        "\\nPlease file an issue to PyTorch at https://github.com/pytorch/pytorch/issues/new?"
        'template=feature-request.yml so that we can prioritize its implementation.");'
    )


def test_a_formula_on_several_lines() -> None:
    schema = "tilt(Tensor self) -> Tensor"
    entry = formulas(schema, self="grad", result='"self_t  \\n  + 1"')
    sections = sections_of(pair(native(schema), entry), "tilt")
    assert lines_of(sections, "tangents")[-3:] == ["    result_new_fw_grad_opt = self_t  ", "  + 1;", "}"]
    places = {section.source for section in sections if section.name == "tangents"}
    assert places == {Place("derivatives", ("result",))}
