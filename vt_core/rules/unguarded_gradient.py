"""An operator called with a gradient that may be undefined."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, called, names."""
    called = fault.data.get("called", "")
    why = f"several inputs: nothing keeps an undefined gradient from `{called}`"
    return Description(f"{why}; guard it with `grad.defined()`")


RULE = Rule(
    "unguarded-gradient",
    "hint",
    "lint",
    "a joint formula passes a gradient on that may be undefined",
    describe,
)
