"""The method of a function in VariableType: declaration, definition, registration (the generator's `emit_body` and
what is around it). The sections are listed with `sections.Section`."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.body_plan import BodyPlan, modifies_arguments
from vt_core.codegen.cpp import CppArgument, CppCache, cpp_arguments, cpp_returns, formals, returns_type
from vt_core.codegen.invariants import invariant_checks
from vt_core.codegen.saving import find_guard, saving_lines
from vt_core.codegen.sections import Section
from vt_core.codegen.views import dispatch_call, result_sections
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo, SavedAttribute
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place

_ENTRY = Place("derivatives")
_OUTPUTS = Place("derivatives", ("output_differentiability",))
_BODY = "  "
_NESTED = "    "
_END = Section("end", ("}",))


class EmittedMethod(NamedTuple):
    """A method's sections; definition and registration are empty for a function that is only declared."""

    declaration: tuple[Section, ...]
    definition: tuple[Section, ...]
    registration: tuple[Section, ...]


class Method(NamedTuple):
    """What a method is written from. `node_name` is set where `info` has derivatives; `outputs` is where its entry
    says which outputs are differentiable, None where it does not."""

    f: NativeFunction
    info: DifferentiabilityInfo | None
    node_name: str | None
    plan: BodyPlan
    dialect: Dialect
    outputs: Place | None


def emit_method(
    f: NativeFunction,
    info: DifferentiabilityInfo | None,
    node_name: str | None,
    plan: BodyPlan | None,
    dialect: Dialect,
    cache: CppCache | None = None,
) -> EmittedMethod:
    """Write a function's method.

    `plan` is that of `plan_body`, None for a function whose definition is not emitted; `node_name` the numbered name of
    the info's backward node, None where it has none. A plan with faults is written as far as it goes.
    """
    if plan is None:
        cache = cache or CppCache()
        arguments = cpp_arguments(f.func.arguments.all, dialect, cache)
        signature = _signature(f, arguments, returns_type(cpp_returns(f.func.returns, dialect, cache)))
        return EmittedMethod((Section("declaration", (signature + " ;",)),), (), ())
    signature = _signature(f, plan.arguments, returns_type(plan.returns))
    outputs = _OUTPUTS if info is not None and info.entry.output_differentiability is not None else None
    body = _body(Method(f, info if node_name else None, node_name, plan, dialect, outputs))
    return EmittedMethod(
        (Section("declaration", (signature + " ;",)),),
        (Section("signature", (signature + " {",)), *body, _END),
        (_registration(f),),
    )


def _signature(f: NativeFunction, arguments: tuple[CppArgument, ...], returns: str) -> str:
    return f"{returns} {f.wrapper_name}({formals(arguments)})"


def _registration(f: NativeFunction) -> Section:
    lines = (f'm.impl("{f.func.name.text}",', f"       TORCH_FN(VariableType::{f.wrapper_name})", ");")
    return Section("registration", lines)


def _body(method: Method) -> list[Section]:
    f, plan, dialect = method.f, method.plan, method.dialect
    sections = _unpack(plan.arguments)
    if plan.requires_derivative:
        sections += _autograd_set_up(method)
    sections += _call(method)
    if modifies_arguments(f):
        lines = tuple([f"increment_version({name});" for name in plan.return_names])
        if lines:
            sections.append(Section("increment_version", lines, None, _BODY))
    if plan.requires_derivative:
        sections.append(_history(method))
        sections += _save_outputs(method)
        if f.func.name.base not in dialect.gradient_implemented_for_complex:
            sections += _complex_check(method)
    if f.func.name.base in dialect.reset_grad_accumulator:
        sections.append(Section("reset_grad_accumulator", ("reset_grad_accumulator(self);",), None, _BODY))
    if plan.returns:
        sections.append(Section("return", (f"return {_return_value(f, plan.return_names)};",), None, _BODY))
    return sections


def _unpack(arguments: tuple[CppArgument, ...]) -> list[Section]:
    lines: list[str] = []
    for position, argument in enumerate(arguments):
        name = argument.name
        if argument.unpacked != name:
            reference = "" if argument.is_tensor_list else "&"
            lines.append(f'auto{reference} {argument.unpacked} = unpack({name}, "{name}", {position});')
    return [Section("unpack", tuple(lines), None, _BODY)] if lines else []


def _names(arguments: tuple[CppArgument, ...]) -> str:
    return ", ".join([argument.name for argument in arguments])


def _autograd_set_up(method: Method) -> list[Section]:
    """From whether grad is required to the node with what it saves of the arguments."""
    f, info, plan = method.f, method.info, method.plan
    names = _names(plan.args_with_derivatives)
    lines = (f"auto _any_requires_grad = compute_requires_grad( {names} );", "(void)_any_requires_grad;")
    sections = [Section("requires_grad", lines, None if info is None else _ENTRY, _BODY)]
    if f.func.name.inplace:
        checks = [f"check_inplace({output.name}, _any_requires_grad);" for output in plan.outputs]
        sections.append(Section("check_inplace", tuple(checks), None, _BODY))
    if f.func.is_out:
        return [*sections, *_out_function_checks(method)]
    checks = _no_requires_grad_checks(method)
    if checks:
        sections.append(Section("no_requires_grad_checks", tuple(checks), None if info is None else _ENTRY, _BODY))
    node = method.node_name or "NotImplemented"
    arguments = "" if method.node_name else f'"{f.cpp_name}"'
    grad_fn = (
        f"std::shared_ptr<{node}> grad_fn;",
        "if (_any_requires_grad) {",
        f"  grad_fn = std::shared_ptr<{node}>(new {node}({arguments}), deleteNode);",
        f"  grad_fn->set_next_edges(collect_next_edges( {names} ));",
    )
    source = None if info is None else Place("derivatives", ("name",))
    sections.append(Section("grad_fn", grad_fn, source, _BODY))
    if info is not None:
        sections += _save_inputs(method, info)
    sections.append(Section("grad_fn", ("}",), source, _BODY))
    return sections


