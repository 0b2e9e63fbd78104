"""What a backward node keeps, and why, in words."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.saved_variables import FormulaContext, saved_variables, words_of
from vt_core.codegen.saving import find_guard, saved_kind
from vt_core.dialects.dialect import Dialect
from vt_core.ide.markdown import code, codes
from vt_core.ide.plans import Plan
from vt_core.model.derivatives import Derivative, DifferentiabilityInfo, SavedAttribute
from vt_core.model.native_function import NativeFunction


class Node(NamedTuple):
    """A backward node as the method of one function fills it."""

    function: NativeFunction
    info: DifferentiabilityInfo
    plan: Plan
    dialect: Dialect


def saved_lines(node: Node) -> list[str]:
    """A line for each thing that the node keeps: what, at which cost, for which formulas."""
    info = node.info
    inputs = [saved_line(node, saved, False) for saved in info.all_saved_inputs]
    return inputs + [saved_line(node, saved, True) for saved in info.all_saved_outputs]


def saved_by(node: Node, derivative: Derivative) -> list[str]:
    """The same for one formula."""
    inputs = [saved_line(node, saved, False) for saved in derivative.saved_inputs]
    outputs = [saved_line(node, saved, True) for saved in derivative.saved_outputs]
    return list(dict.fromkeys(inputs + outputs))


def saved_line(node: Node, saved: SavedAttribute, is_output: bool) -> str:
    """What one attribute is, what it costs, and who asks for it."""
    asking = keys_asking(node.info, saved, is_output)
    formulas = "formulas" if len(asking) > 1 else "formula"
    text = f"{_title(saved)}: {_cost(node, saved, is_output)}, for the {formulas} of {codes(asking)}"
    guard = None if is_output else find_guard(saved, node.info, node.plan.args_with_derivatives, node.dialect)
    if guard is not None:
        text += f"; saved only if the gradient of {code(guard.variable)} is asked for"
    return text


def keys_asking(info: DifferentiabilityInfo, saved: SavedAttribute, is_output: bool) -> list[str]:
    """The gradient keys whose formulas read an attribute."""
    found: list[str] = []
    for derivative in info.derivatives:
        attributes = derivative.saved_outputs if is_output else derivative.saved_inputs
        if any(other.name == saved.name for other in attributes):
            found.append(derivative.key)
    return found


def attributes_of(name: str, type_: str, formula: str, key: str, dialect: Dialect) -> tuple[SavedAttribute, ...]:
    """What a formula saves of one argument or output of a C++ type."""
    context = FormulaContext(key, tuple([part.strip() for part in key.split(",")]), formula)
    return saved_variables(formula, words_of(formula), [(name, type_)], context, dialect, []).attributes


def cost_of(saved: SavedAttribute, is_output: bool, dialect: Dialect, *, rewritten: bool) -> str:
    """Whether a node keeps a tensor alive for it, or a plain value. `rewritten`: it is a property that stands for a
    tensor."""
    kind = saved_kind(saved, is_output, dialect)
    if kind == "tensor":
        return "the output as a whole tensor" if is_output else "the whole tensor"
    if kind is not None:
        return "every tensor of the list, whole"
    whole = "tensors of the list" if saved.expr.startswith("to_args_") else "tensor"
    member = dialect.saved_members.get(saved.type)
    type_ = saved.type if member is None else member.partition(" {}")[0]
    return f"a plain value ({code(type_)})" + (f" in place of the {whole}" if rewritten else "")


def _title(saved: SavedAttribute) -> str:
    return code(saved.name if saved.expr == saved.name else f"{saved.name} = {saved.expr}")


def _cost(node: Node, saved: SavedAttribute, is_output: bool) -> str:
    names = (*[argument.name for argument in node.plan.arguments], *node.plan.return_names, "options", "result")
    cost = cost_of(saved, is_output, node.dialect, rewritten=saved.name not in names)
    if saved.name == "self" and not is_output and node.function.func.name.inplace and cost.startswith("the whole"):
        return "a copy of the whole tensor (the call overwrites it)"
    return cost
