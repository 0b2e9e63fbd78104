from __future__ import annotations

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, emitted, formulas, lines_of, method_of, native, pair, sections_of
from vt_core.codegen.files import section_text
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.syntax.nodes import Place

TILT = "tilt.by(Tensor self, Tensor axis, SymInt n) -> (Tensor, Tensor up)"


def test_a_function_with_formulas() -> None:
    snapshot = pair(
        native(TILT, autogen="tilt.by_out"),
        formulas(TILT, self="grad * axis + self.sym_sizes() + up", axis="grad * self", result0="self_t * n"),
        complete=True,
    )
    assert method_of(snapshot, "tilt.by") == (
        "::std::tuple<at::Tensor,at::Tensor> tilt_by("
        "c10::DispatchKeySet ks, const at::Tensor & self, const at::Tensor & axis, c10::SymInt n) {\n"
        '  auto& self_ = unpack(self, "self", 0);\n'
        '  auto& axis_ = unpack(axis, "axis", 1);\n'
        "  [[maybe_unused]] auto _any_requires_grad = compute_requires_grad( self, axis );\n"
        "\n"
        "  [[maybe_unused]] auto _any_has_forward_grad_result0 = (isFwGradDefined(self));\n"
        "  c10::intrusive_ptr<TiltBackward0> grad_fn;\n"
        "  if (_any_requires_grad) {\n"
        "    grad_fn = c10::make_intrusive<TiltBackward0>();\n"
        "    grad_fn->set_next_edges(collect_next_edges( self, axis ));\n"
        "    if (grad_fn->should_compute_output(0)) {\n"
        "      grad_fn->axis_ = SavedVariable(axis, false);\n"
        "    }\n"
        "    if (grad_fn->should_compute_output(1)) {\n"
        "      grad_fn->self_ = SavedVariable(self, false);\n"
        "    }\n"
        "    grad_fn->self_sym_sizes = self.sym_sizes().vec();\n"
        "  }\n"
        "  auto _tmp = ([&]() {\n"
        "    at::AutoDispatchBelowADInplaceOrView guard;\n"
        "    return at::redispatch::tilt_symint(ks & c10::after_autograd_keyset, self_, axis_, n);\n"
        "  })();\n"
        "  auto [result0, up] = std::move(_tmp);\n"
        "  if (grad_fn) {\n"
        "      set_history(flatten_tensor_args( result0 ), grad_fn);\n"
        "  }\n"
        '  throw_error_for_complex_autograd(result0, "tilt");\n'
        "  ::std::optional<at::Tensor> result0_new_fw_grad_opt = ::std::nullopt;\n"
        "  if (_any_has_forward_grad_result0 && (result0.defined())) {\n"
        "      auto self_t_raw = toNonOptFwGrad(self);\n"
        "      auto self_tensor = toNonOptTensor(self);\n"
        "      auto self_t = (self_t_raw.defined() || !self_tensor.defined())\n"
        "        ? self_t_raw : at::_efficientzerotensor_symint(self_tensor.sym_sizes(), self_tensor.options());\n"
        "      update_wrapped_number(self_tensor, self_t);\n"
        "      result0_new_fw_grad_opt = self_t * n;\n"
        "  }\n"
        "  if (result0_new_fw_grad_opt.has_value() && result0_new_fw_grad_opt.value().defined() "
        "&& result0.defined()) {\n"
        "    // The hardcoded 0 here will need to be updated once we support multiple levels.\n"
        "    result0._set_fw_grad(result0_new_fw_grad_opt.value(), /* level */ 0, /* is_inplace_op */ false);\n"
        "  }\n"
        "  if (grad_fn) {\n"
        "    grad_fn->up_ = SavedVariable(up, true);\n"
        "  }\n"
        "  if (grad_fn) {\n"
        "      fire_node_creation_hooks(grad_fn);\n"
        "  }\n"
        "  return std::make_tuple(std::move(result0), std::move(up));\n"
        "}"
    )


def test_results_are_declared_before_structured_bindings() -> None:
    snapshot = pair(native(TILT), formulas(TILT, self="grad"), OLDEST)
    sections = sections_of(snapshot, "tilt.by")
    assert lines_of(sections, "declare_results") == ["at::Tensor result0;", "at::Tensor up;"]
    assert lines_of(sections, "results") == ["std::tie(result0, up) = std::move(_tmp);"]


def test_without_a_forward_formula_a_tangent_is_left_to_a_decomposition() -> None:
    schema = "tilt.by(Tensor self, Tensor[] rest, int n) -> Tensor"
    snapshot = pair(native(schema), formulas(schema, self="grad"))
    assert lines_of(sections_of(snapshot, "tilt.by"), "dispatch") == [
        "auto _tmp = ([&]() {",
        "  if ((isFwGradDefined(self) || isFwGradDefinedTensorList(rest))) {",
        '    static c10::OperatorName full_name("aten::tilt", "by");',
        "    static ::std::optional<c10::OperatorHandle> opt_op = c10::Dispatcher::singleton().findSchema(full_name);",
        '    return impl::run_jit_decomposition_with_args_for_jvp<at::Tensor>("tilt", *opt_op, ks, self, rest, n);',
        "  } else {",
        "    at::AutoDispatchBelowADInplaceOrView guard;",
        "    return at::redispatch::tilt(ks & c10::after_autograd_keyset, self_, rest_, n);",
        "  }",
        "})();",
    ]


