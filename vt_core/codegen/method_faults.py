"""All that the generator refuses in one function of family 2.x while it matches and emits it: found by the plan of its
method, without a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vt_core.codegen import refusals
from vt_core.codegen.body_plan import view_base
from vt_core.codegen.cpp import CppCache, cpp_arguments, cpp_returns, default_faults, mode_of, type_faults
from vt_core.codegen.foreach import reference_name
from vt_core.codegen.match_faults import match_faults
from vt_core.codegen.method_plan import MethodPlan, plan_method
from vt_core.codegen.places import argument_place, operator_place
from vt_core.codegen.strategy import emits_definition
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo, ForwardDerivative
from vt_core.model.native_function import NativeFunction
from vt_core.model.types import ListType, is_tensor_list
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def method_faults(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache, *, exact: bool
) -> tuple[Fault, ...]:
    """What is wrong with a function and the entry that it matched, all autograd keys."""
    if info is not None:
        faults = match_faults(f, info, exact=exact)
        if faults:
            return faults
    if not emits_definition(f, info, dialect):
        return ()
    found: list[Fault] = []
    arguments = cpp_arguments(f.func.arguments.all, dialect, cache)
    if not all(a.type for a in arguments) or not all(r.type for r in cpp_returns(f.func.returns, dialect, cache)):
        found += type_faults(f, dialect, cache)
    keys: tuple[DifferentiabilityInfo | None, ...] = (None,) if info is None else info.by_key
    if info is not None or not _falls_back(f, dialect, cache):
        if not all(argument.has_default_text for argument in arguments):
            found += default_faults(f, dialect, cache)
        for one in keys:
            found += _body_faults(f, one, dialect, cache)
    if view_base(f, dialect) is not None and f.func.kind not in ("inplace", "out"):
        found += _view_faults(f, info, dialect, cache)
    if f.manual_kernel_registration:
        found.append(refusals.manual_kernel_registration(f))
    if info is not None and not f.is_abstract:
        found.append(refusals.missing_dispatch(f, info, dialect))
    return tuple(found)


def _falls_back(f: NativeFunction, dialect: Dialect, cache: CppCache) -> bool:
    """Whether a function without an entry is registered as not implemented rather than given a body."""
    name, wrapper = f.cpp_name, f.wrapper_name
    if f.func.name.name in dialect.reset_grad_accumulator or f.func.name.base in dialect.dont_require_derivative:
        return False
    if not any(return_.type.is_tensor_like for return_ in f.func.returns):
        return False
    return not (
        name in dialect.dont_enforce_same_tensor_impl_or_storage
        or wrapper in dialect.dont_enforce_storage_impl_use_count
        or wrapper in dialect.dont_enforce_tensor_impl_use_count
    )


def _body_faults(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache
) -> list[Fault]:
    """What is wrong with the method of one autograd key."""
    plan = plan_method(f, info, dialect, cache)
    found: list[Fault] = []
    if plan.is_inplace_foreach:
        found += _inplace_foreach_faults(f, info, dialect)
    if info is None or found:
        return found
    found += _argument_faults(f, info, plan, dialect, cache)
    flags = info.output_flags
    if flags is not None:
        if len(flags) != len(plan.returns):
            found.append(_flags_fault(f, info, len(flags), len(plan.returns)))
        if False in flags and f.func.kind == "inplace":
            found.append(refusals.inplace_output_not_differentiable(f, info))
        if found:
            return found
    if info.has_derivatives and not plan.requires_derivative and f.func.returns:
        found.append(refusals.derivative_ignored(f, info, "listed" if plan.outputs else "no-output"))
    if plan.requires_derivative:
        found += _forward_faults(f, info, plan)
        found += _saving_faults(f, info, plan)
    return found


def _inplace_foreach_faults(f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect) -> Iterator[Fault]:
    """An in-place foreach function uses the formulas of an operator for one element as they are."""
    assert dialect.foreach is not None
    func = f.func
    name = f"{func.name.base}.{func.name.overload}" if func.name.overload else func.name.base
    data = {"operator": str(func.name), "reference": reference_name(f)}
    if info is None:
        if name not in dialect.foreach.inplace_without_formulas:
            yield Fault("foreach-reference", operator_place(func), {**data, "what": "no-formula"})
        return
    data["entry"] = str(info.func.func.name)
    own, other = func.arguments.non_out, info.func.func.arguments.non_out
    if len(own) != len(other) and name not in dialect.foreach.inplace_other_arity:
        yield Fault("foreach-reference", operator_place(func), {**data, "what": "arity"})
        return
    for index, (argument, reference) in enumerate(zip(own, other)):
        type_ = argument.type.elem if isinstance(argument.type, ListType) else argument.type
        if type_ != reference.type:
            told = {**data, "what": "type", "argument": argument.name}
            yield Fault("foreach-reference", argument_place(func, index), told)
            return


def _argument_faults(
    f: NativeFunction, info: DifferentiabilityInfo, plan: MethodPlan, dialect: Dialect, cache: CppCache
) -> list[Fault]:
    """Formulas for what is no differentiable argument."""
    if not info.has_derivatives:
        return []
    wanted = {name for derivative in info.derivatives for name in derivative.var_names}
    if len(plan.args_with_derivatives) == len(wanted):
        return []
    arguments = cpp_arguments(f.func.arguments.all, dialect, cache, mode_of(f))
    names = {one.argument for one in plan.inputs}
    return refusals.unknown_gradient_arguments(f, info, [a for a in arguments if a.name in names], arguments)


def _flags_fault(f: NativeFunction, info: DifferentiabilityInfo, count: int, outputs: int) -> Fault:
    data = {"operator": str(f.func.name), "count": str(count), "outputs": str(outputs)}
    return Fault("output-differentiability-length", Place("derivatives", ("output_differentiability",)), data)


def _forward_faults(f: NativeFunction, info: DifferentiabilityInfo, plan: MethodPlan) -> Iterator[Fault]:
    """Forward formulas that cannot be written into the method."""
    forward = info.forward_derivatives
    if not forward:
        return
    data = {"operator": str(f.func.name)}
    if not plan.is_inplace_foreach:
        named = sum(len(one.var_names) if f.func.kind != "inplace" else 1 for one in forward)
        if named != len(plan.outputs):
            told = {**data, "outputs": str(len(plan.outputs)), "count": str(named)}
            yield Fault("forward-formula-count", forward[0].place, told)
            return
    for one in forward:
        tangents = one.required_inputs_fw_grad
        lone_list = len(plan.inputs) == 1 and plan.inputs[0].is_tensor_list
        if not plan.is_foreach and not tangents and not lone_list:
            yield Fault("forward-without-tangent", one.place, data)
        if f.func.kind != "out":
            yield from _forward_output_faults(f, one, plan, data)


def _forward_output_faults(
    f: NativeFunction, one: ForwardDerivative, plan: MethodPlan, data: dict[str, str]
) -> Iterator[Fault]:
    """The outputs of a formula are tensors, or one list of them."""
    types = one.var_types
    if all(str(type_) == "Tensor" for type_ in types):
        if len(types) == 1 and plan.is_foreach and f.func.kind != "inplace" and one.var_names[0] != "result":
            yield Fault("saved-output", one.place, {**data, "what": "foreach", "saved": one.var_names[0]})
    elif not is_tensor_list(types[0]) or not isinstance(types[0], ListType) or len(types) != 1:
        yield Fault("forward-tensor-list", one.place, data)


def _saving_faults(f: NativeFunction, info: DifferentiabilityInfo, plan: MethodPlan) -> Iterator[Fault]:
    """What cannot be saved, or not under its condition."""
    if not info.has_derivatives or f.func.kind == "out":
        return
    data = {"operator": str(f.func.name)}
    lists = any(one.is_tensor_list for one in plan.args_with_derivatives) and not plan.is_inplace_foreach
    if not lists and "backward" not in info.name and len(plan.args_with_derivatives) > 1:
        for saved in info.all_saved_inputs:
            used = [d for d in info.derivatives if any(s[:3] == saved[:3] for s in d.saved_inputs)]
            if saved.type != "at::Tensor" or len(used) != 1 or len(used[0].var_names) == 1:
                continue
            at = used[0].formula.find(f"wrap_opt_if({saved.name}")
            if at >= 0 and not re.match(rf"wrap_opt_if\({re.escape(saved.name)},(.*?)\)", used[0].formula[at:]):
                yield Fault("wrap-opt-if", used[0].place, data)
    for saved in info.all_saved_outputs:
        if saved.type == "::std::vector<at::Tensor>" and not plan.is_foreach:
            yield Fault("saved-output", saved.source, {**data, "what": "list", "saved": saved.name})
        elif f.func.kind == "inplace" and saved.name != "result" and saved.type in ("at::Tensor", "at::Scalar"):
            yield Fault("saved-output", saved.source, {**data, "what": "inplace", "saved": saved.name})


def _view_faults(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache
) -> Iterator[Fault]:
    """A view returns one tensor or list of tensors, and its arguments can be kept for making it again."""
    plan = plan_method(f, info, dialect, cache)
    names = {output.name for output in plan.outputs}
    if len(names) > 1:
        yield refusals.view_outputs(f, "several", [output.name for output in plan.outputs])
    elif names and not plan.outputs[0].value.is_tensor_like:
        yield refusals.view_outputs(f, "type", [str(plan.outputs[0].value.value.type)])
    elif names and (dialect.autograd.view_func_objects or not plan.outputs[0].value.is_tensor_list):
        arguments = cpp_arguments(f.func.arguments.all, dialect, cache, mode_of(f))
        lost = [
            (index, argument)
            for index, argument in enumerate(arguments)
            if argument.name != "self" and argument.type and argument.type not in dialect.view_argument_types
        ]
        yield from refusals.view_argument_types(f, lost, dialect)
