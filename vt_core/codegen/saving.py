"""How a method gives its node what the node keeps (the generator's `save_variables`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from vt_core.dialects.dialect import Dialect, SavedKind
from vt_core.model.derivatives import Derivative, DifferentiabilityInfo, SavedAttribute


class Differentiated(Protocol):
    """What a guard needs to know of an argument with a derivative."""

    @property
    def name(self) -> str: ...

    @property
    def is_tensor_list(self) -> bool: ...


class Guard(NamedTuple):
    """A tensor is saved only if the gradient of one variable is asked for: the node's output `edge`; or, for a formula
    of several variables, where the `condition` that it states itself holds.

    `edge` is None where the variable is no argument with a derivative (the generator refuses that).
    """

    variable: str
    edge: int | None
    condition: str | None = None

    @property
    def test(self) -> str:
        return f"grad_fn->should_compute_output({self.edge})" if self.condition is None else self.condition


def saved_kind(attribute: SavedAttribute, is_output: bool, dialect: Dialect) -> SavedKind | None:
    """How the node keeps the attribute: as a saved variable or a list of them; None for a plain member."""
    if is_output and attribute.type in ("Scalar", "at::Scalar"):
        return "tensor"
    return dialect.saved_kinds.get(attribute.type)


def saving_lines(
    attribute: SavedAttribute, is_output: bool, inplace: bool, guard: Guard | None, dialect: Dialect
) -> tuple[str, ...]:
    """The statement that saves one attribute, in its guard."""
    name, kind = attribute.name, saved_kind(attribute, is_output, dialect)
    if kind == "tensor":
        statement = f"grad_fn->{name}_ = {_saved_variable(name, is_output, inplace)};"
    elif kind is not None:
        statement = f"grad_fn->{name}_ = make_saved_variable_list({name});"
    elif attribute.type in dialect.saved_as_vector:
        statement = f"grad_fn->{name} = {attribute.expr}.vec();"
    else:
        statement = f"grad_fn->{name} = {attribute.expr};"
    lines = (statement,) if statement.isprintable() else tuple(statement.splitlines())
    if guard is None:
        return lines
    return (f"if ({guard.test}) {{", *["  " + line for line in lines], "}")


def _saved_variable(name: str, is_output: bool, inplace: bool) -> str:
    if not is_output:
        return f"SavedVariable({'self.clone()' if inplace and name == 'self' else name}, false)"
    return "SavedVariable(self, true, self.is_view())" if inplace else f"SavedVariable({name}, true)"


def find_guard(
    attribute: SavedAttribute, info: DifferentiabilityInfo, arguments: Sequence[Differentiated], dialect: Dialect
) -> Guard | None:
    """The guard around saving an input: where it serves one formula of one of the `arguments` with a derivative, and
    there are others; or where that formula asks for one."""
    if attribute.type != dialect.cpp_tensor or len(arguments) <= 1 or "backward" in info.name:
        return None
    if any(argument.is_tensor_list for argument in arguments):
        return None
    used_in = [d for d in info.derivatives if any(_same(attribute, saved) for saved in d.saved_inputs)]
    if len(used_in) != 1:
        return None
    if len(used_in[0].var_names) != 1:
        return _optional_guard(attribute.name, used_in[0]) if dialect.autograd.optional_guards else None
    variable = used_in[0].var_names[0]
    edge = next((i for i, argument in enumerate(arguments) if argument.name == variable), None)
    return Guard(variable, edge)


def _optional_guard(name: str, derivative: Derivative) -> Guard | None:
    """The condition of `wrap_opt_if(name, condition)`, which may ask for elements of `grad_input_mask`."""
    call = f"wrap_opt_if({name}"
    start = derivative.formula.find(call)
    if start < 0:
        return None
    found = re.match(rf"wrap_opt_if\({re.escape(name)},(.*?)\)", derivative.formula[start:])
    if found is None:
        return None
    # The generator cuts one character more than the comma.
    condition = found.group(1)[1:].strip()
    return Guard(name, None, re.sub(r"grad_input_mask\[(\d+)\]", r"grad_fn->should_compute_output(\1)", condition))


def _same(one: SavedAttribute, other: SavedAttribute) -> bool:
    """Whether two formulas save the same, wherever they ask for it."""
    return one.name == other.name and one.expr == other.expr and one.type == other.type
