"""All tensors of an operator marked as not differentiable."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, name (the operator without overload)."""
    name = fault.data.get("name", "")
    why = f"gradients stop at {operator_of(fault, site)} without a word: all its tensors are `non_differentiable`"
    instead = f'`not_implemented("{name}")` if a gradient exists'
    return Description(f"{why}; write {instead}, `output_differentiability: [False]` if none does")


RULE = Rule(
    "nothing-differentiable",
    "warning",
    "lint",
    "all tensors are marked `non_differentiable`: gradients stop silently",
    describe,
)
