"""A whole tensor kept alive for one of its properties."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, use, replaced (what is saved instead of a tensor)."""
    name, use = fault.data.get("argument", ""), fault.data.get("use", "")
    known = fault.data.get("replaced", "")
    why = f"`{name}` is saved whole only for `.{use}()`"
    why += f"; the generator turns {known} into a plain value" if known else ""
    fix = None
    if use == "dtype" and ".scalar_type()" in known:
        fix = place_fix(fault, site, "Use `.scalar_type()`", False, f"{name}.scalar_type()")
    return Description(why, (), fix)


RULE = Rule(
    "saved-for-metadata",
    "hint",
    "lint",
    "a tensor is saved whole for its metadata",
    describe,
)
