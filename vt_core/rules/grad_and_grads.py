"""`grad` and `grads` in one entry."""

from __future__ import annotations

from vt_core.rules.edits import formula_edits
from vt_core.rules.rule import Description, Fix, Related, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, wrong (grad or grads: the one to replace), other (the key whose formula uses the other), outputs
    (how many the function has)."""
    operator, other = fault.data.get("operator", ""), fault.data.get("other", "")
    related: tuple[Related, ...] = ()
    wrong = fault.data.get("wrong", "grad")
    if fault.data.get("what") == "named":
        by_name = fault.data.get("named", "")
        message = f"`{wrong}` beside `{by_name}`: gradients of `{operator}` go by the names of outputs, or by number"
        return Description(f"{message}; write one of the two throughout", related)
    right = "grad" if wrong == "grads" else "grads"
    if other and other not in fault.place.path:
        related = (Related("owner", Place("derivatives", (other,), "key"), f"uses `{right}`"),)
    if wrong == "grads":
        only = fault.data.get("outputs") == "1"
        why = "has one output" if only else "uses `grad` elsewhere"
        message = f"`grads[0]` beside `grad`: `{operator}` {why}, so write `grad` throughout"
        edits = formula_edits(site.owner, r"(?<!\w)grads\[0+\]", "grad")
        return Description(message, related, Fix("Replace `grads[0]` by `grad`", only, edits) if edits else None)
    message = (
        f"`grad` beside `grads`: `grad` stands for the gradient of the only differentiable output of `{operator}`;"
        " where there are several, write `grads[0]`, `grads[1]` … throughout"
    )
    edits = formula_edits(site.owner, r"(?<![\w.])grad(?!\w)", "grads[0]")
    return Description(message, related, Fix("Replace `grad` by `grads[0]`", False, edits) if edits else None)


RULE = Rule("grad-and-grads", "error", "generator", "an entry uses both `grad` and `grads`", describe)
