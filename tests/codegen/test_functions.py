from __future__ import annotations

from tests.codegen.values import DIALECT, entry_of, kernel
from vt_core.codegen.functions import EmittedNode, emit_node
from vt_core.codegen.sections import text
from vt_core.model.native_function import NativeFunction


def node_of(f: NativeFunction, **formulas: str) -> EmittedNode:
    return emit_node(entry_of(f, **formulas), "TiltBackward", DIALECT)


def test_a_node() -> None:
    f = kernel("tilt(Tensor self, Tensor? axis, Tensor[] x, int n) -> (Tensor, Tensor)")
    node = node_of(f, self__axis="go(grad, axis, x, n, grad_input_mask, retain_variables, result1)", x="go(\n  grad)\n")
    assert text(node.declaration) == (
        "struct TORCH_API TiltBackward : public TraceableFunction {\n"
        "  using TraceableFunction::TraceableFunction;\n"
        "  variable_list apply(variable_list&& grads) override;\n"
        '  std::string name() const override { return "TiltBackward"; }\n'
        "  void release_variables() override {\n"
        "    std::lock_guard<std::mutex> lock(mutex_);\n"
        "    axis_.reset_data();\n"
        "    axis_.reset_grad_function();\n"
        "    x_.clear();\n"
        "    x_released_ = true;\n"
        "    result1_.reset_data();\n"
        "    result1_.reset_grad_function();\n"
        "  }\n"
        "  bool retain_variables = true;\n"
        "  void will_release_variables() override {\n"
        "    retain_variables = false;\n"
        "  }\n"
        "  SavedVariable axis_;\n"
        "  std::vector<SavedVariable> x_;\n"
        "  bool x_released_ = false;\n"
        "  int64_t n = 0;\n"
        "  SavedVariable result1_;\n"
        "  size_t x_size_;\n"
        "};"
    )
    assert text(node.definition) == (
        "variable_list TiltBackward::apply(variable_list&& grads) {\n"
        "  std::lock_guard<std::mutex> lock(mutex_);\n"
        "  TORCH_CHECK(!x_released_, ERR_BACKWARD_TWICE);\n"
        "  IndexRangeGenerator gen;\n"
        "  auto self_ix = gen.range(1);\n"
        "  auto axis_ix = gen.range(1);\n"
        "  auto x_ix = gen.range(x_size_);\n"
        "  variable_list grad_inputs(gen.size());\n"
        "  auto& grad = grads[0];\n"
        "  auto axis = axis_.unpack();\n"
        "  auto x = unpack_list(x_);\n"
        "  auto result1 = result1_.unpack(shared_from_this());\n"
        "  if (should_compute_output({ self_ix, axis_ix })) {\n"
        "      auto grad_input_mask = std::array<bool, 2>{\n"
        "        should_compute_output({ self_ix }),\n"
        "        should_compute_output({ axis_ix }),\n"
        "      };\n"
        "    auto grad_result = go(grad, axis, x, n, grad_input_mask, retain_variables, result1);\n"
        "      if (should_compute_output({ self_ix })) {\n"
        "        copy_range(grad_inputs, self_ix, std::get<0>(grad_result));\n"
        "      }\n"
        "      if (should_compute_output({ axis_ix })) {\n"
        "        copy_range(grad_inputs, axis_ix, std::get<1>(grad_result));\n"
        "      }\n"
        "  }\n"
        "  if (should_compute_output({ x_ix })) {\n"
        "    auto grad_result = go(\n"
        "    grad)\n"
        "  ;\n"
        "    copy_range(grad_inputs, x_ix, grad_result);\n"
        "  }\n"
        "  return grad_inputs;\n"
        "}"
    )


def test_a_node_that_saves_nothing_keeps_its_empty_lines() -> None:
    node = node_of(kernel("tilt(Tensor self, Tensor x) -> Tensor"), self__x="go(grad)")
    assert text(node.declaration).endswith("  void release_variables() override {\n\n\n  }\n\n\n\n};")
    assert text(node.definition).startswith("variable_list TiltBackward::apply(variable_list&& grads) {\n\n\n  Index")
    assert "  if (should_compute_output({ self_ix, x_ix })) {\n  \n    auto grad_result = go(grad);\n" in text(
        node.definition
    )


def test_undefined_gradients_are_left_out_for_plain_tensors_only() -> None:
    f = kernel("tilt(Tensor self, Tensor? x, Tensor y) -> Tensor")
    lines = text(node_of(f, self="grad", x="grad", y='not_implemented("tilt")').definition).split("\n")
    assert lines.count("  bool any_grad_defined = any_variable_defined(grads);") == 1
    assert [line.strip() for line in lines if "grad_result =" in line] == [
        "auto grad_result = any_grad_defined ? (grad) : Tensor();",
        "auto grad_result = grad;",
        'auto grad_result = not_implemented("tilt");',
    ]


def test_a_foreach_function_is_like_any_other() -> None:
    """Later releases go through its list of gradients; to 1.8 its name says nothing."""
    foreach, plain = kernel("_foreach_tilt(Tensor[] self) -> Tensor[]"), kernel("tilt(Tensor[] self) -> Tensor[]")
    assert node_of(foreach, self="f(grads)") == node_of(plain, self="f(grads)")
