from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.codegen.values import DIALECT, entry_of, function, kernel
from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import Section, text
from vt_core.codegen.strategy import dispatch_strategy, emits_definition
from vt_core.codegen.variable_type import EmittedMethod, emit_method
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place


def method_of(f: NativeFunction, info: DifferentiabilityInfo | None = None, node: str | None = None) -> EmittedMethod:
    plan = plan_body(f, info, DIALECT) if emits_definition(f, info, DIALECT) else None
    return emit_method(f, info, node, plan, DIALECT)


def body_of(f: NativeFunction, info: DifferentiabilityInfo | None = None, node: str | None = None) -> str:
    """The definition without its debug checks, which are tested by themselves."""
    sections = [s for s in method_of(f, info, node).definition if s.name not in ("save_storage", "check_storage")]
    return text(sections)


def names_of(sections: Sequence[Section]) -> list[str]:
    return list(dict.fromkeys([section.name for section in sections]))


def test_a_text_is_the_lines_after_their_indentation() -> None:
    sections = [
        Section("a", ("x {",)),
        Section("b", ("y;", "", "if (z) {"), None, "  "),
        Section("c", (), None, "    "),
        Section("d", ("w;",), None, "    "),
        Section("e", ("}",), None, "  "),
        Section("f", ("}",)),
    ]
    assert text(sections) == "x {\n  y;\n  \n  if (z) {\n    w;\n  }\n}"
    assert text([]) == ""


@given(st.lists(st.tuples(st.lists(st.sampled_from(["a", "", "b c"]), max_size=3), st.sampled_from(["", " ", "\t"]))))
def test_sections_join_line_by_line(parts: list[tuple[list[str], str]]) -> None:
    sections = [Section("s", tuple(lines), None, indent) for lines, indent in parts]
    assert text(sections) == "\n".join([indent + line for lines, indent in parts for line in lines])


def test_a_function_with_a_formula() -> None:
    f = kernel("tilt.by(Tensor self, Tensor axis, int n) -> (Tensor, Tensor)")
    info = entry_of(f, self="grad * axis + self.sizes() + result1", axis="grad * self")
    assert dispatch_strategy(f, info) == "use_derived"
    assert body_of(f, info, "TiltBackward0") == (
        "std::tuple<Tensor,Tensor> tilt_by(const Tensor & self, const Tensor & axis, int64_t n) {\n"
        '  auto& self_ = unpack(self, "self", 0);\n'
        '  auto& axis_ = unpack(axis, "axis", 1);\n'
        "  auto _any_requires_grad = compute_requires_grad( self, axis );\n"
        "  (void)_any_requires_grad;\n"
        "  std::shared_ptr<TiltBackward0> grad_fn;\n"
        "  if (_any_requires_grad) {\n"
        "    grad_fn = std::shared_ptr<TiltBackward0>(new TiltBackward0(), deleteNode);\n"
        "    grad_fn->set_next_edges(collect_next_edges( self, axis ));\n"
        "    if (grad_fn->should_compute_output(1)) {\n"
        "      grad_fn->self_ = SavedVariable(self, false);\n"
        "    }\n"
        "    grad_fn->self_sizes = self.sizes().vec();\n"
        "    if (grad_fn->should_compute_output(0)) {\n"
        "      grad_fn->axis_ = SavedVariable(axis, false);\n"
        "    }\n"
        "  }\n"
        "  Tensor result0;\n"
        "  Tensor result1;\n"
        "  auto tmp = ([&]() {\n"
        "    at::AutoNonVariableTypeMode non_var_type_mode(true);\n"
        "    return at::tilt(self_, axis_, n);\n"
        "  })();\n"
        "  std::tie(result0, result1) = std::move(tmp);\n"
        "  if (grad_fn) {\n"
        "      set_history(flatten_tensor_args( result0 ), grad_fn);\n"
        "  }\n"
        "  if (grad_fn) {\n"
        "    grad_fn->result1_ = SavedVariable(result1, true);\n"
        "  }\n"
        '  throw_error_for_complex_autograd(result0, "tilt");\n'
        "  return std::make_tuple(std::move(result0), std::move(result1));\n"
        "}"
    )


def test_declaration_and_registration() -> None:
    method = method_of(kernel("tilt.by(Tensor[] self, bool x=False) -> ()"))
    assert text(method.declaration) == "void tilt_by(TensorList self, bool x) ;"
    assert text(method.registration) == 'm.impl("tilt.by",\n       TORCH_FN(VariableType::tilt_by)\n);'


