"""`grads[0]`, and no other of `grads`."""

from __future__ import annotations

from vt_core.rules.declared import returns_declared, schema_of
from vt_core.rules.edits import formula_edits
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator."""
    operator = fault.data.get("operator", "")
    schema = schema_of(site.other)
    outputs = 0 if schema is None else len(schema.returns)
    edits = formula_edits(site.owner, r"(?<!\w)grads\[0+\]", "grad")
    fix = Fix("Replace `grads[0]` by `grad`", outputs == 1, edits) if edits else None
    if outputs == 1:
        return Description(f"`{operator}` has one output: write `grad` for `grads[0]`", returns_declared(site), fix)
    message = (
        f"the formulas of `{operator}` use `grads[0]` alone: write `grad` if only its first output is differentiable,"
        " else use the gradients of the other outputs too"
    )
    return Description(message, returns_declared(site), fix)


RULE = Rule("only-grads-0", "error", "generator", "an entry uses `grads[0]` and no other of `grads`", describe)
