"""The faults that emission finds, each with its place: what the generator raises while it writes VariableType."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.codegen.cpp import CppArgument
from vt_core.codegen.derivatives_entry import key_place
from vt_core.codegen.output_differentiability import first_false
from vt_core.codegen.places import argument_place, operator_place, returns_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Node, Place, Scalar
from vt_core.syntax.nodes import Sequence as SequenceNode


def unknown_gradient_arguments(
    f: NativeFunction,
    info: DifferentiabilityInfo,
    inputs: Sequence[CppArgument],
    arguments: Sequence[CppArgument],
) -> list[Fault]:
    """One fault for each gradient key's name that is no differentiable argument, or is one twice."""
    from difflib import get_close_matches  # a slow import, for mistakes only

    known = [a.name for a in inputs]
    faults: list[Fault] = []
    for derivative in info.derivatives:
        for name in dict.fromkeys(derivative.var_names):
            # `overlapping-differentiability` says what is wrong with a name that is marked too.
            if known.count(name) == 1 or name in info.non_differentiable:
                continue
            named = next((a for a in arguments if a.name == name), None)
            free = [other for other in known if other not in derivative.var_names]
            data = {
                "operator": str(f.func.name),
                "argument": name,
                "kind": _kind_of_name(name, named, known),
                "type": "" if named is None else str(named.argument.type),
                "arguments": ", ".join(known),
                "nearest": next(iter(get_close_matches(name, free, 1) or get_close_matches(name, known, 1)), ""),
            }
            faults.append(Fault("unknown-gradient-argument", key_place(derivative.key, name), data))
    return faults


def _kind_of_name(name: str, named: CppArgument | None, known: Sequence[str]) -> str:
    if named is None:
        return "unknown"
    if name in known:
        return "twice"
    return "not-tensor" if not named.is_tensor_like else "out"


def output_differentiability_type(f: NativeFunction, info: DifferentiabilityInfo, value: Node) -> Fault:
    """`output_differentiability` is a single value where a list is needed."""
    kind = value.kind if isinstance(value, Scalar) else "list" if isinstance(value, SequenceNode) else "mapping"
    data = {
        "operator": info.name,
        "kind": kind,
        "value": value.value if isinstance(value, Scalar) else "",
        "outputs": str(len(f.func.returns)),
    }
    return Fault("output-differentiability-type", Place("derivatives", ("output_differentiability",)), data)


def inplace_output_not_differentiable(f: NativeFunction, info: DifferentiabilityInfo) -> Fault:
    """An in-place function's output cannot be non-differentiable: its version counter would not move."""
    data = {"operator": str(f.func.name), "entry": str(info.func.func.name)}
    value = info.entry.output_differentiability
    item = None if value is None else first_false(value)
    path = ("output_differentiability",) if item is None else ("output_differentiability", item.value)
    return Fault("inplace-output-not-differentiable", Place("derivatives", path), data)


def derivative_ignored(f: NativeFunction, info: DifferentiabilityInfo, reason: str) -> Fault:
    """There is a formula for nothing.

    Either no output is differentiable (`no-output`), or the function is `listed` as one that needs no derivative.
    """
    data = {
        "operator": str(f.func.name),
        "name": f.cpp_name,
        "entry": str(info.func.func.name),
        "reason": reason,
    }
    if reason == "no-output" and info.entry.output_differentiability is not None:
        return Fault("derivative-ignored", Place("derivatives", ("output_differentiability",)), data)
    name_end = info.entry.specification.partition("(")[0].rstrip()
    return Fault("derivative-ignored", Place("derivatives", ("name",), "value", 0, len(name_end)), data)


def view_outputs(f: NativeFunction, what: str, outputs: Sequence[str]) -> Fault:
    """A view function with several differentiable outputs, or with one that is no tensor."""
    data = {"operator": str(f.func.name), "what": what, "outputs": ", ".join(outputs)}
    return Fault("view-outputs", returns_place(f.func), data)


# With more of them it is rather the name that is wrong: one fault says all.
_MOST_VIEW_ARGUMENTS = 2


def view_argument_types(
    f: NativeFunction, arguments: Sequence[tuple[int, CppArgument]], dialect: Dialect
) -> list[Fault]:
    """Arguments (with their indexes) that the replay of a view cannot keep."""
    data = {"operator": str(f.func.name), "known": ", ".join(dialect.view_argument_types)}
    if len(arguments) > _MOST_VIEW_ARGUMENTS:
        names = ", ".join([argument.name for _, argument in arguments])
        return [Fault("view-argument-type", operator_place(f.func), {**data, "arguments": names})]
    return [
        Fault(
            "view-argument-type",
            argument_place(f.func, index),
            {**data, "argument": argument.name, "type": argument.type},
        )
        for index, argument in arguments
    ]


def reset_grad_accumulator(f: NativeFunction) -> Fault:
    """A function of these names resets the gradient accumulator of `self`, so it has to be in-place."""
    return Fault("reset-grad-accumulator", operator_place(f.func), {"operator": str(f.func.name)})


def inplace_and_out(f: NativeFunction, origin: str | None = None) -> Fault:
    """In-place by its name, and with out arguments."""
    data = {"operator": str(f.func.name), "out": f.func.arguments.out[0].name}
    return Fault("inplace-and-out", argument_place(f.func, len(f.func.arguments.non_out)), data, origin)


def inplace_returns(f: NativeFunction, origin: str | None = None) -> Fault:
    """An in-place function returns `self` and nothing else."""
    data = {"operator": str(f.func.name), "returns": str(len(f.func.returns))}
    return Fault("inplace-return", returns_place(f.func), data, origin)


def manual_kernel_registration(f: NativeFunction) -> Fault:
    """`manual_kernel_registration` and the generator's list of such functions have to agree."""
    data = {"operator": str(f.func.name), "listed": "false" if f.manual_kernel_registration else "true"}
    if f.manual_kernel_registration:
        place = Place("native_functions", ("manual_kernel_registration",))
        return Fault("manual-kernel-registration", place, data)
    return Fault("manual-kernel-registration", operator_place(f.func), data)


def missing_dispatch(f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect) -> Fault:
    """Its autograd kernel is its own, so it needs kernels of its own."""
    formula = info is not None and info.has_derivatives
    data = {
        "operator": str(f.func.name),
        "name": f.cpp_name,
        "reason": "formula" if formula else "manual",
        "entry": str(info.func.func.name) if info is not None and formula else "",
        "composite": dialect.composite_key,
        "explicit": dialect.explicit_composite_key,
    }
    return Fault("missing-dispatch", operator_place(f.func), data)