def test_a_composite_function_is_declared_only() -> None:
    f = function("tilt(Tensor self) -> Tensor")
    assert dispatch_strategy(f, None) == "use_type"
    assert method_of(f)[1:] == ((), ())


def test_an_inplace_function_without_a_formula() -> None:
    f = kernel("set_.to(Tensor(a!) self, Tensor axis) -> Tensor(a!)", variants="method")
    assert method_of(f).definition[4].name == "grad_fn"
    assert text(method_of(f).definition) == (
        "Tensor & set__to(Tensor & self, const Tensor & axis) {\n"
        '  auto& self_ = unpack(self, "self", 0);\n'
        '  auto& axis_ = unpack(axis, "axis", 1);\n'
        "  auto _any_requires_grad = compute_requires_grad( self, axis );\n"
        "  (void)_any_requires_grad;\n"
        "  check_inplace(self, _any_requires_grad);\n"
        "  std::shared_ptr<NotImplemented> grad_fn;\n"
        "  if (_any_requires_grad) {\n"
        '    grad_fn = std::shared_ptr<NotImplemented>(new NotImplemented("set_"), deleteNode);\n'
        "    grad_fn->set_next_edges(collect_next_edges( self, axis ));\n"
        "  }\n"
        "  {\n"
        "    at::AutoNonVariableTypeMode non_var_type_mode(true);\n"
        "    self_.set_(axis_);\n"
        "  }\n"
        "  increment_version(self);\n"
        "  if (grad_fn) {\n"
        "      rebase_history(flatten_tensor_args( self ), grad_fn);\n"
        "  }\n"
        "  reset_grad_accumulator(self);\n"
        "  return self;\n"
        "}"
    )


def test_an_inplace_function_saves_itself_before_and_after() -> None:
    f = kernel("tilt_(Tensor(a!) self) -> Tensor(a!)")
    body = body_of(f, entry_of(f, self="grad * self + result"), "TiltBackward")
    assert "    grad_fn->self_ = SavedVariable(self.clone(), false);\n" in body
    assert "    grad_fn->result_ = SavedVariable(self, true, self.is_view());\n" in body


def test_an_out_function() -> None:
    f = kernel("tilt.out(Tensor self, *, Tensor(a!) up, Tensor(b!) down) -> (Tensor(a!), Tensor(b!))")
    functional = kernel("tilt(Tensor self) -> (Tensor, Tensor)")
    assert body_of(f, entry_of(functional, self="grads[0] * grads[1]"), "TiltBackward") == (
        "std::tuple<Tensor &,Tensor &> tilt_out_out(const Tensor & self, Tensor & up, Tensor & down) {\n"
        '  auto& self_ = unpack(self, "self", 0);\n'
        '  auto& up_ = unpack(up, "up", 1);\n'
        '  auto& down_ = unpack(down, "down", 2);\n'
        "  auto _any_requires_grad = compute_requires_grad( self );\n"
        "  (void)_any_requires_grad;\n"
        "  std::shared_ptr<Node> grad_fn;\n"
        "  if (compute_requires_grad( self )) {\n"
        '    throw_error_out_requires_grad("tilt");\n'
        "  }\n"
        "  if (compute_requires_grad( up, down )) {\n"
        '    throw_error_out_requires_grad("tilt");\n'
        "  }\n"
        "  {\n"
        "    at::AutoNonVariableTypeMode non_var_type_mode(true);\n"
        "    at::tilt_outf(self_, up_, down_);\n"
        "  }\n"
        "  increment_version(up);\n"
        "  increment_version(down);\n"
        "  if (grad_fn) {\n"
        "      rebase_history(flatten_tensor_args( up, down ), grad_fn);\n"
        "  }\n"
        "  return std::forward_as_tuple(up, down);\n"
        "}"
    )


def test_inputs_without_a_formula_are_checked() -> None:
    f = kernel("tilt(Tensor self, Tensor weight, Tensor output, Tensor mask) -> Tensor")
    info = entry_of(f, self="grad", mask="non_differentiable")
    (checks,) = [s for s in method_of(f, info, "TiltBackward").definition if s.name == "no_requires_grad_checks"]
    assert checks.lines == ('check_no_requires_grad(weight, "weight");',)