def test_an_inplace_function_keeps_what_it_overwrites() -> None:
    schema = "tilt_(Tensor(a!) self) -> Tensor(a!)"
    sections = sections_of(pair(native(schema), formulas(schema, self="grad * self + result")), "tilt_")
    assert lines_of(sections, "check_inplace", "original_self") == [
        "check_inplace(self, _any_requires_grad);",
        "::std::optional<at::Tensor> original_self;",
    ]
    assert lines_of(sections, "save_inputs", "save_outputs") == [
        "if (!original_self.has_value()) original_self = self.clone();",
        "grad_fn->self_ = SavedVariable(original_self.value(), false);",
        "if (grad_fn) {",
        "grad_fn->result_ = SavedVariable(self, true, self.is_view());",
        "}",
    ]
    assert lines_of(sections, "history", "creation_hooks") == [
        "c10::intrusive_ptr<Node> _rebased_fn;",
        "if (grad_fn) {",
        "    _rebased_fn = rebase_history(flatten_tensor_args( self ), grad_fn);",
        "}",
        "if (_rebased_fn) {",
        "    fire_node_creation_hooks(_rebased_fn);",
        "}",
    ]


def test_an_out_function() -> None:
    functional, out = "tilt(Tensor self) -> Tensor", "tilt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
    snapshot = pair(native(functional, out), formulas(functional, self="grad", result="self_t"), OLDEST)
    assert method_of(snapshot, "tilt.out") == (
        "at::Tensor & tilt_out_out(c10::DispatchKeySet ks, const at::Tensor & self, at::Tensor & out) {\n"
        '  auto& self_ = unpack(self, "self", 0);\n'
        '  auto& out_ = unpack(out, "out", 1);\n'
        "  [[maybe_unused]] auto _any_requires_grad = compute_requires_grad( self );\n"
        "  \n"
        "  [[maybe_unused]] auto _any_has_forward_grad_result = (isFwGradDefined(self));\n"
        "  std::shared_ptr<Node> grad_fn;\n"
        "  if (compute_requires_grad( self )) {\n"
        '    throw_error_out_requires_grad("tilt");\n'
        "  }\n"
        "  if (compute_requires_grad( out )) {\n"
        '    throw_error_out_requires_grad("tilt");\n'
        "  }\n"
        "  {\n"
        "    at::AutoDispatchBelowAutograd guard;\n"
        "    at::redispatch::tilt_outf(ks & c10::after_autograd_keyset, self_, out_);\n"
        "  }\n"
        "  if (grad_fn) {\n"
        "      rebase_history(flatten_tensor_args( out ), grad_fn);\n"
        "  }\n"
        "  TORCH_CHECK_NOT_IMPLEMENTED(!((isFwGradDefined(self) || isFwGradDefined(out))), "
        '"Trying to use forward AD with tilt_out that does not support it because it is an out= function");\n'
        "  return out;\n"
        "}"
    )


def test_without_an_entry_a_fallback_is_registered() -> None:
    (method,) = emitted(pair(native("tilt.x(Tensor self) -> Tensor")), "tilt.x").methods
    assert (method.autograd_key, method.definition) == ("Default", ())
    assert section_text(method.registration, NEWEST) == (
        'm.impl("tilt.x", torch::autograd::autogradNotImplementedFallback());'
    )


@pytest.mark.parametrize(
    ("schema", "operator"),
    [
        ("zeros_like(Tensor self) -> Tensor", "zeros_like"),  # listed as one that needs no derivative
        ("tilt.out(Tensor self, *, Tensor(a!)[] out) -> ()", "tilt.out"),  # no output
        ("lift(Tensor self) -> Tensor", "lift"),  # other debug checks
    ],
)
def test_some_functions_without_an_entry_have_a_method(schema: str, operator: str) -> None:
    method = method_of(pair(native(schema)), operator)
    assert "at::redispatch::" in method
    assert ("NotImplemented" in method) == (operator == "lift")


def test_a_grad_accumulator_is_reset() -> None:
    schema = "set_(Tensor(a!) self) -> Tensor(a!)"
    assert method_of(pair(native(schema)), "set_").endswith("\n  reset_grad_accumulator(self);\n  return self;\n}")


