"""Backward nodes in the forms that family 2.x has given them."""

from __future__ import annotations

import re

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, formulas, lines_of, native, node_of, pair, release
from vt_core.codegen.files import section_text
from vt_core.codegen.functions import EmittedNode
from vt_core.dialects.dialect import Dialect

SCHEMA = "tilt(Tensor self, Tensor[] xs, Scalar n) -> Tensor"
ENTRY = formulas(SCHEMA, self="grad * n * result", xs="f(grad, xs)")


def node(dialect: Dialect) -> EmittedNode:
    return node_of(pair(native(SCHEMA), ENTRY, dialect, complete=False), "TiltBackward0")


def test_the_struct() -> None:
    assert section_text(node(NEWEST).declaration, NEWEST) == (
        "#ifdef _WIN32\n"
        "struct TiltBackward0 : public TraceableFunction {\n"
        "  TORCH_API TiltBackward0() = default;\n"
        "#else\n"
        "struct TORCH_API TiltBackward0 : public TraceableFunction {\n"
        "#endif\n"
        "  using TraceableFunction::TraceableFunction;\n"
        "  variable_list apply(variable_list&& grads) override;\n"
        '  std::string name() const override { return "TiltBackward0"; }\n'
        "  void release_variables() override {\n"
        "    std::lock_guard<std::mutex> lock(mutex_);\n"
        "    xs_.clear();\n"
        "    xs_released_ = true;\n"
        "    result_.reset_data();\n"
        "  }\n"
        "\n"
        "  void compiled_args(CompiledNodeArgs& args) const override;\n"
        "  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;\n"
        "  at::Scalar n;\n"
        "  std::vector<SavedVariable> xs_;\n"
        "  bool xs_released_ = false;\n"
        "  SavedVariable result_;\n"
        "  size_t xs_size_;\n"
        "};"
    )
    assert "  void compiled_args(CompiledNodeArgs& args) override;" in lines_of(
        node(OLDEST).declaration, "compiled_autograd"
    )


def test_apply_with_the_formulas_in_it() -> None:
    assert section_text(node(OLDEST).definition, OLDEST) == (
        "variable_list TiltBackward0::apply(variable_list&& grads) {\n"
        "  std::lock_guard<std::mutex> lock(mutex_);\n"
        "  TORCH_CHECK(!xs_released_, ERR_BACKWARD_TWICE);\n"
        "  IndexRangeGenerator gen;\n"
        "  auto self_ix = gen.range(1);\n"
        "  auto xs_ix = gen.range(xs_size_);\n"
        "  variable_list grad_inputs(gen.size());\n"
        "  const auto& grad = grads[0];\n"
        "  auto xs = unpack_list(xs_, nullptr);\n"
        "  auto result = result_.unpack(shared_from_this());\n"
        "  bool any_grad_defined = any_variable_defined(grads);\n"
        "  if (task_should_compute_output({ self_ix })) {\n"
        "    auto grad_result = any_grad_defined ? (grad * n * result) : Tensor();\n"
        "    copy_range(grad_inputs, self_ix, grad_result);\n"
        "  }\n"
        "  if (task_should_compute_output({ xs_ix })) {\n"
        "    auto grad_result = f(grad, xs);\n"
        "    copy_range(grad_inputs, xs_ix, grad_result);\n"
        "  }\n"
        "  return grad_inputs;\n"
        "}\n"
        "void TiltBackward0::compiled_args(CompiledNodeArgs& args) {\n"
        "    args.collect(n);\n"
        "    args.collect(xs_);\n"
        "    args.collect(result_);\n"
        "}\n"
        "variable_list TiltBackward0::apply_with_saved("
        "const variable_list& grads, SwapSavedVariables& saved) {\n"
        "    saved.before(n);\n"
        "    saved.before(xs_);\n"
        "    saved.before(result_);\n"
        "    variable_list result = apply(variable_list(grads));\n"
        "    saved.after(n);\n"
        "    saved.after(xs_);\n"
        "    saved.after(result_);\n"
        "    return result;\n"
        "}"
    )


