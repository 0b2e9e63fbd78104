"""`grads[i]` where the function has no output, or none that can be differentiated, of that index."""

from __future__ import annotations

from vt_core.rules.declared import returns_declared
from vt_core.rules.edits import formula_edits
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, index, outputs (how many the function has), gradients (of how many there are any)."""
    operator, index = fault.data.get("operator", ""), fault.data.get("index", "")
    outputs = fault.data.get("outputs", "")
    gradients = fault.data.get("gradients", outputs)
    related = returns_declared(site)
    if outputs == "0":
        message = f"`grads[{index}]`, but `{operator}` returns nothing: it has no gradients"
        return Description(message, related)
    if outputs == "1":
        message = f"`grads[{index}]`, but `{operator}` has one output: write `grad`"
        edits = formula_edits(site.owner, r"(?<!\w)grads\[[0-9]+\]", "grad")
        return Description(message, related, Fix("Replace `grads[…]` by `grad`", False, edits) if edits else None)
    if gradients != outputs:
        those = "`grad` is its gradient" if gradients == "1" else f"`grads[0]` to `grads[{int(gradients) - 1}]`"
        which = f"{gradients} of the {outputs} outputs of `{operator}` can be differentiated"
        return Description(f"`grads[{index}]`, but only {which}, and there are no other gradients: {those}", related)
    last = f" to `grads[{int(outputs) - 1}]`" if outputs.isdecimal() else ""
    message = f"`grads[{index}]`, but `{operator}` has {outputs} outputs: indices count from 0, `grads[0]`{last}"
    return Description(message, related)


RULE = Rule("grads-out-of-bounds", "error", "generator", "`grads[i]` of an output that is not there", describe)