def test_each_autograd_key_has_a_method() -> None:
    schema = "tilt.by(Tensor self, int n) -> Tensor"
    derivatives = (
        f"- name: {schema}\n  dispatch:\n    Default:\n      self: grad\n    AutogradCUDA:\n      self: grad.mul(n)\n"
    )
    methods = emitted(pair(native(schema), derivatives), "tilt.by").methods
    assert [method.autograd_key for method in methods] == ["Default", "AutogradCUDA"]
    cuda = methods[1]
    assert cuda.definition[0].lines[0].startswith("at::Tensor tilt_by_AutogradCUDA(c10::DispatchKeySet ks, ")
    assert section_text(cuda.registration, NEWEST) == (
        'm.impl("tilt.by",\n       TORCH_FN(VariableType::tilt_by_AutogradCUDA)\n);'
    )
    assert "c10::intrusive_ptr<TiltBackwardAutogradCUDA0> grad_fn;" in lines_of(cuda.definition, "grad_fn")
    assert [s.source for s in cuda.definition if s.name == "save_inputs"] == [
        Place("derivatives", ("dispatch", "AutogradCUDA", "self"), "value", 9, 10)
    ]


def test_a_condition_of_differentiability() -> None:
    schema = "tilt(Tensor self, bool flag) -> Tensor"
    entry = formulas(schema, output_differentiability='["flag"]', self="grad", result="self_t")
    sections = sections_of(pair(native(schema), entry), "tilt")
    assert lines_of(sections, "requires_grad")[1] == "_any_requires_grad &= (flag);"
    assert lines_of(sections, "tangents_needed") == [
        "[[maybe_unused]] auto _any_has_forward_grad_result = (flag) && (isFwGradDefined(self));"
    ]


@pytest.mark.parametrize(
    ("asked", "saved"),
    [
        ("wrap_opt_if(self, grad_input_mask[1])", "if (grad_fn->should_compute_output(1)) {"),
        ("wrap_opt_if(self,Xgrad_input_mask[1] && n)", "if (grad_fn->should_compute_output(1) && n) {"),
        ("self", "grad_fn->self_ = SavedVariable(self, false);"),
    ],
)
def test_a_formula_of_several_variables_guards_what_it_asks_for(asked: str, saved: str) -> None:
    schema = "tilt(Tensor self, Tensor other, int n) -> Tensor"
    snapshot = pair(native(schema), formulas(schema, self__other=f"f(grad, {asked}, grad_input_mask)"))
    section = next(s for s in sections_of(snapshot, "tilt") if s.name == "save_inputs" and "grad_fn->self_" in str(s))
    assert section.lines[0] == saved


@pytest.mark.parametrize(("dialect", "optional"), [(OLDEST, "c10::"), (NEWEST, "::std::")])
def test_what_a_node_keeps_of_arguments_that_are_no_tensors(dialect: Dialect, optional: str) -> None:
    schema = "tilt(Tensor self, int[] a, SymInt[] b, str c, str? d, Scalar[] e, Tensor[] f, Scalar g) -> Tensor"
    snapshot = pair(native(schema), formulas(schema, self="h(grad, a, b, c, d, e, f, g)"), dialect)
    assert lines_of(sections_of(snapshot, "tilt"), "save_inputs") == [
        "grad_fn->a = a.vec();",
        "grad_fn->b = b.vec();",
        "grad_fn->c = std::string(c);",
        f"grad_fn->d = d.has_value() ? {optional}optional<std::string>(std::string(d.value())) : {optional}nullopt;",
        "grad_fn->e = e.vec();",
        "grad_fn->f_ = make_saved_variable_list(f, false);",
        "grad_fn->g = g;",
    ]


def test_debug_checks_of_outputs() -> None:
    schema = "tilt(Tensor self, Tensor?[] b) -> (Tensor, int)"
    checks = lines_of(sections_of(pair(native(schema), formulas(schema, self="grad"), OLDEST), "tilt"), "check_storage")
    assert checks[-6:-1] == [
        "if (result0.has_storage() && !at::impl::dispatch_mode_enabled() && !at::impl::tensor_has_dispatch(result0)) {",
        '  TORCH_INTERNAL_ASSERT(result0.storage().use_count() == 1, "function: tilt");',
        "}",
        "if (!at::impl::dispatch_mode_enabled() && !at::impl::tensor_has_dispatch(result0))",
        '  TORCH_INTERNAL_ASSERT(result0.use_count() <= 1, "function: tilt");',
    ]
    assert "      b_impl_saved[i] == static_cast<c10::optional<Tensor>>(b[i])->getIntrusivePtr());" in checks
    view = "view(Tensor(a) self) -> Tensor(a)"
    checks = lines_of(sections_of(pair(native(view), formulas(view, self="grad")), "view"), "check_storage")
    assert "  TORCH_INTERNAL_ASSERT(self__storage_saved.value().is_alias_of(result.storage()));" in checks
    assert not [line for line in checks if "result.storage().use_count()" in line]


def test_every_section_is_described() -> None:
    schema = "tilt_(Tensor(a!) self, Tensor x) -> Tensor(a!)"
    snapshot = pair(native(schema), formulas(schema, self="grad * self + result", result="self_t"))
    described = set(str(Section.__doc__).replace("`", " ").replace("[", " ").replace("]", " ").split())
    sections = sections_of(snapshot, "tilt_")
    assert {section.name for section in sections} <= described
    assert not [line for section in sections for line in section.lines if "\n" in line]