def test_a_view_can_be_replayed() -> None:
    f = kernel("view(Tensor(a) self, int[] size, int? at=None, bool x=True) -> Tensor(a)", variants="method")
    sections = {s.name: s for s in method_of(f, entry_of(f, self="grad"), "ViewBackward").definition}
    assert sections["view_replay"].lines == (
        "std::function<at::Tensor(const at::Tensor&)> func=nullptr;",
        "if (false || !self.unsafeGetTensorImpl()->support_as_strided()) {",
        "  auto size_vec = size.vec();",
        "  auto at_val = at.value_or(0);",
        "  func = [=](const at::Tensor& input_base) {",
        "    return input_base.view(size_vec, at_val, x);",
        "  };",
        "}",
    )
    assert sections["results"].lines == (
        (
            "auto result = as_view(/* base */ self, /* output */ tmp, /* is_bw_differentiable */ true, "
            "/* is_fw_differentiable */ true, /* view_func */ func, "
            "/* creation_meta */ GradMode::is_enabled() ? CreationMeta::DEFAULT: CreationMeta::NO_GRAD_MODE);"
        ),
    )


@pytest.mark.parametrize(("name", "meta"), [("split", "MULTI_OUTPUT_SAFE"), ("unbind", "MULTI_OUTPUT_NODE")])
def test_a_list_of_views(name: str, meta: str) -> None:
    f = kernel(f"{name}(Tensor(a) self, Tensor x) -> Tensor(a)[]")
    (results,) = [s for s in method_of(f).definition if s.name == "results"]
    assert results.lines == (
        (
            "as_view(/* base */ self, /* output */ tmp, /* is_bw_differentiable */ true, "
            f"/* is_fw_differentiable */ true, /* creation_meta */ CreationMeta::{meta});auto result = std::move(tmp);"
        ),
    )


def test_results_that_are_no_tensors_and_views_that_are_not_differentiable() -> None:
    (results,) = [s for s in method_of(kernel("tilt(Tensor self) -> int")).definition if s.name == "results"]
    assert results.lines == ("auto result = tmp;",)
    f = kernel("_indices(Tensor(a) self) -> Tensor(a)")
    (results,) = [s for s in method_of(f, entry_of(f, "[False]")).definition if s.name == "results"]
    assert results.source == Place("derivatives", ("output_differentiability",))
    assert results.lines == (
        "auto result = as_view(self, tmp, /* is_bw_differentiable */ false, /* is_fw_differentiable */ false);",
    )


def test_debug_checks_by_the_kind_of_argument() -> None:
    f = kernel("tilt(Tensor[] a, Tensor?[] b, Tensor? c, Tensor d, int e) -> ()")
    sections = {s.name: s.lines for s in method_of(f).definition}
    before, after = sections["save_storage"], sections["check_storage"]
    assert (before[0], before[-1], after[0], after[-1]) == ("#ifndef NDEBUG", "#endif") * 2
    assert [line for line in before if "_impl_saved(" in line or "_impl_saved;" in line] == [
        "std::vector<c10::intrusive_ptr<TensorImpl>> a__impl_saved(a_.size());",
        "std::vector<c10::intrusive_ptr<TensorImpl>> b_impl_saved(b.size());",
        "c10::intrusive_ptr<TensorImpl> d__impl_saved;",
    ]
    assert after[1:4] == (
        "for (size_t i=0; i<a_.size(); i++) {",
        "  if (a__storage_saved[i].has_value())",
        "    AT_ASSERT(a__storage_saved[i].value().is_alias_of(a_[i].storage()));",
    )
    exempt = kernel("set_(Tensor(a!) self, Tensor x) -> Tensor(a!)")
    assert "save_storage" not in names_of(method_of(exempt).definition)


def test_sections_lead_back_to_what_they_stem_from() -> None:
    f = kernel("tilt(Tensor self, Tensor[] axis) -> Tensor")
    info = entry_of(f, "[True]", self="grad * self * result", axis="grad.sum()")
    sections = method_of(f, info, "TiltBackward").definition
    sources = {(s.name, s.source) for s in sections}
    assert ("save_inputs", Place("derivatives", ("self",), "value", 7, 11)) in sources
    assert ("save_outputs", Place("derivatives", ("self",), "value", 14, 20)) in sources
    assert ("dispatch", Place("native_functions", ("dispatch",))) in sources
    assert ("grad_fn", Place("derivatives", ("name",))) in sources
    assert ("history", Place("derivatives", ("output_differentiability",))) in sources
    assert all(s.source is None or s.source.file in ("derivatives", "native_functions") for s in sections)
    described = set(str(Section.__doc__).replace("`", " ").replace("[", " ").split())
    assert set(names_of(sections)) <= described
    assert {s.name for part in emit_node(info, "TiltBackward", DIALECT) for s in part} <= described
    assert not [line for s in sections for line in s.lines if "\n" in line]
