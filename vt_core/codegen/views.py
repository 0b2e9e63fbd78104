"""What becomes of a kernel's result: returned as it is, or as a view of an argument (the generator's `wrap_output`
and `emit_view_lambda`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.body_plan import BodyPlan
from vt_core.codegen.cpp import CppArgument
from vt_core.codegen.method_sections import result_target
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.syntax.nodes import Place

_FLAGS = "/* is_bw_differentiable */ {0}, /* is_fw_differentiable */ {0}"
DIFFERENTIABLE = _FLAGS.format("true")
NOT_DIFFERENTIABLE = _FLAGS.format("false")
_IF_GRAD_MODE = "GradMode::is_enabled() ? CreationMeta::DEFAULT: CreationMeta::NO_GRAD_MODE"


def dispatch_call(f: NativeFunction, receiver: str, arguments: Sequence[str]) -> str:
    """The call of the operator below autograd: in the namespace, or as a method of `receiver`, its first argument."""
    if "function" in f.variants:
        return f"at::{cpp_name(f.func, faithful_out=True)}({', '.join(arguments)})"
    return f"{receiver}.{f.cpp_name}({', '.join(arguments[1:])})"


def result_sections(f: NativeFunction, plan: BodyPlan, outputs: Place | None, dialect: Dialect) -> list[Section]:
    """From `tmp` to the named results. `outputs` is where the entry says which outputs are differentiable."""
    target = result_target(f, plan.return_names, dialect)
    if not any(return_.is_tensor_like for return_ in plan.returns):
        return [Section("results", (f"{target} = tmp;",), None, "  ")]
    base = plan.view_of
    if base is None:
        return [Section("results", (f"{target} = std::move(tmp);",), None, "  ")]
    if not plan.outputs:
        return [Section("results", (f"{target} = as_view({base}, tmp, {NOT_DIFFERENTIABLE});",), outputs, "  ")]
    head = f"as_view(/* base */ {base}, /* output */ tmp, {DIFFERENTIABLE}"
    if plan.outputs[0].value.is_tensor_list:
        safe = f.func.name.base in dialect.multi_output_safe_functions
        meta = "CreationMeta::MULTI_OUTPUT_SAFE" if safe else "CreationMeta::MULTI_OUTPUT_NODE"
        line = f"{head}, /* creation_meta */ {meta});{target} = std::move(tmp);"
        return [Section("results", (line,), outputs, "  ")]
    line = f"{target} = {head}, /* view_func */ func, /* creation_meta */ {_IF_GRAD_MODE});"
    return [
        Section("view_replay", _replay_lines(f, plan.arguments, dialect), None, "  "),
        Section("results", (line,), outputs, "  "),
    ]


def _replay_lines(f: NativeFunction, arguments: Sequence[CppArgument], dialect: Dialect) -> tuple[str, ...]:
    """A function that makes the view of another base, for tensors whose views cannot be made by strides."""
    captured = capture([argument.unpacked for argument in arguments], "self_", arguments, dialect)
    changes_metadata = "true" if f.cpp_name in dialect.view_functions_with_metadata_change else "false"
    return (
        "std::function<at::Tensor(const at::Tensor&)> func=nullptr;",
        f"if ({changes_metadata} || !self.unsafeGetTensorImpl()->support_as_strided()) {{",
        *[f"  {line}" for line in captured.setup],
        "  func = [=](const at::Tensor& input_base) {",
        f"    return {dispatch_call(f, 'input_base', captured.names)};",
        "  };",
        "}",
    )


class Captured(NamedTuple):
    """What a lambda that replays a view takes along: lines that make values of references, and the names."""

    setup: tuple[str, ...]
    names: tuple[str, ...]


def capture(names: Sequence[str], base: str, arguments: Sequence[CppArgument], dialect: Dialect) -> Captured:
    """Capture arguments under their `names`; `base` is the one that the lambda gets itself."""
    setup: list[str] = []
    captured: list[str] = []
    lists = dialect.cpp_list_types
    for name, argument in zip(names, arguments):
        if name == base:
            captured.append("input_base")
        elif argument.type in (lists["int"], lists.get("SymInt")):
            setup.append(f"auto {name}_vec = {name}.vec();")
            captured.append(f"{name}_vec")
        elif argument.type == f"{dialect.cpp_optional}<int64_t>":
            setup.append(f"auto {name}_val = {name}.value_or(0);")
            captured.append(f"{name}_val")
        else:
            captured.append(name)
    return Captured(tuple(setup), tuple(captured))
