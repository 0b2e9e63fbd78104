"""What a method of family 2.x needs to know before a line of it is written (the first half of the generator's
`emit_body`). Nothing is refused here: a function that the generator refuses gets a plan as good as it can be."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.body_plan import DifferentiableOutput, is_listed, view_base
from vt_core.codegen.cpp import CppArgument, CppCache, CppReturn, cpp_arguments, cpp_returns, mode_of, return_names
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.model.types import ListType, Type, is_tensor_list

_FOREACH = "_foreach"


class Input(NamedTuple):
    """An argument that can be differentiated, as formulas know it.

    The formulas of an in-place foreach function are those of the operator for one element: `name` and `type` are that
    operator's, `argument` and `argument_type` the foreach function's own. Elsewhere the two are the same.
    """

    name: str
    type: Type
    argument: str
    argument_type: Type

    @property
    def is_tensor_list(self) -> bool:
        return is_tensor_list(self.type)

    @property
    def element(self) -> str:
        """What stands for it in a loop over the elements."""
        return f"{self.argument}[i]" if is_tensor_list(self.argument_type) else self.argument


class ReferencePair(NamedTuple):
    """An argument of an in-place foreach function, and the one of its reference that formulas speak of."""

    argument: Argument
    reference: Argument

    @property
    def is_list(self) -> bool:
        return isinstance(self.argument.type, ListType)

    @property
    def element(self) -> str:
        return f"{self.argument.name}[i]" if self.is_list else self.argument.name


class MethodPlan(NamedTuple):
    """A method's arguments and outputs, sorted by their part in autograd.

    `arguments` are all in schema order, `inputs` those that can be differentiated, `args_with_derivatives` those that
    a formula differentiates (all inputs where there is no formula). `references` pairs the arguments of an in-place
    foreach function with those of the operator for one element. `view_of` names the argument whose view the outputs
    are.
    """

    arguments: tuple[CppArgument, ...]
    inputs: tuple[Input, ...]
    args_with_derivatives: tuple[Input, ...]
    returns: tuple[CppReturn, ...]
    return_names: tuple[str, ...]
    outputs: tuple[DifferentiableOutput, ...]
    requires_derivative: bool
    is_foreach: bool
    is_inplace_foreach: bool
    references: tuple[ReferencePair, ...]
    view_of: str | None


def writes_arguments(f: NativeFunction) -> bool:
    """Whether it is an in-place or an out function; one that writes to other arguments is neither."""
    return f.func.kind in ("inplace", "out")


def plan_method(
    f: NativeFunction, info: DifferentiabilityInfo | None, dialect: Dialect, cache: CppCache | None = None
) -> MethodPlan:
    """Plan the method of a function for one autograd key, that of `info`."""
    cache = cache or CppCache()
    func = f.func
    mode = mode_of(f)
    returns = cpp_returns(func.returns, dialect, cache, mode)
    names = return_names(func)
    is_foreach = f.cpp_name.startswith(_FOREACH)
    is_inplace_foreach = is_foreach and func.kind == "inplace"
    references: tuple[ReferencePair, ...] = ()
    if is_inplace_foreach and info is not None:
        references = tuple(map(ReferencePair, func.arguments.non_out, info.func.func.arguments.non_out))
    arguments = cpp_arguments(func.arguments.all, dialect, cache, mode)
    out = func.arguments.out
    inputs = _inputs(arguments[: -len(out)] if out else arguments, info, references)
    with_derivatives = inputs
    if info is not None and info.has_derivatives:
        wanted = {name for derivative in info.derivatives for name in derivative.var_names}
        with_derivatives = tuple([one for one in inputs if one.name in wanted])
    outputs = differentiable_outputs(names, returns, info)
    return MethodPlan(
        arguments,
        inputs,
        with_derivatives,
        returns,
        names,
        outputs,
        bool(inputs and (outputs or is_inplace_foreach)) and not is_listed(f, dialect),
        is_foreach,
        is_inplace_foreach,
        references,
        view_base(f, dialect),
    )


def differentiable_outputs(
    names: tuple[str, ...], returns: tuple[CppReturn, ...], info: DifferentiabilityInfo | None
) -> tuple[DifferentiableOutput, ...]:
    """The outputs that take part in autograd."""
    outputs = tuple(map(DifferentiableOutput, names, returns))
    if info is None:
        return tuple([output for output in outputs if output.value.is_tensor_like])
    if info.output_flags is not None:
        return tuple([output for flag, output in zip(info.output_flags, outputs) if flag])
    excluded = info.non_differentiable
    found = tuple([o for o in outputs if o.value.is_tensor_like and o.name not in excluded])
    return found[:1] if info.uses("grad") else found


def _inputs(
    arguments: tuple[CppArgument, ...], info: DifferentiabilityInfo | None, references: tuple[ReferencePair, ...]
) -> tuple[Input, ...]:
    """Those of the arguments (without the out ones) that can be differentiated."""
    excluded = () if info is None else info.non_differentiable
    if references:
        known = [pair.reference for pair in references]
        known += [record.argument for record in arguments[len(known) :]]
        return tuple(
            [
                Input(one.name, one.type, record.name, record.argument.type)
                for one, record in zip(known, arguments)
                if one.type.is_tensor_like and one.name not in excluded
            ]
        )
    return tuple(
        [
            Input(record.name, record.argument.type, record.name, record.argument.type)
            for record in arguments
            if record.is_tensor_like and record.name not in excluded
        ]
    )
