"""An out= function that wants to be a method."""

from __future__ import annotations

from vt_core.rules.edits import value_edit
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`out` are the out arguments."""
    out = fault.data.get("out", "out")
    message = (
        f"{operator_of(fault, site)} writes to `{out}`, and a function with out arguments cannot be a method:"
        " write `variants: function`"
    )
    scalar = site.owner.scalar("variants")
    if scalar is None:
        return Description(message)
    return Description(
        message, (), Fix("Write `variants: function`", True, (value_edit(site.owner, scalar, "function"),))
    )


RULE = Rule("out-variants", "error", "generator", "a function with out arguments is declared as a method", describe)
