"""The methods of a function in VariableType, one for each autograd key: definition and registration (family 2.x; the
generator's `gen_variable_type_func` and `emit_body`). The sections are listed with `sections.Section`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen import foreach_loops, forward_mode
from vt_core.codegen.cpp import CppCache, cpp_arguments, cpp_returns, formals, mode_of, returns_type
from vt_core.codegen.emitted import KeyedMethod
from vt_core.codegen.invariants import checks_with_outputs
from vt_core.codegen.method_plan import MethodPlan, plan_method, writes_arguments
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
    result_target,
    return_section,
    unpack,
)
from vt_core.codegen.saved_statements import saved_lines
from vt_core.codegen.saving import find_guard
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import (
    DEFAULT_KEY,
    DifferentiabilityInfo,
    ForwardDerivative,
    KeyedInfo,
    SavedAttribute,
)
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.syntax.nodes import Place

_KEY_SET = "c10::DispatchKeySet ks"
_FIND_SCHEMA = "c10::Dispatcher::singleton().findSchema(full_name)"


class Method(NamedTuple):
    """What a method is written from; `info`, `forward` and `node_name` are those of its key."""

    f: NativeFunction
    info: DifferentiabilityInfo | None
    forward: tuple[ForwardDerivative, ...]
    node_name: str | None
    plan: MethodPlan
    dialect: Dialect
    outputs: Place | None

    @property
    def derived(self) -> DifferentiabilityInfo | None:
        """The info, if it has derivatives."""
        return self.info if self.info is not None and self.info.has_derivatives else None


def emit_methods(
    f: NativeFunction, keyed: Sequence[KeyedInfo], dialect: Dialect, cache: CppCache | None = None
) -> tuple[KeyedMethod, ...]:
    """Write the methods of a function whose definitions are emitted (see `strategy.emits_definition`)."""
    cache = cache or CppCache()
    if keyed:
        return tuple([_keyed_method(f, one.autograd_key, one, dialect, cache) for one in keyed])
    if has_fallback(f, dialect):
        line = f'm.impl("{f.func.name.text}", torch::autograd::autogradNotImplementedFallback());'
        return (KeyedMethod(DEFAULT_KEY, (), (Section("registration", (line,)),)),)
    return (_keyed_method(f, DEFAULT_KEY, None, dialect, cache),)


def has_fallback(f: NativeFunction, dialect: Dialect) -> bool:
    """Whether a function without an info needs no method of its own: one kernel for all such functions raises in
    backward."""
    if f.func.name.name in dialect.reset_grad_accumulator or f.func.name.base in dialect.dont_require_derivative:
        return False
    if not any(return_.type.is_tensor_like for return_ in f.func.returns):
        return False
    method = f.wrapper_name
    return (
        f.cpp_name not in dialect.dont_enforce_same_tensor_impl_or_storage
        and method not in dialect.dont_enforce_storage_impl_use_count
        and method not in dialect.dont_enforce_tensor_impl_use_count
    )


def signature(f: NativeFunction, method: str, dialect: Dialect, cache: CppCache) -> Section:
    """The first line of a definition."""
    returns = returns_type(cpp_returns(f.func.returns, dialect, cache, mode_of(f)), dialect)
    arguments = formals(cpp_arguments(f.func.arguments.all, dialect, cache, mode_of(f)))
    parameters = f"{_KEY_SET}, {arguments}" if arguments else _KEY_SET
    return Section("signature", (f"{returns} {method}({parameters}) {{",))


def _keyed_method(
    f: NativeFunction, key: str, keyed: KeyedInfo | None, dialect: Dialect, cache: CppCache
) -> KeyedMethod:
    name = f.wrapper_name if key == DEFAULT_KEY else f"{f.wrapper_name}_{key}"
    info = None if keyed is None else keyed.info
    plan = plan_method(f, info, dialect, cache)
    outputs = OUTPUTS if info is not None and info.output_flags is not None else None
    forward, node_name = ((), None) if keyed is None else (keyed.forward, keyed.node_name)
    body = _body(Method(f, info, forward, node_name, plan, dialect, outputs))
    return KeyedMethod(
        key,
        (signature(f, name, dialect, cache), *body, END),
        (registration(f.func.name.text, f"VariableType::{name}"),),
    )


def _body(method: Method) -> list[Section]:
    f, plan, dialect, forward = method.f, method.plan, method.dialect, method.forward
    decomposes = plan.requires_derivative and not forward and not writes_arguments(f) and bool(plan.returns)
    sections = unpack(plan.arguments)
    if plan.requires_derivative:
        sections += _set_up(method)
    sections += _call(method, decomposes)
    if plan.requires_derivative:
        sections += _history(method)
        sections += complex_check(f, plan.outputs, method.outputs, dialect)
    if f.func.kind == "out":
        sections.append(forward_mode.forbid_tangents(f, method.info))
    elif plan.requires_derivative and not decomposes:
        if forward:
            sections += forward_mode.compute_tangents(f, forward, plan, dialect)
        else:
            sections.append(forward_mode.forbid_tangents(f, method.info))
    if plan.requires_derivative:
        sections += _save_outputs(method)
        if dialect.autograd.node_creation_hooks:
            sections.append(_creation_hooks(method))
    if f.func.name.name in dialect.reset_grad_accumulator:
        sections.append(Section("reset_grad_accumulator", ("reset_grad_accumulator(self);",), None, BODY))
    return sections + return_section(f, plan.return_names)


def _set_up(method: Method) -> list[Section]:
    """All that stands before the call in a differentiable function: checks, and the node with what it saves of the
    arguments."""
    f, info, plan, dialect = method.f, method.info, method.plan, method.dialect
    names = ", ".join([one.argument for one in plan.args_with_derivatives])
    condition = f"_any_requires_grad &= ({info.output_conditions[0]});" if info and info.output_conditions else ""
    lines = (f"[[maybe_unused]] auto _any_requires_grad = compute_requires_grad( {names} );", condition)
    sections = [Section("requires_grad", lines, method.outputs if condition else _entry(method), BODY)]
    sections += forward_mode.tangents_needed(method.forward, info, plan)
    if f.func.kind == "inplace":
        sections += check_inplace(plan.outputs)
        sections.append(forward_mode.original_self(method.forward, plan, dialect))
    if f.func.kind == "out":
        checked = (", ".join([one.name for one in plan.inputs]), ", ".join([one.name for one in plan.outputs]))
        return [*sections, *out_function_checks(f.func.name.base, checked, dialect)]
    checks = _no_requires_grad_checks(method)
    if checks:
        sections.append(Section("no_requires_grad_checks", tuple(checks), _entry(method), BODY))
    return sections + _grad_fn(method)


def _entry(method: Method) -> Place | None:
    return None if method.info is None else ENTRY


def _no_requires_grad_checks(method: Method) -> list[str]:
    """Inputs without a formula; `output` is spared, which double backward formulas take without differentiating it."""
    derived = [one.name for one in method.plan.args_with_derivatives]
    return [
        f'check_no_requires_grad({one.name}, "{one.name}", "{method.f.cpp_name}");'
        for one in method.plan.inputs
        if one.name not in derived and one.name != "output"
    ]


def _grad_fn(method: Method) -> list[Section]:
    plan, dialect, info = method.plan, method.dialect, method.derived
    source = None if info is None else Place("derivatives", ("name",))
    names = ", ".join([one.name for one in plan.args_with_derivatives])
    if plan.is_inplace_foreach:
        node, made = foreach_loops.make_nodes(method.node_name, method.f.cpp_name, plan, dialect)
        declared = f"std::vector<{dialect.autograd.node_pointer.format(node)}> grad_fns;"
    else:
        node, made = make_node(method.node_name, method.f.cpp_name, names, dialect)
        declared = f"{dialect.autograd.node_pointer.format(node)} grad_fn;"
    sections = [
        Section("grad_fn", (declared, "if (_any_requires_grad) {"), source, BODY),
        Section("grad_fn", made, source, NESTED),
    ]
    if info is not None:
        sections += _save_inputs(method, info)
    return [*sections, Section("grad_fn", ("}",), source, BODY)]


def _save_inputs(method: Method, info: DifferentiabilityInfo) -> list[Section]:
    plan, dialect = method.plan, method.dialect
    inplace = method.f.func.kind == "inplace"
    arguments = plan.args_with_derivatives
    sections: list[Section] = []
    for saved in sorted(info.all_saved_inputs, key=_name):
        guard = find_guard(saved, info, arguments, dialect)
        lines = saved_lines(saved, False, inplace, plan, guard, dialect)
        sections.append(Section("save_inputs", lines, saved.source, NESTED))
    if plan.is_inplace_foreach:
        return foreach_loops.loop("save_inputs", (), sections, NESTED, dialect)
    sizes = [f"grad_fn->{one.name}_size_ = {one.name}.size();" for one in arguments if one.is_tensor_list]
    if sizes:
        sections.append(Section("list_sizes", tuple(sizes), ENTRY, NESTED))
    return sections


def _name(saved: SavedAttribute) -> str:
    return saved.name


def _call(method: Method, decomposes: bool) -> list[Section]:
    """The call of the kernel below autograd, between the debug checks."""
    f, plan, dialect = method.f, method.plan, method.dialect
    sections: list[Section] = []
    returned = bool(plan.returns) and not writes_arguments(f)
    if returned and len(plan.returns) > 1 and not dialect.autograd.structured_bindings:
        declared = [f"{r.type or r.value.type} {name};" for r, name in zip(plan.returns, plan.return_names)]
        sections.append(Section("declare_results", tuple(declared), None, BODY))
    checks = checks_with_outputs(f, plan.arguments, plan.returns, plan.return_names, dialect)
    if checks.before:
        sections.append(Section("save_storage", checks.before, None, BODY))
    viewed = plan.view_of is not None or writes_arguments(f)
    guard = f"at::AutoDispatchBelow{'Autograd' if viewed else 'ADInplaceOrView'} guard;"
    unpacked = "".join([f", {argument.unpacked}" for argument in plan.arguments])
    call = f"at::redispatch::{_redispatch_name(f)}(ks & c10::after_autograd_keyset{unpacked})"
    place = kernel_place(f)
    if not returned:
        sections.append(Section("dispatch", ("{", f"  {guard}", f"  {call};", "}"), place, BODY))
    else:
        lines = _decomposition(method, guard, call) if decomposes else (f"  {guard}", f"  return {call};")
        sections.append(Section("dispatch", ("auto _tmp = ([&]() {", *lines, "})();"), place, BODY))
        tensors = any(return_.is_tensor_like for return_ in plan.returns)
        target = result_target(f, plan.return_names, dialect)
        sections.append(Section("results", (f"{target} = {'std::move(_tmp)' if tensors else '_tmp'};",), None, BODY))
    if checks.after:
        sections.append(Section("check_storage", checks.after, None, BODY))
    return sections


def _redispatch_name(f: NativeFunction) -> str:
    name = f.func.name.name + ("_symint" if f.func.has_symint else "")
    return f"{name}_outf" if f.func.is_out else name


def _decomposition(method: Method, guard: str, call: str) -> tuple[str, ...]:
    """The call where the function has no forward formula: with a tangent among the arguments it is decomposed."""
    f, plan, dialect = method.f, method.plan, method.dialect
    types = ", ".join([return_.type or str(return_.value.type) for return_ in plan.returns])
    if len(plan.returns) > 1:
        types = f"std::tuple<{types}>"
    tangents = forward_mode.any_tangent((*f.func.arguments.non_out, *f.func.arguments.out), method.info)
    arguments = ", ".join([argument.name for argument in f.func.arguments.all])
    name = cpp_name(f.func)
    return (
        f"  if ({tangents}) {{",
        f'    static c10::OperatorName full_name("aten::{name}", "{f.func.name.overload}");',
        f"    static {dialect.body_optional}<c10::OperatorHandle> opt_op = {_FIND_SCHEMA};",
        f'    return impl::run_jit_decomposition_with_args_for_jvp<{types}>("{name}", *opt_op, ks, {arguments});',
        "  } else {",
        f"    {guard}",
        f"    return {call};",
        "  }",
    )


def _rebases(method: Method) -> bool:
    return writes_arguments(method.f) and method.plan.view_of is None


def _history(method: Method) -> list[Section]:
    plan, dialect = method.plan, method.dialect
    hooks = dialect.autograd.node_creation_hooks
    verb = "rebase" if _rebases(method) else "set"
    if plan.is_inplace_foreach:
        return foreach_loops.history(verb, method.outputs, dialect)
    flattened = f"flatten_tensor_args( {', '.join([output.name for output in plan.outputs])} )"
    lines: tuple[str, ...] = ("if (grad_fn) {", f"    {verb}_history({flattened}, grad_fn);", "}")
    if hooks and verb == "rebase":
        lines = (
            "c10::intrusive_ptr<Node> _rebased_fn;",
            "if (grad_fn) {",
            f"    _rebased_fn = rebase_history({flattened}, grad_fn);",
            "}",
        )
    return [Section("history", lines, method.outputs, BODY)]


def _creation_hooks(method: Method) -> Section:
    if method.plan.is_inplace_foreach:
        return foreach_loops.creation_hooks("_rebased_fns[i]" if _rebases(method) else "grad_fns[i]")
    node = "_rebased_fn" if _rebases(method) else "grad_fn"
    lines = (f"if ({node}) {{", f"    fire_node_creation_hooks({node});", "}")
    return Section("creation_hooks", lines, None, BODY)


def _save_outputs(method: Method) -> list[Section]:
    info, plan, dialect = method.derived, method.plan, method.dialect
    if info is None or method.f.func.kind == "out" or not info.all_saved_outputs:
        return []
    inplace = method.f.func.kind == "inplace"
    saved = sorted(info.all_saved_outputs, key=_name)
    sections = [
        Section("save_outputs", saved_lines(output, True, inplace, plan, None, dialect), output.source, NESTED)
        for output in saved
    ]
    if plan.is_inplace_foreach:
        return foreach_loops.loop("save_outputs", (), sections, BODY, dialect)
    return [
        Section("save_outputs", ("if (grad_fn) {",), saved[0].source, BODY),
        *sections,
        Section("save_outputs", ("}",), saved[-1].source, BODY),
    ]
