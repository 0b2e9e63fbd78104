"""What the generator refuses when it gives a function an entry (torchgen's `match_differentiability_info`)."""

from __future__ import annotations

from vt_core.codegen.inplace_forward import inplace_forward_faults
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


def written_formula_faults(f: NativeFunction, info: DifferentiabilityInfo) -> tuple[Fault, ...]:
    """A generated functional variant uses the formulas of the function it was made from: they must not save `self`,
    whose value is another one there."""
    data = {"operator": str(f.func.name), "entry": str(info.func.func.name)}
    for one in info.by_key:
        for saved in one.all_saved_inputs:
            if "self" in saved.name:
                return (Fault("inplace-formula", saved.source, {**data, "what": "saves-self", "saved": saved.name}),)
    return ()


def match_faults(f: NativeFunction, info: DifferentiabilityInfo, *, exact: bool) -> tuple[Fault, ...]:
    """What an in-place function cannot take from its entry."""
    if f.func.kind != "inplace":
        return ()
    data = {"operator": str(f.func.name), "entry": str(info.func.func.name)}
    for one in info.by_key:
        for derivative in one.derivatives:
            if "self" not in derivative.var_names:
                continue
            for saved in derivative.saved_inputs:
                if "strides_or_error" in saved.expr:
                    return (Fault("inplace-formula", saved.source, {**data, "what": "strides"}),)
        faults = inplace_forward_faults(f, one, exact=exact)
        if faults:
            return faults
    return ()
