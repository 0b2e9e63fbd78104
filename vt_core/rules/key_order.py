"""A key whose names stand in another order than the gradients that its formula gives."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, called, key, order (the names in the order of what is called)."""
    called, order = fault.data.get("called", ""), fault.data.get("order", "")
    why = f"`{called}` gives the gradients of `{order}` in this order, and the key has another"
    fix = None
    if order:
        fix = Fix(f"Write `{order}`", False, (Edit("owner", site.owner.span_of(fault.place), order),))
    return Description(f"{why}: each goes to the wrong argument", (), fix)


RULE = Rule("key-order", "warning", "lint", "a key has another order than the gradients of its formula", describe)
