"""What a method's body needs to know before a line of it is written, and all that the generator refuses on the way.

Follows the first half of the generator's `emit_body`, and the checks that it makes further down.
"""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen import refusals
from vt_core.codegen.cpp import (
    CppArgument,
    CppCache,
    CppReturn,
    cpp_arguments,
    cpp_returns,
    default_faults,
    return_names,
    type_faults,
)
from vt_core.codegen.output_differentiability import read_output_flags
from vt_core.codegen.saving import find_guard
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


class DifferentiableOutput(NamedTuple):
    """An output that takes part in autograd, under its name in the body."""

    name: str
    value: CppReturn


class BodyPlan(NamedTuple):
    """A method's arguments and outputs, sorted by their part in autograd.

    `arguments` are all in schema order, `inputs` those that can be differentiated, `args_with_derivatives` those that
    a formula differentiates (all inputs where there is no formula). `view_of` names the argument whose view the
    outputs are. With `faults` the generator writes no body; the rest is then as good as it can be.
    """

    arguments: tuple[CppArgument, ...]
    inputs: tuple[CppArgument, ...]
    args_with_derivatives: tuple[CppArgument, ...]
    returns: tuple[CppReturn, ...]
    return_names: tuple[str, ...]
    outputs: tuple[DifferentiableOutput, ...]
    requires_derivative: bool
    view_of: str | None
    faults: tuple[Fault, ...]


def modifies_arguments(f: NativeFunction) -> bool:
    """Whether it writes into `self` or into out arguments."""
    return f.func.name.inplace or bool(f.func.arguments.out)


def plan_body(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache | None = None
) -> BodyPlan:
    """Plan the body of a function whose definition is emitted (see `strategy.emits_definition`)."""
    cache = cache or CppCache()
    func = f.func
    arguments = cpp_arguments(func.arguments.all, dialect, cache)
    returns = cpp_returns(func.returns, dialect, cache)
    names = return_names(func)
    excluded = () if info is None else info.non_differentiable
    non_out = arguments[: -len(func.arguments.out)] if func.arguments.out else arguments
    inputs = tuple([a for a in non_out if a.is_tensor_like and a.name not in excluded])
    faults: list[Fault] = _schema_faults(f, arguments, returns, dialect, cache)
    with_derivatives = _args_with_derivatives(f, info, inputs, arguments, dialect, faults)
    all_outputs = tuple(map(DifferentiableOutput, names, returns))
    outputs = _differentiable_outputs(f, info, all_outputs, faults)
    requires = bool(inputs and outputs) and not is_listed(f, dialect)
    if not requires and inputs and outputs is not None and info is not None and info.has_derivatives:
        faults.append(refusals.derivative_ignored(f, info, "listed" if outputs else "no-output"))
    view_of = view_base(f, dialect)
    if view_of is not None and outputs is not None:
        _check_view(f, arguments, returns, outputs, dialect, faults)
    if func.name.base in dialect.reset_grad_accumulator and not func.name.inplace:
        faults.append(refusals.reset_grad_accumulator(f))
    return BodyPlan(
        arguments,
        inputs,
        with_derivatives,
        returns,
        names,
        outputs or (),
        requires,
        view_of,
        tuple(faults),
    )


def is_listed(f: NativeFunction, dialect: Dialect) -> bool:
    """Whether it stands in the generator's list of functions that need no derivative."""
    listed = dialect.dont_require_derivative
    return f.func.name.base in listed or f.cpp_name in listed


def view_base(f: NativeFunction, dialect: Dialect) -> str | None:
    """The argument that its outputs are views of, None for a function that returns no views."""
    base = f.func.name.base
    if base not in dialect.returns_views_of_input:
        return dialect.view_functions.get(base)
    return dialect.view_functions.get(base, "self")