def _out_function_checks(method: Method) -> list[Section]:
    """Neither inputs nor outputs of an out function may require grad."""
    plan = method.plan
    base = method.f.func.name.base
    lines: list[str] = []
    for names in (_names(plan.inputs), ", ".join([output.name for output in plan.outputs])):
        lines += (
            f"if (compute_requires_grad( {names} )) {{",
            f'  throw_error_out_requires_grad("{base}");',
            "}",
        )
    return [
        Section("grad_fn", ("std::shared_ptr<Node> grad_fn;",), None, _BODY),
        Section("no_requires_grad_checks", tuple(lines), None, _BODY),
    ]


def _no_requires_grad_checks(method: Method) -> list[str]:
    """Inputs without a formula; `output` is spared, which double backward formulas take without differentiating it."""
    plan = method.plan
    if len(plan.inputs) == len(plan.args_with_derivatives):
        return []
    derived = [argument.name for argument in plan.args_with_derivatives]
    return [
        f'check_no_requires_grad({argument.name}, "{argument.name}");'
        for argument in plan.inputs
        if argument.name not in derived and argument.name != "output"
    ]


def _save_inputs(method: Method, info: DifferentiabilityInfo) -> list[Section]:
    arguments, inplace = method.plan.args_with_derivatives, method.f.func.name.inplace
    sections: list[Section] = []
    for saved in info.all_saved_inputs:
        guard = find_guard(saved, info, arguments)
        lines = saving_lines(saved, False, inplace, guard, method.dialect)
        sections.append(Section("save_inputs", lines, saved.source, _NESTED))
    sizes = [f"grad_fn->{a.name}_size_ = {a.name}.size();" for a in arguments if a.is_tensor_list]
    if sizes:
        sections.append(Section("list_sizes", tuple(sizes), _ENTRY, _NESTED))
    return sections


def _call(method: Method) -> list[Section]:
    """The call of the kernel with autograd switched off, between the debug checks."""
    f, plan = method.f, method.plan
    sections: list[Section] = []
    functional = not modifies_arguments(f)
    if functional and len(plan.returns) > 1:
        declared = [f"{r.type or r.value.type} {name};" for r, name in zip(plan.returns, plan.return_names)]
        sections.append(Section("declare_results", tuple(declared), None, _BODY))
    checks = invariant_checks(f, plan.arguments, method.dialect)
    if checks.before:
        sections.append(Section("save_storage", checks.before, None, _BODY))
    call = dispatch_call(f, "self_", [argument.unpacked for argument in plan.arguments])
    guard = "  at::AutoNonVariableTypeMode non_var_type_mode(true);"
    if functional and plan.returns:
        lines = ("auto tmp = ([&]() {", guard, f"  return {call};", "})();")
        sections.append(Section("dispatch", lines, _kernel_place(f), _BODY))
        sections += result_sections(f, plan, method.outputs, method.dialect)
    else:
        sections.append(Section("dispatch", ("{", guard, f"  {call};", "}"), _kernel_place(f), _BODY))
    if checks.after:
        sections.append(Section("check_storage", checks.after, None, _BODY))
    return sections


def _kernel_place(f: NativeFunction) -> Place | None:
    """What of the entry makes the function one with kernels of its own."""
    if f.structured_delegate is not None:
        return Place("native_functions", ("structured_delegate",))
    if not f.is_abstract:
        return None
    return Place("native_functions", ("dispatch",) if f.dispatch else ("structured",))


def _history(method: Method) -> Section:
    plan = method.plan
    verb = "rebase" if modifies_arguments(method.f) and plan.view_of is None else "set"
    names = ", ".join([output.name for output in plan.outputs])
    lines = ("if (grad_fn) {", f"    {verb}_history(flatten_tensor_args( {names} ), grad_fn);", "}")
    return Section("history", lines, method.outputs, _BODY)


def _save_outputs(method: Method) -> list[Section]:
    info = method.info
    if info is None or method.f.func.is_out or not info.all_saved_outputs:
        return []
    inplace = method.f.func.name.inplace
    saved: list[SavedAttribute] = list(info.all_saved_outputs)
    return [
        Section("save_outputs", ("if (grad_fn) {",), saved[0].source, _BODY),
        *[
            Section("save_outputs", saving_lines(output, True, inplace, None, method.dialect), output.source, _NESTED)
            for output in saved
        ],
        Section("save_outputs", ("}",), saved[-1].source, _BODY),
    ]


def _complex_check(method: Method) -> list[Section]:
    base = method.f.func.name.base
    lines = [
        f'throw_error_for_complex_autograd({output.name}, "{base}");'
        for output in method.plan.outputs
        if output.value.type == "Tensor"
    ]
    return [Section("complex_check", tuple(lines), method.outputs, _BODY)] if lines else []


def _return_value(f: NativeFunction, names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    if f.func.is_out:
        return f"std::forward_as_tuple({', '.join(names)})"
    return f"std::make_tuple({', '.join([f'std::move({name})' for name in names])})"