APPLY_FUNCTIONAL = (
    "static variable_list TiltBackward0_apply_functional(\n"
    "  variable_list&& grads,\n"
    "  std::array<bool,2> needs_input_grad, size_t xs_size_, at::Scalar& n, std::vector<Tensor>& xs, Tensor& result)\n"
    "{\n"
    "  IndexRangeGenerator gen;\n"
    "  auto self_ix = gen.range(1);\n"
    "  auto xs_ix = gen.range(xs_size_);\n"
    "  variable_list grad_inputs(gen.size());\n"
    "  const auto& grad = grads[0];\n"
    "  bool any_grad_defined = any_variable_defined(grads);\n"
    "  if (needs_input_grad[/*self*/0]) {\n"
    "    auto grad_result = any_grad_defined ? (grad * n * result) : Tensor();\n"
    "    copy_range(grad_inputs, self_ix, grad_result);\n"
    "  }\n"
    "  if (needs_input_grad[/*xs*/1]) {\n"
    "    auto grad_result = f(grad, xs);\n"
    "    copy_range(grad_inputs, xs_ix, grad_result);\n"
    "  }\n"
    "  return grad_inputs;\n"
    "}\n"
)
NEEDS_INPUT_GRAD = (
    "  IndexRangeGenerator gen;\n"
    "  auto self_ix = gen.range(1);\n"
    "  auto xs_ix = gen.range(xs_size_);\n"
    "  auto needs_input_grad = std::array<bool, 2>{\n"
    "    task_should_compute_output({ self_ix }),\n"
    "    task_should_compute_output({ xs_ix }),\n"
    "  };\n"
)


@pytest.mark.parametrize(("dialect", "owner"), [("2.6", "shared_from_this()"), ("2.15", "getptr()")])
def test_apply_that_passes_everything_on(dialect: str, owner: str) -> None:
    text = section_text(node(release(dialect)).definition, release(dialect))
    assert text.startswith(APPLY_FUNCTIONAL)
    assert (
        "\n\nvariable_list TiltBackward0::apply(variable_list&& grads) {\n"
        "  std::lock_guard<std::mutex> lock(mutex_);\n"
        "  TORCH_CHECK(!xs_released_, ERR_BACKWARD_TWICE);\n"
        "  auto xs = unpack_list(xs_, nullptr);\n"
        f"  auto result = result_.unpack({owner});\n"
        f"{NEEDS_INPUT_GRAD}"
        "  return TiltBackward0_apply_functional(std::move(grads), needs_input_grad, xs_size_, n, xs, result);\n"
        "}\n\nvoid TiltBackward0::compiled_args("
    ) in text
    assert "    args.collect(n);\n    args.collect(xs_, false);\n    args.collect(result_, true);\n" in text


def test_packed_arguments() -> None:
    text = section_text(node(NEWEST).definition, NEWEST)
    assert (
        "inline variable_list TiltBackward0_apply_functional_ivalue("
        "const variable_list& grads, const ivalue_list& args)\n"
        "{\n"
        "#ifdef C10_MOBILE\n"
        '  TORCH_INTERNAL_ASSERT(false, "compiled autograd doesn\'t work on mobile");\n'
        "#else\n"
        "  auto packed_args = PackedArgs(args);\n"
        "  auto needs_input_grad = packed_args.unpack<std::array<bool, 2>>();\n"
        "  auto xs_size_ = packed_args.unpack<size_t>();\n"
        "  auto n = packed_args.unpack<at::Scalar>();\n"
        "  auto xs = packed_args.unpack<std::vector<Tensor>>();\n"
        "  auto result = packed_args.unpack<Tensor>();\n"
        "  return TiltBackward0_apply_functional("
        "variable_list(grads), needs_input_grad, xs_size_, n, xs, result);\n"
        "#endif\n"
        "}\n"
    ) in text
    assert (
        "    std::vector<at::TypePtr> schema = {\n"
        "      torch::dynamo::autograd::IValuePacker<std::array<bool, 2>>::packed_type(),\n"
        "      torch::dynamo::autograd::IValuePacker<size_t>::packed_type(),\n"
        "      torch::dynamo::autograd::IValuePacker<at::Scalar>::packed_type(),\n"
        "      torch::dynamo::autograd::IValuePacker<std::vector<Tensor>>::packed_type(),\n"
        "      torch::dynamo::autograd::IValuePacker<Tensor>::packed_type(),\n"
        "    };\n"
    ) in text
    assert "  packed_args.pack(needs_input_grad);\n  packed_args.pack(xs_size_);\n  packed_args.pack(n);\n" in text
    assert text.endswith("  saved.after(result_);\n  return output_result;\n#endif\n}")


