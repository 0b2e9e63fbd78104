"""A call of a function that is nowhere declared."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name, meant (a known name that is one slip away), header (whether FunctionsManual.h is there)."""
    name, meant = fault.data.get("name", ""), fault.data.get("meant", "")
    where = "FunctionsManual.h" if fault.data.get("header") else "the FunctionsManual.h of this release"
    why = f"`{name}` is no operator, and {where} does not declare it"
    if not meant:
        return Description(f"{why}: add it there, or call one that exists")
    fix = place_fix(fault, site, f"Replace `{name}` by `{meant}`", False, meant) if name else None
    return Description(f"{why}; did you mean `{meant}`?", (), fix)


RULE = Rule("unknown-helper", "error", "build", "a formula calls a function that is nowhere declared", describe)
