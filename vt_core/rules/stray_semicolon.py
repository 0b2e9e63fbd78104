"""A `;` in a formula, which is an expression."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, key, what (trailing or inside)."""
    if fault.data.get("what") != "trailing":
        return Description("a formula is one expression: `;` ends it too early")
    at = fault.place.start
    scalar = site.owner.scalar(fault.data.get("key", ""))
    fix = None
    if scalar is not None and at is not None and at < len(scalar.value) and scalar.value[at:].strip("; ") == "":
        fix = place_fix(fault, site, "Delete `;`", True, "")
    return Description("a formula is an expression and ends without `;`: delete it", (), fix)


RULE = Rule(
    "stray-semicolon",
    "warning",
    "build",
    "a formula has a `;`",
    describe,
)
