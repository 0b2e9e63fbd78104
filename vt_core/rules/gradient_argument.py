"""An argument that has the name that derivative formulas give to the gradient."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_OTHER_NAMES = {"grad": "grad_output", "grads": "grad_outputs", "grad_input_mask": "output_mask"}


def describe(fault: Fault, site: Site) -> Description:
    """`argument` is its name."""
    argument = shown(fault.data.get("argument", "")) or "?"
    return Description(
        f"`{argument}` is reserved in derivative formulas, so that none could read this argument of "
        f"{operator_of(fault, site)}: call it `{_OTHER_NAMES.get(argument, 'another name')}`"
    )


RULE = Rule("gradient-argument", "hint", "lint", "an argument has a name that formulas keep for the gradient", describe)
