"""An entry for an out variant, which has no derivatives."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, function."""
    operator, function = fault.data.get("operator", ""), fault.data.get("function", "")
    return Description(f"`{operator}` is an out variant and never differentiated: the formulas go to `{function}`")


RULE = Rule(
    "out-entry",
    "warning",
    "lint",
    "an entry is for an out variant, which is never differentiated",
    describe,
)
