"""A backward formula that never reads the incoming gradient."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, key, text."""
    key = fault.data.get("key", "")
    why = f"the formula for `{key}` uses neither `grad` nor `grads`: the incoming gradient is dropped"
    return Description(f"{why}; multiply with it, or write `non_differentiable` or `not_implemented(…)`")


RULE = Rule(
    "gradient-dropped",
    "warning",
    "lint",
    "a backward formula does not use the incoming gradient",
    describe,
)
