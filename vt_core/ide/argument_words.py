"""How an argument or output of a function takes part in autograd, in lines."""

from __future__ import annotations

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.saved_variables import words_of
from vt_core.ide.markdown import code, codes
from vt_core.ide.meaning import output_names
from vt_core.ide.plans import Plan, plan_of
from vt_core.ide.saved_words import Node, saved_line
from vt_core.model.derivatives import DifferentiabilityInfo, SavedAttribute
from vt_core.model.native_function import NativeFunction

_MOST_FORMULA = 160


def argument_lines(snapshot: Snapshot, placed: PlacedEntry | None, name: str) -> list[str]:
    """Its place among the arguments, its gradient, and what nodes keep of it."""
    if placed is None:
        return []
    matched = snapshot.matched(placed)
    f, info = matched.function, matched.info
    lines = [*_kind(f, name), *_gradient(f, info, name)]
    plan = plan_of(f, info, snapshot.dialect)
    if _fills_node(f, info, plan) and info is not None:
        node = Node(f, info, plan, snapshot.dialect)
        saved = [attribute for attribute in info.all_saved_inputs if _is_of(attribute, name)]
        lines += [f"saved: {saved_line(node, attribute, False)}" for attribute in saved]
    return lines


def _fills_node(f: NativeFunction, info: DifferentiabilityInfo | None, plan: Plan) -> bool:
    """Whether the function's method makes a node and saves something in it."""
    return info is not None and info.has_derivatives and plan.requires_derivative and not f.func.is_out


def _kind(f: NativeFunction, name: str) -> list[str]:
    arguments = f.func.arguments
    if any(argument.name == name for argument in arguments.out):
        return [f"where the result is written: keyword-only in Python, first in C++'s {code(f.cpp_name)}"]
    if any(argument.name == name for argument in arguments.options):
        return ["one of the four that C++ takes together as `TensorOptions options`"]
    if any(argument.name == name for argument in arguments.kwarg_only):
        return ["keyword-only in Python"]
    if name == "self" and "method" in f.variants:
        return ["the tensor that the method is called on"]
    return []


def _gradient(f: NativeFunction, info: DifferentiabilityInfo | None, name: str) -> list[str]:
    argument = next((argument for argument in f.func.arguments.non_out if argument.name == name), None)
    if argument is None or info is None:
        return []
    for derivative in info.derivatives:
        if name in derivative.var_names:
            return [f"gradient: {code(derivative.original, _MOST_FORMULA)}"]
    if not argument.type.is_tensor_like:
        return []
    if name in info.non_differentiable:
        return ["called non-differentiable: no gradient, and none is asked for"]
    if info.has_derivatives:
        return [
            f"no formula, beside that of {codes([a.name for a in info.args_with_derivatives])}: may not require grad"
        ]
    return []


def output_lines(snapshot: Snapshot, placed: PlacedEntry | None, ordinal: int) -> list[str]:
    """The gradient of an output, and what nodes keep of it."""
    if placed is None:
        return []
    matched = snapshot.matched(placed)
    f, info = matched.function, matched.info
    names = output_names(f)
    if ordinal >= len(names) or f.func.is_out:
        return []
    plan = plan_of(f, info, snapshot.dialect)
    lines = _output_gradient(plan, info, ordinal)
    if _fills_node(f, info, plan) and info is not None:
        node = Node(f, info, plan, snapshot.dialect)
        saved = [attribute for attribute in info.all_saved_outputs if _is_of(attribute, names[ordinal])]
        lines += [f"saved: {saved_line(node, attribute, True)}" for attribute in saved]
    return lines


def _output_gradient(plan: Plan, info: DifferentiabilityInfo | None, ordinal: int) -> list[str]:
    if ordinal >= len(plan.return_names) or info is None:
        return []
    taking = [output.name for output in plan.outputs]
    if plan.return_names[ordinal] not in taking:
        return ["not differentiable: formulas have no gradient of it"]
    index = taking.index(plan.return_names[ordinal])
    if any(output.value.is_tensor_list for output in plan.outputs[:index]):
        return ["its gradient follows those of a list of tensors in `grads`"]
    if index == 0 and len(taking) == 1:
        return ["its gradient is `grad`"]
    return [f"its gradient is `grads[{index}]`"]


def _is_of(attribute: SavedAttribute, name: str) -> bool:
    """Whether a saved attribute is an argument or output, or read from it."""
    if attribute.name == name:
        return True
    return attribute.name.startswith(f"{name}_") and name in words_of(attribute.expr)
