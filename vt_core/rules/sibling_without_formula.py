"""An overload without an entry beside one that has formulas."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, other."""
    operator, other = fault.data.get("operator", ""), fault.data.get("other", "")
    return Description(
        f"`{operator}` has no entry in derivatives.yaml, and `{other}` has one: is it left out on purpose?"
    )


RULE = Rule(
    "sibling-without-formula",
    "information",
    "lint",
    "an overload has no derivatives entry, another one has",
    describe,
)
