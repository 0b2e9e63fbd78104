"""All gradients are passed on where there is only one."""

from __future__ import annotations

from vt_core.rules.declared import returns_declared
from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, count, differentiable (names), outputs."""
    name = fault.data.get("differentiable", "") or "one"
    why = f"`grads` has one element here, the gradient of `{name}`: the other outputs are not differentiable"
    return Description(f"{why}; pass `grad` if one tensor is meant", returns_declared(site))


RULE = Rule(
    "lone-gradient-list",
    "information",
    "lint",
    "`grads` is passed on, but has one element only",
    describe,
)
