"""A function's method in ADInplaceOrView: version counters of what it writes to, or its results as views (family 2.x;
the generator's `gen_inplace_or_view_type`). The sections are listed with `sections.Section`."""

from __future__ import annotations

from vt_core.codegen.autograd_method import signature
from vt_core.codegen.body_plan import DifferentiableOutput, view_base
from vt_core.codegen.cpp import CppArgument, CppCache, cpp_arguments, cpp_returns, mode_of, return_names
from vt_core.codegen.emitted import InplaceOrViewMethod
from vt_core.codegen.method_plan import differentiable_outputs, writes_arguments
from vt_core.codegen.method_sections import BODY, END, NESTED, OUTPUTS, registration, result_target, return_section
from vt_core.codegen.sections import Section
from vt_core.codegen.view_funcs import view_func_name
from vt_core.codegen.views import DIFFERENTIABLE, NOT_DIFFERENTIABLE, capture
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place

_GUARD = "at::AutoDispatchBelowADInplaceOrView guard;"
_INVERSES = "at::functionalization::FunctionalInverses"
_ALWAYS_VIEW = "at::functionalization::InverseReturnMode::AlwaysView"


def emit_inplace_or_view(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache | None = None
) -> InplaceOrViewMethod | None:
    """Write the method of a function whose definitions are emitted; None where it has none.

    `info` is that of the autograd key `Default`.
    """
    base = view_base(f, dialect)
    if base is None and not (writes_arguments(f) and f.func.returns):
        return None
    cache = cache or CppCache()
    names = return_names(f.func)
    arguments = cpp_arguments(f.func.arguments.all, dialect, cache, mode_of(f))
    passed = "".join([f", {argument.name}" for argument in arguments])
    call = f"at::_ops::{f.unambiguous_name}::redispatch(ks & c10::after_ADInplaceOrView_keyset{passed});"
    if writes_arguments(f):
        sections = [
            Section("dispatch", ("{", f"  {_GUARD}", f"  {call}", "}"), None, BODY),
            Section("increment_version", tuple([f"increment_version({name});" for name in names]), None, BODY),
        ]
    else:
        outputs = differentiable_outputs(names, cpp_returns(f.func.returns, dialect, cache, mode_of(f)), info)
        target = result_target(f, names, dialect)
        lines = ("auto _tmp = ([&]() {", f"  {_GUARD}", f"  return {call}", "})();")
        place = OUTPUTS if info is not None and info.output_flags is not None else None
        sections = [
            Section("dispatch", lines, None, BODY),
            *_view_sections(f, base or "self", target, outputs, arguments, place, dialect),
        ]
    return InplaceOrViewMethod(
        f"#include <ATen/ops/{f.root_name}_ops.h>",
        (signature(f, f.wrapper_name, dialect, cache), *sections, *return_section(f, names), END),
        (registration(f.func.name.text, f"ADInplaceOrView::{f.wrapper_name}"),),
    )


def _view_sections(
    f: NativeFunction,
    base: str,
    target: str,
    outputs: tuple[DifferentiableOutput, ...],
    arguments: tuple[CppArgument, ...],
    place: Place | None,
    dialect: Dialect,
) -> list[Section]:
    """From `_tmp` to the views."""
    if not outputs:
        return [Section("results", (f"{target} = as_view({base}, _tmp, {NOT_DIFFERENTIABLE});",), place, BODY)]
    is_list = outputs[0].value.is_tensor_list
    meta = _creation_meta("MULTI_OUTPUT_NODE" if is_list else "DEFAULT")
    if dialect.autograd.view_func_objects:
        functions = "/* view_func */ std::move(func), /* rev_view_func */ rev_func"
        replay = _replay_objects(f, arguments, is_list, dialect)
    else:
        functions, replay = "/* view_func */ func", _replay_lambda(f, arguments, dialect)
    if not is_list:
        view = f"as_view(/* base */ {base}, /* output */ _tmp, {DIFFERENTIABLE}, {functions}, {meta})"
        return [Section("view_replay", replay, None, BODY), Section("results", (f"{target} = {view};",), place, BODY)]
    if not dialect.autograd.view_func_objects:
        view = f"as_view(/* base */ {base}, /* output */ _tmp, {DIFFERENTIABLE}, {meta});"
        return [Section("results", (view, f"{target} = std::move(_tmp);"), place, BODY)]
    view = f"as_view(/* base */ {base}, /* output */ _tmp[view_idx], {DIFFERENTIABLE}, {functions}, {meta});"
    return [
        Section("results", ("for (auto view_idx : c10::irange(_tmp.size())) {",), place, BODY),
        Section("view_replay", replay, None, NESTED),
        Section("results", (view,), place, NESTED),
        Section("results", ("}", f"{target} = std::move(_tmp);"), place, BODY),
    ]


def _creation_meta(meta: str) -> str:
    in_grad_mode = f"(at::GradMode::is_enabled() ? CreationMeta::{meta} : CreationMeta::NO_GRAD_MODE)"
    return f"/* creation_meta */ InferenceMode::is_enabled() ? CreationMeta::INFERENCE_MODE : {in_grad_mode}"


def _changes_metadata(f: NativeFunction, dialect: Dialect) -> str:
    return "true" if f.cpp_name in dialect.view_functions_with_metadata_change else "false"


def _replay_lambda(f: NativeFunction, arguments: tuple[CppArgument, ...], dialect: Dialect) -> tuple[str, ...]:
    """A function that makes the view of another base, for tensors whose views cannot be made by strides."""
    captured = capture([argument.name for argument in arguments], "self", arguments, dialect)
    return (
        "std::function<at::Tensor(const at::Tensor&)> func=nullptr;",
        f"if ({_changes_metadata(f, dialect)} || !self.unsafeGetTensorImpl()->support_as_strided() ||",
        "    c10::AutogradState::get_tls_state().get_view_replay_enabled()) {",
        *[f"  {line}" for line in captured.setup],
        "  func = [=](const at::Tensor& input_base) {",
        f"    return at::_ops::{f.unambiguous_name}::call({', '.join(captured.names)});",
        "  };",
        "}",
    )


def _replay_objects(
    f: NativeFunction, arguments: tuple[CppArgument, ...], is_list: bool, dialect: Dialect
) -> tuple[str, ...]:
    """The same as an object that can be inspected, and a function that goes back from the view to its base."""
    captured = capture([argument.name for argument in arguments], "self", arguments, dialect)
    index = ("view_idx",) if is_list else ()
    passed = ", ".join([*[argument.name for argument in arguments if argument.name != "self"], *index])
    reverse = ", ".join(["self", "input_view", _ALWAYS_VIEW, *index, *captured.names[1:]])
    return (
        "std::unique_ptr<torch::autograd::ViewFunc> func(nullptr);",
        "std::function<at::Tensor(const at::Tensor&)> rev_func=nullptr;",
        f"if ({_changes_metadata(f, dialect)} ||",
        "    !self.unsafeGetTensorImpl()->support_as_strided() ||",
        "    self.unsafeGetTensorImpl()->is_python_dispatch() ||",
        "    c10::AutogradState::get_tls_state().get_view_replay_enabled()) {",
        *[f"  {line}" for line in captured.setup],
        f"  func = std::make_unique<torch::autograd::generated::{view_func_name(f)}>({passed});",
        "  rev_func = [=](const at::Tensor& input_view) {",
        f"    return {_INVERSES}::{f.unambiguous_name}_inverse({reverse});",
        "  };",
        "}",
    )
