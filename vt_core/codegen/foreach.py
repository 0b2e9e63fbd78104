"""Foreach functions take their formulas from the operator that they do to each tensor (torchgen's
`gen_foreach_derivativeinfo`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vt_core.codegen.cpp import CppCache, cpp_arguments, mode_of
from vt_core.codegen.places import argument_place
from vt_core.codegen.saved_variables import words_of
from vt_core.dialects.dialect import Dialect, ForeachFacts
from vt_core.model.derivatives import (
    DEFAULT_KEY,
    Binding,
    Derivative,
    DifferentiabilityInfo,
    ForwardDerivative,
    SavedAttribute,
)
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.model.signatures import arguments_of_signature
from vt_core.model.types import ListType
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

PREFIX = "_foreach_"


class ForeachReading(NamedTuple):
    """The info, None where the generator refuses to make one, and what is wrong."""

    info: DifferentiabilityInfo | None
    faults: tuple[Fault, ...]


def reference_name(f: NativeFunction) -> str:
    """The base name of the operator that a foreach function does to each tensor."""
    return f.func.name.base.split(PREFIX)[-1]


def is_reference(f: NativeFunction, info: DifferentiabilityInfo, facts: ForeachFacts) -> bool:
    """Whether a foreach function can take its formulas from an info of the operator of its name."""
    func = info.func.func
    own, other = f.func.arguments.non_out, arguments_of_signature(func.arguments)
    if facts.other_arity is not None and str(f.func.name) not in facts.other_arity and len(own) != len(other):
        return False
    for argument, reference in zip(own, other):
        elem = getattr(argument.type, "elem", None)
        if reference.type != argument.type and reference.type != elem:
            return False
    return True


def find_reference(
    f: NativeFunction,
    functional: Iterable[DifferentiabilityInfo],
    written: Iterable[DifferentiabilityInfo],
    facts: ForeachFacts,
) -> DifferentiabilityInfo | None:
    """The first fitting one of the functional infos of its operator, for a few in-place functions of the others."""
    for info in functional:
        if is_reference(f, info, facts):
            return info
    if f.func.kind == "inplace" and str(f.func.name) in facts.inplace_reference:
        for info in written:
            if is_reference(f, info, facts):
                return info
    return None


def foreach_info(
    f: NativeFunction, reference: DifferentiabilityInfo, dialect: Dialect, cache: CppCache
) -> ForeachReading:
    """The info of a foreach function that gives new tensors; one in place uses its reference's as it is."""
    ref = next((info for info in reference.by_key if info.autograd_key == DEFAULT_KEY), None)
    data = {"operator": str(f.func.name), "entry": str(reference.func.func.name)}
    if ref is None:
        return ForeachReading(None, (Fault("foreach-reference", _name_place(reference), {**data, "what": "key"}),))
    if f.func.kind == "inplace":
        return ForeachReading(ref, ())
    faults: list[Fault] = []
    own = f.func.arguments.non_out
    by_reference = {r.name: a for a, r in zip(own, arguments_of_signature(ref.func.func.arguments))}
    types = {a.name: a.type for a in cpp_arguments(own, dialect, cache, mode_of(f))}
    derivatives = tuple([_derivative(d, by_reference, types, data, faults) for d in ref.derivatives])
    named = {name for derivative in derivatives for name in derivative.var_names}
    forward = tuple([_forward(one, f, ref.func, dialect, data, faults) for one in ref.forward_derivatives])
    if faults:
        return ForeachReading(None, tuple(faults[:1]))
    info = DifferentiabilityInfo(
        entry=ref.entry,
        func=f,
        derivatives=derivatives,
        all_saved_inputs=_distinct([saved for d in derivatives for saved in d.saved_inputs]),
        all_saved_outputs=_distinct([saved for d in derivatives for saved in d.saved_outputs]),
        args_with_derivatives=tuple([Binding(a.name, types[a.name], a) for a in own if a.name in named]),
        non_differentiable=(),
        forward_derivatives=forward,
        copied_from=ref,
    )
    return ForeachReading(info, ())


