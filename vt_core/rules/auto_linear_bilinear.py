"""`auto_linear` for a function that multiplies its inputs."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, other."""
    name, other = fault.data.get("argument", ""), fault.data.get("other", "")
    operator = fault.data.get("operator", "")
    what = f"on `{other}`" if name == other else f"on `{other}`, so `{operator}` is not linear in both together"
    return Description(f"the gradient of `{name}` depends {what}: write the formula with `{name}_t` and `{other}_p`")


RULE = Rule(
    "auto-linear-bilinear",
    "warning",
    "lint",
    "`auto_linear`, but the gradient of one input depends on another",
    describe,
)