def _schema_faults(
    f: NativeFunction,
    arguments: tuple[CppArgument, ...],
    returns: tuple[CppReturn, ...],
    dialect: Dialect,
    cache: CppCache,
) -> list[Fault]:
    """Types and defaults without a C++ form, and schemas that are two things at once."""
    faults: list[Fault] = []
    for argument in arguments:
        if not argument.type or not argument.has_default_text:
            faults.extend(default_faults(f, dialect, cache))
            faults.extend(type_faults(f, dialect, cache))
            break
    else:
        for return_ in returns:
            if not return_.type:
                faults.extend(type_faults(f, dialect, cache))
                break
    if f.func.name.inplace:
        if f.func.arguments.out:
            faults.append(refusals.inplace_and_out(f))
        if len(returns) > 1:
            faults.append(refusals.inplace_returns(f))
    return faults


def _args_with_derivatives(
    f: NativeFunction,
    info: DifferentiabilityInfo | None,
    inputs: tuple[CppArgument, ...],
    arguments: tuple[CppArgument, ...],
    dialect: Dialect,
    faults: list[Fault],
) -> tuple[CppArgument, ...]:
    """The inputs that formulas name. The generator compares how many they are, not which."""
    if info is None or not info.has_derivatives:
        return inputs
    wanted = {name for derivative in info.derivatives for name in derivative.var_names}
    found = tuple([a for a in inputs if a.name in wanted])
    lost = len(found) != len(wanted)
    if lost or (len({a.name for a in found}) != len(wanted) and _guard_is_lost(info, found, dialect)):
        faults.extend(refusals.unknown_gradient_arguments(f, info, inputs, arguments))
    return found


def _guard_is_lost(info: DifferentiabilityInfo, found: tuple[CppArgument, ...], dialect: Dialect) -> bool:
    """Whether a saved tensor would be guarded by the edge of an argument that is not there."""
    return any(
        (guard := find_guard(saved, info, found, dialect)) is not None and guard.edge is None
        for saved in info.all_saved_inputs
    )


def _differentiable_outputs(
    f: NativeFunction,
    info: DifferentiabilityInfo | None,
    outputs: tuple[DifferentiableOutput, ...],
    faults: list[Fault],
) -> tuple[DifferentiableOutput, ...] | None:
    """The outputs that take part; None where a fault leaves that open."""
    if info is None:
        return tuple([output for output in outputs if output.value.is_tensor_like])
    value = info.entry.output_differentiability
    if value is None:
        excluded = info.non_differentiable
        found = tuple([o for o in outputs if o.value.is_tensor_like and o.name not in excluded])
        return found[:1] if info.uses("grad") else found
    flags = read_output_flags(value)
    if flags is None:
        faults.append(refusals.output_differentiability_type(f, info, value))
        return None
    if flags.has_false and f.func.name.inplace:
        faults.append(refusals.inplace_output_not_differentiable(f, info))
        return None
    return tuple([output for flag, output in zip(flags.flags, outputs) if flag])


def _check_view(
    f: NativeFunction,
    arguments: tuple[CppArgument, ...],
    returns: tuple[CppReturn, ...],
    outputs: tuple[DifferentiableOutput, ...],
    dialect: Dialect,
    faults: list[Fault],
) -> None:
    """A view function returns one tensor or list of tensors, and its arguments can be kept for replaying it."""
    if modifies_arguments(f) or not any(return_.is_tensor_like for return_ in returns):
        return
    names = {output.name for output in outputs}
    if len(names) > 1:
        faults.append(refusals.view_outputs(f, "several", [output.name for output in outputs]))
    elif names and not outputs[0].value.is_tensor_like:
        faults.append(refusals.view_outputs(f, "type", [str(outputs[0].value.value.type)]))
    elif names and not outputs[0].value.is_tensor_list:
        lost = [
            (index, argument)
            for index, argument in enumerate(arguments)
            if argument.unpacked != "self_" and argument.type and argument.type not in dialect.view_argument_types
        ]
        faults.extend(refusals.view_argument_types(f, lost, dialect))
