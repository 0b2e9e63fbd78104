"""The method of a function in VariableType: declaration, definition, registration (family 1.8; the generator's
`emit_body` and what is around it). The sections are listed with `sections.Section`."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.body_plan import BodyPlan, modifies_arguments
from vt_core.codegen.cpp import CppArgument, CppCache, cpp_arguments, cpp_returns, formals, returns_type
from vt_core.codegen.invariants import invariant_checks
from vt_core.codegen.method_sections import (
    BODY,
    END,
    ENTRY,
    NESTED,
    OUTPUTS,
    check_inplace,
    complex_check,
    kernel_place,
    make_node,
    out_function_checks,
    registration,
    return_section,
    unpack,
)
from vt_core.codegen.saving import find_guard, saving_lines
from vt_core.codegen.sections import Section
from vt_core.codegen.views import dispatch_call, result_sections
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo, SavedAttribute
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place


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
        signature = _signature(f, arguments, returns_type(cpp_returns(f.func.returns, dialect, cache), dialect))
        return EmittedMethod((Section("declaration", (signature + " ;",)),), (), ())
    signature = _signature(f, plan.arguments, returns_type(plan.returns, dialect))
    outputs = OUTPUTS if info is not None and info.entry.output_differentiability is not None else None
    body = _body(Method(f, info if node_name else None, node_name, plan, dialect, outputs))
    return EmittedMethod(
        (Section("declaration", (signature + " ;",)),),
        (Section("signature", (signature + " {",)), *body, END),
        (registration(f.func.name.text, f"VariableType::{f.wrapper_name}"),),
    )


def _signature(f: NativeFunction, arguments: tuple[CppArgument, ...], returns: str) -> str:
    return f"{returns} {f.wrapper_name}({formals(arguments)})"


def _body(method: Method) -> list[Section]:
    f, plan, dialect = method.f, method.plan, method.dialect
    sections = unpack(plan.arguments)
    if plan.requires_derivative:
        sections += _autograd_set_up(method)
    sections += _call(method)
    if modifies_arguments(f):
        lines = tuple([f"increment_version({name});" for name in plan.return_names])
        if lines:
            sections.append(Section("increment_version", lines, None, BODY))
    if plan.requires_derivative:
        sections.append(_history(method))
        sections += _save_outputs(method)
        sections += complex_check(f, plan.outputs, method.outputs, dialect)
    if f.func.name.base in dialect.reset_grad_accumulator:
        sections.append(Section("reset_grad_accumulator", ("reset_grad_accumulator(self);",), None, BODY))
    return sections + return_section(f, plan.return_names)


def _names(arguments: tuple[CppArgument, ...]) -> str:
    return ", ".join([argument.name for argument in arguments])


def _autograd_set_up(method: Method) -> list[Section]:
    """All that stands before the call in a differentiable function: checks, and the node with what it saves of the
    arguments."""
    f, info, plan = method.f, method.info, method.plan
    names = _names(plan.args_with_derivatives)
    lines = (f"auto _any_requires_grad = compute_requires_grad( {names} );", "(void)_any_requires_grad;")
    sections = [Section("requires_grad", lines, None if info is None else ENTRY, BODY)]
    if f.func.name.inplace:
        sections += check_inplace(plan.outputs)
    if f.func.is_out:
        checked = (_names(plan.inputs), ", ".join([output.name for output in plan.outputs]))
        return [*sections, *out_function_checks(f.func.name.base, checked, method.dialect)]
    checks = _no_requires_grad_checks(method)
    if checks:
        sections.append(Section("no_requires_grad_checks", tuple(checks), None if info is None else ENTRY, BODY))
    node, made = make_node(method.node_name, f.cpp_name, names, method.dialect)
    declared = f"{method.dialect.autograd.node_pointer.format(node)} grad_fn;"
    source = None if info is None else Place("derivatives", ("name",))
    sections += (
        Section("grad_fn", (declared, "if (_any_requires_grad) {"), source, BODY),
        Section("grad_fn", made, source, NESTED),
    )
    if info is not None:
        sections += _save_inputs(method, info)
    sections.append(Section("grad_fn", ("}",), source, BODY))
    return sections


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
        guard = find_guard(saved, info, arguments, method.dialect)
        lines = saving_lines(saved, False, inplace, guard, method.dialect)
        sections.append(Section("save_inputs", lines, saved.source, NESTED))
    sizes = [f"grad_fn->{a.name}_size_ = {a.name}.size();" for a in arguments if a.is_tensor_list]
    if sizes:
        sections.append(Section("list_sizes", tuple(sizes), ENTRY, NESTED))
    return sections


def _call(method: Method) -> list[Section]:
    """The call of the kernel with autograd switched off, between the debug checks."""
    f, plan = method.f, method.plan
    sections: list[Section] = []
    functional = not modifies_arguments(f)
    if functional and len(plan.returns) > 1:
        declared = [f"{r.type or r.value.type} {name};" for r, name in zip(plan.returns, plan.return_names)]
        sections.append(Section("declare_results", tuple(declared), None, BODY))
    checks = invariant_checks(f, plan.arguments, method.dialect)
    if checks.before:
        sections.append(Section("save_storage", checks.before, None, BODY))
    call = dispatch_call(f, "self_", [argument.unpacked for argument in plan.arguments])
    guard = "  at::AutoNonVariableTypeMode non_var_type_mode(true);"
    if functional and plan.returns:
        lines = ("auto tmp = ([&]() {", guard, f"  return {call};", "})();")
        sections.append(Section("dispatch", lines, kernel_place(f), BODY))
        sections += result_sections(f, plan, method.outputs, method.dialect)
    else:
        sections.append(Section("dispatch", ("{", guard, f"  {call};", "}"), kernel_place(f), BODY))
    if checks.after:
        sections.append(Section("check_storage", checks.after, None, BODY))
    return sections


def _history(method: Method) -> Section:
    plan = method.plan
    verb = "rebase" if modifies_arguments(method.f) and plan.view_of is None else "set"
    names = ", ".join([output.name for output in plan.outputs])
    lines = ("if (grad_fn) {", f"    {verb}_history(flatten_tensor_args( {names} ), grad_fn);", "}")
    return Section("history", lines, method.outputs, BODY)


def _save_outputs(method: Method) -> list[Section]:
    info = method.info
    if info is None or method.f.func.is_out or not info.all_saved_outputs:
        return []
    inplace = method.f.func.name.inplace
    saved: list[SavedAttribute] = list(info.all_saved_outputs)
    return [
        Section("save_outputs", ("if (grad_fn) {",), saved[0].source, BODY),
        *[
            Section("save_outputs", saving_lines(output, True, inplace, None, method.dialect), output.source, NESTED)
            for output in saved
        ],
        Section("save_outputs", ("}",), saved[-1].source, BODY),
    ]
