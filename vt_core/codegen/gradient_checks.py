"""Checks of an entry's gradient formulas together: which gradients they read, which arguments they name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vt_core.codegen.derivatives_entry import key_place
from vt_core.codegen.saved_variables import FormulaContext
from vt_core.model.derivatives import Binding, Derivative, KeyFormulas
from vt_core.model.native_function import NativeFunction
from vt_core.model.types import is_tensor_list
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

_GRADS_INDEX = r"(?:^|\W)grads\[(\d+)\]"


def check_gradient_indices(
    derivative: Derivative, function: NativeFunction, flags: tuple[bool, ...] | None, faults: list[Fault]
) -> None:
    """`grads[i]` is the gradient of an output that there is. The generator compares with the number of all outputs, but
    a node gets gradients of those only that can be differentiated."""
    if "grads" not in derivative.words:
        return
    count = len(function.func.returns)
    gradients = _gradient_count(function, flags)
    for index in dict.fromkeys(re.findall(_GRADS_INDEX, derivative.formula)):
        if _is_below(index, gradients):
            continue
        data = {
            "operator": str(function.func.name),
            "index": index,
            "outputs": str(count),
            "gradients": str(gradients),
        }
        origin = "lint" if _is_below(index, count) else None
        faults.append(Fault("grads-out-of-bounds", _grads_place(derivative, index), data, origin))


def _gradient_count(function: NativeFunction, flags: tuple[bool, ...] | None) -> int:
    """How many gradients a node gets: one for each tensor that can be differentiated. As many as there are outputs
    where that is not known, for lists and for functions of which no output can be."""
    returns = function.func.returns
    differentiable = flags or (True,) * len(returns)
    if len(differentiable) != len(returns) or any(is_tensor_list(return_.type) for return_ in returns):
        return len(returns)
    count = sum(flag and return_.type.is_tensor_like for return_, flag in zip(returns, differentiable))
    return count or len(returns)


def _is_below(index: str, count: int) -> bool:
    """Whether digits make a number below `count`; `int` refuses thousands of them, and far fewer are too many."""
    digits = index.lstrip("0")
    return len(digits) < 9 and int(digits or "0") < count


def _grads_place(derivative: Derivative, index: str) -> Place:
    """The first `grads[index]` of a formula, the whole formula where a rewrite made it."""
    found = re.search(rf"(?<!\w)grads\[{index}\]", derivative.original)
    return derivative.place if found is None else derivative.place._replace(start=found.start(), end=found.end())


def check_overlap(
    name: str, keyed: KeyFormulas, named: set[str], non_differentiable: Sequence[str], faults: list[Fault]
) -> None:
    """No argument has a formula and is marked as not differentiable."""
    overlap = named.intersection(non_differentiable)
    if not overlap:
        return
    for key, formula in keyed.formulas.items():
        if formula.lower().strip() != "non_differentiable":
            continue
        for argument in [part.strip() for part in key.split(",")]:
            if argument in overlap:
                data = {"operator": name, "argument": argument}
                faults.append(Fault("overlapping-differentiability", key_place(key, argument, keyed.path), data))


def check_grad_usage(
    derivatives: Sequence[Derivative], name: str, function: NativeFunction, faults: list[Fault]
) -> None:
    """`grad` is the only gradient, `grads[i]` one of several; both together, or `grads[0]` alone, mislead."""
    _check_named_gradients(derivatives, name, faults)
    first_grad = next((derivative for derivative in derivatives if "grad" in derivative.words), None)
    first_grads = next((derivative for derivative in derivatives if "grads" in derivative.words), None)
    if first_grads is None:
        return
    formulas = [derivative.formula for derivative in derivatives]
    indices = [index for formula in formulas for index in re.findall(_GRADS_INDEX, formula)]
    grads = sum(len(re.findall(r"(?:^|\W)grads(?:$|\W)", formula)) for formula in formulas)
    only_first = grads == len(indices) and bool(indices) and all(_is_below(index, 1) for index in indices)
    outputs = len(function.func.returns)
    if first_grad is None:
        if only_first and outputs:
            at = _grads_place(first_grads, indices[0])
            faults.append(Fault("only-grads-0", at, {"operator": name}))
    else:
        grad = sum(len(re.findall(r"(?:^|\W)grad(?:$|\W)", formula)) for formula in formulas)
        data = {"operator": name, "outputs": str(outputs), "wrong": "grad", "other": first_grads.key}
        at = _word_place(first_grad, "grad")
        if only_first and (outputs == 1 or grads <= grad):
            data, at = {**data, "wrong": "grads", "other": first_grad.key}, _grads_place(first_grads, indices[0])
        faults.append(Fault("grad-and-grads", at, data))


def _word_place(derivative: Derivative, word: str) -> Place:
    context = FormulaContext(derivative.key, derivative.var_names, derivative.original, derivative.path)
    return context.place_of_word(word)


def _check_named_gradients(derivatives: Sequence[Derivative], name: str, faults: list[Fault]) -> None:
    """Gradients by the names of the outputs (`grad_values`) stand alone."""
    named = next((derivative for derivative in derivatives if derivative.named_gradients), None)
    if named is None:
        return
    for derivative in derivatives:
        for word in ("grad", "grads"):
            if word in derivative.words:
                by_name = min(named.named_gradients)
                data = {"operator": name, "what": "named", "wrong": word, "other": named.key, "named": by_name}
                faults.append(Fault("grad-and-grads", _word_place(derivative, word), data))
                return


def check_names(
    function: NativeFunction,
    derivatives: Sequence[Derivative],
    non_differentiable: Sequence[str],
    with_derivatives: Sequence[Binding],
    faults: list[Fault],
) -> None:
    """Keys that name no C++ parameter. An entry with no other keys is dropped in silence; beside others, the node is
    written with an undeclared name, if no method of the function is (whose emission refuses it)."""
    named = {binding.name for binding in with_derivatives}
    origin = "build" if named else "lint"
    tensors = [argument.name for argument in function.func.arguments.non_out if argument.type.is_tensor_like]
    grouped = {argument.name: str(argument.type) for argument in function.func.arguments.options}
    for derivative in derivatives:
        for name in derivative.var_names:
            if name in named:
                continue
            data = {
                "operator": str(function.func.name),
                "argument": name,
                "kind": "not-tensor" if name in grouped else "unknown",
                "type": grouped.get(name, ""),
                "arguments": ", ".join([tensor for tensor in tensors if tensor not in non_differentiable]),
            }
            at = key_place(derivative.key, name, derivative.path)
            faults.append(Fault("unknown-gradient-argument", at, data, origin))
