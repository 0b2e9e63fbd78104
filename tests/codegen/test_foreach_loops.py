from __future__ import annotations

from tests.codegen.pairs import NEWEST, OLDEST, formulas, lines_of, method_of, native, pair, sections_of
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.files import section_text
from vt_core.dialects.dialect import Dialect

LEAN = "lean(Tensor self, Scalar by) -> Tensor"
LISTS = (
    "_foreach_lean_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()",
    "_foreach_lean.ScalarList(Tensor[] self, Scalar[] scalars) -> Tensor[]",
)
ENTRY = formulas(LEAN, self="grad * by * result * self", result="self_t * by")


def lists(dialect: Dialect = NEWEST) -> Snapshot:
    return pair(native(LEAN) + native(*LISTS, device_check="NoCheck"), ENTRY, dialect)


def test_an_inplace_list_function_has_a_node_for_each_element() -> None:
    sections = sections_of(lists(), "_foreach_lean_.ScalarList")
    assert section_text([s for s in sections if s.name in ("grad_fn", "save_inputs")], NEWEST) == (
        "  std::vector<c10::intrusive_ptr<LeanBackward0>> grad_fns;\n"
        "  if (_any_requires_grad) {\n"
        "    for (const auto& i : c10::irange( self.size() )) {\n"
        "      const auto ith_requires_grad = compute_requires_grad(self[i]);\n"
        "      check_inplace(self[i], ith_requires_grad);\n"
        "      grad_fns.push_back([&]() -> c10::intrusive_ptr<LeanBackward0> {\n"
        "          if (!ith_requires_grad) {\n"
        "              return nullptr;\n"
        "          } else {\n"
        "              auto grad_fn = c10::make_intrusive<LeanBackward0>();\n"
        "              grad_fn->set_next_edges(collect_next_edges( self[i] ));\n"
        "              return grad_fn;\n"
        "          }\n"
        "      }());\n"
        "    }\n"
        "    if (!grad_fns.empty()) {\n"
        "\n"
        "        for (const auto& i : c10::irange(grad_fns.size())) {\n"
        "            const auto& grad_fn = grad_fns[i];\n"
        "            if (grad_fn != nullptr) {\n"
        "                grad_fn->by = scalars[i];\n"
        "                if (!original_selfs[i].has_value()) original_selfs[i] = self[i].clone();\n"
        "                grad_fn->self_ = SavedVariable(original_selfs[i].value(), false);\n"
        "            }\n"
        "        }\n"
        "    }\n"
        "  }"
    )
    assert lines_of(sections, "tangents")[-4:-2] == [
        "self_t = GradMode::is_enabled() ? self_t.clone() : self_t;",
        (
            "      self_new_fw_grad_opts[i] = self_t_raw.defined() ? "
            "self_t_raw.copy_(self_t * scalars[i]) : self_t * scalars[i];"
        ),
    ]


def test_its_history_is_set_in_a_loop() -> None:
    sections = sections_of(lists(OLDEST), "_foreach_lean_.ScalarList")
    assert section_text([s for s in sections if s.name == "history"], OLDEST) == (
        "  if (!grad_fns.empty()) {\n"
        "      auto differentiable_outputs = flatten_tensor_args( self );\n"
        "      TORCH_INTERNAL_ASSERT(differentiable_outputs.size() == grad_fns.size());\n"
        "      for (const auto& i : c10::irange(grad_fns.size())) {\n"
        "          auto grad_fn = grad_fns[i];\n"
        "          if (grad_fn != nullptr) {\n"
        "              rebase_history(differentiable_outputs[i], grad_fns[i]);\n"
        "          }\n"
        "      }\n"
        "  }"
    )
    newest = sections_of(lists(), "_foreach_lean_.ScalarList")
    history = lines_of(newest, "history")
    assert history[0] == "c10::SmallVector<c10::intrusive_ptr<Node>, 8> _rebased_fns(grad_fns.size());"
    assert "_rebased_fns[i] = rebase_history(differentiable_outputs[i], grad_fns[i]);" in history
    assert lines_of(newest, "creation_hooks")[1:3] == [
        "    if (_rebased_fns[i]) {",
        "        fire_node_creation_hooks(_rebased_fns[i]);",
    ]


def test_a_list_function_saves_lists() -> None:
    sections = sections_of(lists(), "_foreach_lean.ScalarList")
    assert lines_of(sections, "save_inputs", "list_sizes") == [
        "grad_fn->scalars = scalars.vec();",
        "grad_fn->self_ = make_saved_variable_list(self, false);",
        "grad_fn->self_size_ = self.size();",
    ]
    assert lines_of(sections, "save_outputs")[1] == "grad_fn->result_ = make_saved_variable_list(result, true);"
    assert lines_of(sections, "tangents_needed") == [
        "std::vector<bool> _any_has_forward_grad_result(self.size());",
        "for (const auto& i : c10::irange(self.size())) {",
        "  _any_has_forward_grad_result[i] = isFwGradDefined(self[i]);",
        "}",
    ]


def test_lists_have_to_be_of_one_length() -> None:
    join = "join(Tensor self, Tensor other) -> Tensor"
    listed = native("_foreach_join.List(Tensor[] self, Tensor[] other) -> Tensor[]", device_check="NoCheck")
    entry = formulas(join, self="grad", other="grad", result="self_t + other_t")
    needed = lines_of(sections_of(pair(native(join) + listed, entry), "_foreach_join.List"), "tangents_needed")
    assert needed[:2] == ["TORCH_CHECK(", "    self.size() == other.size(),"]
    assert needed.count("TORCH_CHECK(") == 1
    assert "  _any_has_forward_grad_result[i] = isFwGradDefined(self[i]) || isFwGradDefined(other[i]);" in needed


def test_a_list_function_without_an_entry() -> None:
    schema = "_foreach_maximum_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()"
    method = method_of(pair(native(schema, device_check="NoCheck")), "_foreach_maximum_.Scalar")
    assert '          auto grad_fn = c10::make_intrusive<NotImplemented>("_foreach_maximum_");\n' in method
    assert "grad_fn->set_next_edges(collect_next_edges( self[i] ));\n" in method
    assert "isFwGradDefinedTensorList(self)" in method