def _name_place(info: DifferentiabilityInfo) -> Place:
    """The operator's name in the reference's entry."""
    return Place("derivatives", ("name",), "value", 0, len(info.entry.specification.partition("(")[0]))


def _derivative(
    derivative: Derivative,
    by_reference: Mapping[str, Argument],
    types: Mapping[str, str],
    data: Mapping[str, str],
    faults: list[Fault],
) -> Derivative:
    """A backward formula for the i-th tensors."""
    formula = derivative.formula.replace("grad", "grads[i]").replace("result", "result[i]")
    inputs: list[SavedAttribute] = []
    outputs: list[SavedAttribute] = []
    for saved in derivative.saved_inputs:
        read = saved.expr.split(".")[0]
        argument = by_reference.get(read)
        if argument is None:
            faults.append(Fault("foreach-reference", saved.source, {**data, "what": "expression", "text": saved.expr}))
            continue
        name = argument.name
        element = f"{name}[i]" if isinstance(argument.type, ListType) else name
        formula = formula.replace(saved.name, saved.expr.replace(read, element))
        plain = types[name].replace("const ", "").replace(" &", "")
        inputs.append(SavedAttribute(name, plain, name, saved.source))
    for saved in derivative.saved_outputs:
        if saved.name == "result":
            outputs.append(SavedAttribute("result", "at::TensorList", "result", saved.source))
        else:
            faults.append(Fault("foreach-reference", saved.source, {**data, "what": "output", "text": saved.name}))
    names: list[str] = []
    for name in derivative.var_names:
        argument = by_reference.get(name)
        names.append(name if argument is None else argument.name)
    return Derivative(
        formula,
        derivative.formula,
        tuple(names),
        tuple(inputs),
        tuple(outputs),
        words_of(formula),
        derivative.key,
        frozenset(),
        derivative.path,
    )


def _forward(
    forward: ForwardDerivative,
    f: NativeFunction,
    reference: NativeFunction,
    dialect: Dialect,
    data: Mapping[str, str],
    faults: list[Fault],
) -> ForwardDerivative:
    """A forward formula for the i-th tensors."""
    formula = forward.formula.replace("result", "result[i]")
    names, types = list(forward.var_names), list(forward.var_types)
    tangents, primals = list(forward.required_inputs_fw_grad), list(forward.required_inputs_primal)
    for index, (own, ref) in enumerate(zip(f.func.arguments.non_out, reference.func.arguments.non_out)):
        if isinstance(own.type, ListType) and not own.type.is_tensor_like:
            formula = formula.replace(ref.name, f"{own.name}[i]")
        elif own.type.is_tensor_like:
            _check_tensor(f, index, own, dialect, data, faults)
            for suffix in ("_p", "_t"):
                formula = formula.replace(ref.name + suffix, own.name + suffix)
        elif own.name != ref.name:
            formula = formula.replace(ref.name, own.name)
        for at, name in enumerate(names):
            if name == ref.name:
                names[at], types[at] = own.name, own.type
        tangents = [own.name if name == ref.name else name for name in tangents]
        primals = [own.name if name == ref.name else name for name in primals]
    return forward._replace(
        formula=formula,
        var_names=tuple(names),
        var_types=tuple(types),
        required_inputs_fw_grad=tuple(tangents),
        required_inputs_primal=tuple(primals),
    )


def _check_tensor(
    f: NativeFunction, index: int, own: Argument, dialect: Dialect, data: Mapping[str, str], faults: list[Fault]
) -> None:
    """A lone tensor among the arguments is for a few functions only."""
    assert dialect.foreach is not None
    if isinstance(own.type, ListType):
        return
    if not (str(own.type) == "Tensor" and str(f.func.name) in dialect.foreach.tensor_overloads):
        told = {**data, "what": "tensor", "argument": own.name}
        faults.append(Fault("foreach-reference", argument_place(f.func, index), told))


def _distinct(saved: Sequence[SavedAttribute]) -> tuple[SavedAttribute, ...]:
    """The first of each, wherever formulas ask for it."""
    known: dict[tuple[str, str, str], SavedAttribute] = {}
    for one in saved:
        known.setdefault((one.name, one.type, one.expr), one)
    return tuple(known.values())
