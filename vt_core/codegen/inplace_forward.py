"""Forward formulas as an in-place function uses them, its own or those of its functional variant (the second half of
torchgen's `match_differentiability_info`)."""

from __future__ import annotations

import re

from vt_core.codegen.forward_derivatives import names, replaced
from vt_core.model.derivatives import DifferentiabilityInfo, ForwardDerivative
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

# `self_t.op(arguments)`, which an in-place function can do to its tangent directly.
_METHOD_OF_TANGENT = r"self_t.([\w]*)\((.*)\)"


def forward_of(f: NativeFunction, info: DifferentiabilityInfo, *, exact: bool) -> tuple[ForwardDerivative, ...]:
    """The forward formulas of an info for one function; `exact`: the entry is the function's own."""
    formulas = info.forward_derivatives
    if not formulas or f.func.kind != "inplace":
        return formulas
    return (_inplace(formulas[0], info, exact=exact),)


def inplace_forward_faults(f: NativeFunction, info: DifferentiabilityInfo, *, exact: bool) -> tuple[Fault, ...]:
    """What the generator refuses when it adapts the formulas."""
    formulas = info.forward_derivatives
    if not formulas or f.func.kind != "inplace":
        return ()
    data = {"operator": str(f.func.name), "entry": str(info.func.func.name)}
    if len(formulas) != 1:
        data["count"] = str(len(formulas))
        return (Fault("inplace-forward-formula", formulas[1].place, {**data, "what": "several"}),)
    if exact and names(formulas[0].formula, "self_p"):
        return (Fault("inplace-forward-formula", formulas[0].place, {**data, "what": "self"}),)
    return ()


def _inplace(forward: ForwardDerivative, info: DifferentiabilityInfo, *, exact: bool) -> ForwardDerivative:
    """The output is `self`, whose value before the call is `original_self`."""
    formula = forward.formula
    if not exact and names(formula, "self_p"):
        formula = replaced(replaced(formula, "self_p", "original_self_p"), "self_t", "original_self_t")
    formula = replaced(formula, "result", "self_p")
    primals = forward.required_inputs_primal
    if names(formula, "self_p"):
        primals = (*primals, "self")
    if not exact:
        formula = _written_to_tangent(formula, info.name)
    original = names(formula, "original_self_p") or names(formula, "original_self_t")
    return forward._replace(
        formula=formula,
        var_names=("self",),
        required_inputs_primal=primals,
        required_original_self_value=original,
        is_reusing_outplace_formula=not exact,
    )


def _written_to_tangent(formula: str, operator: str) -> str:
    """The formula, whose value is written to the tangent that there is."""
    match = re.fullmatch(_METHOD_OF_TANGENT, formula)
    if match is not None and match.group(1) == operator and _is_one_call(match.group(2)):
        return f"self_t_raw.defined() ? self_t_raw.{operator}_({match.group(2)}) : {formula}"
    return f"self_t_raw.defined() ? self_t_raw.copy_({formula}) : {formula}"


def _is_one_call(arguments: str) -> bool:
    """Whether the parenthesis before the text is closed only behind it."""
    level = 1
    for character in arguments:
        level += {"(": 1, ")": -1}.get(character, 0)
        if level == 0:
            return False
    return True
