"""An in-place method on a tensor that the formula makes."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, method."""
    method = fault.data.get("method", "")
    instead = method.removesuffix("_") or "another method"
    why = f"`{method}` writes the gradient into a tensor made here, which fails for batched gradients"
    return Description(f"{why}: use `{instead}`")


RULE = Rule(
    "inplace-on-fresh",
    "hint",
    "lint",
    "an in-place method writes a gradient into a fresh tensor",
    describe,
)
