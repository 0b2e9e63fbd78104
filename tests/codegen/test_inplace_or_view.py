from __future__ import annotations

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, emitted, formulas, lines_of, native, pair
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.emitted import InplaceOrViewMethod
from vt_core.codegen.files import section_text
from vt_core.syntax.nodes import Place

META = (
    "/* creation_meta */ InferenceMode::is_enabled() ? CreationMeta::INFERENCE_MODE : "
    "(at::GradMode::is_enabled() ? CreationMeta::{} : CreationMeta::NO_GRAD_MODE)"
)


def method(snapshot: Snapshot, operator: str) -> InplaceOrViewMethod:
    found = emitted(snapshot, operator).inplace_or_view
    assert found is not None
    return found


def test_an_inplace_function_counts_versions() -> None:
    found = method(pair(native("tilt_.by(Tensor(a!) self, int n) -> Tensor(a!)")), "tilt_.by")
    assert found.header == "#include <ATen/ops/tilt_ops.h>"
    assert section_text(found.definition, NEWEST) == (
        "at::Tensor & tilt__by(c10::DispatchKeySet ks, at::Tensor & self, int64_t n) {\n"
        "  {\n"
        "    at::AutoDispatchBelowADInplaceOrView guard;\n"
        "    at::_ops::tilt__by::redispatch(ks & c10::after_ADInplaceOrView_keyset, self, n);\n"
        "  }\n"
        "  increment_version(self);\n"
        "  return self;\n"
        "}"
    )
    assert section_text(found.registration, NEWEST) == (
        'm.impl("tilt_.by",\n       TORCH_FN(ADInplaceOrView::tilt__by)\n);'
    )


def test_an_out_function_counts_versions() -> None:
    schema = "tilt.out(Tensor self, *, Tensor(a!) up, Tensor(b!) down) -> (Tensor(a!), Tensor(b!))"
    found = method(pair(native(schema)), "tilt.out")
    assert lines_of(found.definition, "increment_version") == ["increment_version(up);", "increment_version(down);"]
    assert lines_of(found.definition, "return") == ["return std::forward_as_tuple(up, down);"]


@pytest.mark.parametrize(
    "schema",
    [
        "tilt(Tensor self) -> Tensor",
        "tilt_(Tensor(a!)[] self) -> ()",  # nothing is returned
        "tilt(Tensor self, Tensor(a!) state) -> Tensor",  # neither in-place nor out
    ],
)
def test_functions_without_a_method(schema: str) -> None:
    assert emitted(pair(native(schema)), schema.partition("(")[0]).inplace_or_view is None


VIEW = "select.by(Tensor(a) self, SymInt[] size, int? at=None, bool x=True) -> Tensor(a)"


def test_a_view_can_be_replayed() -> None:
    found = method(pair(native(VIEW), formulas(VIEW, self="grad"), OLDEST), "select.by")
    assert lines_of(found.definition, "dispatch", "view_replay", "results") == [
        "auto _tmp = ([&]() {",
        "  at::AutoDispatchBelowADInplaceOrView guard;",
        "  return at::_ops::select_by::redispatch(ks & c10::after_ADInplaceOrView_keyset, self, size, at, x);",
        "})();",
        "std::function<at::Tensor(const at::Tensor&)> func=nullptr;",
        "if (false || !self.unsafeGetTensorImpl()->support_as_strided() ||",
        "    c10::AutogradState::get_tls_state().get_view_replay_enabled()) {",
        "  auto size_vec = size.vec();",
        "  auto at_val = at.value_or(0);",
        "  func = [=](const at::Tensor& input_base) {",
        "    return at::_ops::select_by::call(input_base, size_vec, at_val, x);",
        "  };",
        "}",
        (
            "auto result = as_view(/* base */ self, /* output */ _tmp, /* is_bw_differentiable */ true, "
            f"/* is_fw_differentiable */ true, /* view_func */ func, {META.format('DEFAULT')});"
        ),
    ]


def test_a_view_is_replayed_by_an_object_and_undone_by_a_function() -> None:
    found = method(pair(native(VIEW), formulas(VIEW, self="grad")), "select.by")
    assert lines_of(found.definition, "view_replay") == [
        "std::unique_ptr<torch::autograd::ViewFunc> func(nullptr);",
        "std::function<at::Tensor(const at::Tensor&)> rev_func=nullptr;",
        "if (false ||",
        "    !self.unsafeGetTensorImpl()->support_as_strided() ||",
        "    self.unsafeGetTensorImpl()->is_python_dispatch() ||",
        "    c10::AutogradState::get_tls_state().get_view_replay_enabled()) {",
        "  auto size_vec = size.vec();",
        "  auto at_val = at.value_or(0);",
        "  func = std::make_unique<torch::autograd::generated::SelectByViewFunc>(size, at, x);",
        "  rev_func = [=](const at::Tensor& input_view) {",
        (
            "    return at::functionalization::FunctionalInverses::select_by_inverse(self, input_view, "
            "at::functionalization::InverseReturnMode::AlwaysView, size_vec, at_val, x);"
        ),
        "  };",
        "}",
    ]


def test_a_view_that_changes_metadata_is_always_replayed() -> None:
    schema = "view_as_real(Tensor(a) self) -> Tensor(a)"
    assert "if (true ||" in lines_of(method(pair(native(schema)), "view_as_real").definition, "view_replay")


def test_a_list_of_views() -> None:
    schema = "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]"
    found = section_text(method(pair(native(schema)), "unbind.int").definition, NEWEST)
    assert (
        "  for (auto view_idx : c10::irange(_tmp.size())) {\n"
        "    std::unique_ptr<torch::autograd::ViewFunc> func(nullptr);\n"
    ) in found
    assert "      func = std::make_unique<torch::autograd::generated::UnbindIntViewFunc>(dim, view_idx);\n" in found
    assert "AlwaysView, view_idx, dim);\n" in found
    assert found.endswith(
        "    as_view(/* base */ self, /* output */ _tmp[view_idx], /* is_bw_differentiable */ true, "
        "/* is_fw_differentiable */ true, /* view_func */ std::move(func), /* rev_view_func */ rev_func, "
        f"{META.format('MULTI_OUTPUT_NODE')});\n"
        "  }\n"
        "  auto result = std::move(_tmp);\n"
        "  return result;\n"
        "}"
    )
    old = method(pair(native(schema), dialect=OLDEST), "unbind.int")
    assert lines_of(old.definition, "results") == [
        (
            "as_view(/* base */ self, /* output */ _tmp, /* is_bw_differentiable */ true, "
            f"/* is_fw_differentiable */ true, {META.format('MULTI_OUTPUT_NODE')});"
        ),
        "auto result = std::move(_tmp);",
    ]


def test_a_view_that_is_not_differentiable() -> None:
    schema = "indices(Tensor(a) self) -> Tensor(a)"
    entry = formulas(schema, output_differentiability="[False]")
    (section,) = [s for s in method(pair(native(schema), entry), "indices").definition if s.name == "results"]
    assert section.lines == (
        "auto result = as_view(self, _tmp, /* is_bw_differentiable */ false, /* is_fw_differentiable */ false);",
    )
    assert section.source == Place("derivatives", ("output_differentiability",))
