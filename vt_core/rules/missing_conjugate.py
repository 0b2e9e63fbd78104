"""A gradient multiplied with a factor that is not conjugated."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, factor."""
    factor, operator = fault.data.get("factor", ""), fault.data.get("operator", "")
    why = f"`{operator}` takes complex numbers: the gradient is multiplied with the conjugate, `{factor}.conj()`"
    fix = place_fix(fault, site, f"Write `{factor}.conj()`", False, f"{factor}.conj()") if factor else None
    return Description(why, (), fix)


RULE = Rule(
    "missing-conjugate",
    "hint",
    "lint",
    "a factor of the gradient is not conjugated, and the operator takes complex numbers",
    describe,
)
