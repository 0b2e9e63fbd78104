"""An argument that has the name that derivative formulas give to the gradient."""

from __future__ import annotations

from vt_core.rules.hidden_gradient import other_name
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`argument` is its name."""
    argument = shown(fault.data.get("argument", "")) or "?"
    return Description(
        f"`{argument}` is reserved in derivative formulas, so that none could read this argument of "
        f"{operator_of(fault, site)}: call it `{other_name(argument)}`"
    )


RULE = Rule("gradient-argument", "hint", "lint", "an argument has a name that formulas keep for the gradient", describe)