def test_a_formula_of_several_variables() -> None:
    schema = "tilt(Tensor self, Tensor? w) -> Tensor"
    entry = formulas(schema, self__w="f(grad, grad_input_mask, retain_variables)")
    found = node_of(pair(native(schema), entry), "TiltBackward0")
    assert "\n".join(lines_of(found.definition, "derivative")) == (
        "if (needs_input_grad[0] || needs_input_grad[1]) {\n"
        "    auto grad_input_mask = std::array<bool, 2>{\n"
        "      needs_input_grad[0],\n"
        "      needs_input_grad[1],\n"
        "    };\n"
        "  auto grad_result = f(grad, grad_input_mask, retain_variables);\n"
        "    if (needs_input_grad[/*self*/0]) {\n"
        "      copy_range(grad_inputs, self_ix, std::get<0>(grad_result));\n"
        "    }\n"
        "    if (needs_input_grad[/*w*/1]) {\n"
        "      copy_range(grad_inputs, w_ix, std::get<1>(grad_result));\n"
        "    }\n"
        "}"
    )
    assert "needs_input_grad, bool retain_variables)" in lines_of(found.definition, "signature")[2]
    assert "  bool retain_variables = true;" in lines_of(found.declaration, "retain_variables")


def test_gradients_by_the_names_of_outputs() -> None:
    schema = "tilt(Tensor self) -> (Tensor up, Tensor down)"
    found = node_of(pair(native(schema), formulas(schema, self="grad_up + grad_down")), "TiltBackward0")
    assert lines_of(found.definition, "grad") == [
        "  const auto& grad_down = grads[1];",
        "  const auto& grad_up = grads[0];",
    ]


def test_a_list_of_numbers_is_released() -> None:
    schema = "tilt(Tensor self, Scalar[] ns) -> Tensor"
    found = node_of(pair(native(schema), formulas(schema, self="f(grad, ns)")), "TiltBackward0")
    assert lines_of(found.declaration, "saved") == ["  std::vector<at::Scalar> ns;", "  bool ns_released_ = false;"]
    assert lines_of(found.declaration, "release_variables")[1:] == ["    ns.clear();"]
    assert "std::vector<at::Scalar>& ns)" in lines_of(found.definition, "signature")[2]


@pytest.mark.parametrize(("dialect", "comment"), [(OLDEST, ""), (NEWEST, "  // self")])
def test_the_node_of_a_list_function(dialect: Dialect, comment: str) -> None:
    single, listed = "tilt(Tensor self) -> Tensor", "_foreach_tilt(Tensor[] self) -> Tensor[]"
    functions = native(single) + native(listed, device_check="NoCheck")
    found = node_of(pair(functions, formulas(single, self="grad * result"), dialect), "ForeachTiltBackward0")
    lines = lines_of(found.definition, "derivative")
    assert lines[0].rpartition("{")[2] == comment
    assert "      grad_result.emplace_back(grads[i] * result[i]);" in lines
    assert not lines_of(found.definition, "any_grad_defined")


@pytest.mark.parametrize(
    ("schema", "ranges"),
    [
        ("twin(Tensor self, Tensor x, Tensor[] x) -> Tensor", ["1", "1", "x_size_"]),
        ("twin(Tensor self, Tensor[] x, Tensor x) -> Tensor", ["1", "x_size_", "1"]),
    ],
)
def test_ranges_of_arguments_that_are_called_the_same(schema: str, ranges: list[str]) -> None:
    """Each has its own, a list of tensors that of its size: what the generator writes and no compiler takes."""
    entry = formulas(schema, self="grad", x="f(grad)")
    definition = node_of(pair(native(schema), entry, OLDEST, complete=False), "TwinBackward0").definition
    assert re.findall(r"gen\.range\((.*)\);", section_text(definition, OLDEST)) == ranges
