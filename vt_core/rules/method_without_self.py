"""A method of nothing."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """The place is the variants."""
    return Description(
        f"{operator_of(fault, site)} is to be a method, but has no argument `self`: name the tensor that it is a "
        "method of `self`, or leave `method` out",
        (),
        _fix(fault, site),
    )


def _fix(fault: Fault, site: Site) -> Fix | None:
    variants = site.owner.scalar("variants")
    if variants is None or "function" not in variants.value:
        return None
    return place_fix(fault, site, "Leave `method` out", False, "function")


RULE = Rule("method-without-self", "error", "build", "a method has no argument `self`", describe)
