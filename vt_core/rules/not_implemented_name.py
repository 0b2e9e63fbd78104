"""`not_implemented` with the name of another operator."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, named, name (the own one)."""
    named, name = fault.data.get("named", ""), fault.data.get("name", "")
    fix = place_fix(fault, site, f"Write `{name}`", False, name) if name else None
    return Description(f"users will read that `{named}` is not implemented; this is `{name}`", (), fix)


RULE = Rule(
    "not-implemented-name",
    "warning",
    "lint",
    "`not_implemented` names another operator",
    describe,
)
