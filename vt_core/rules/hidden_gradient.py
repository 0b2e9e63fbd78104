"""An argument that has the name of a gradient or result, and hides it in the formulas."""

from __future__ import annotations

from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

OTHER_NAMES = {"grad": "grad_output", "grads": "grad_outputs", "grad_input_mask": "output_mask"}


def other_name(argument: str) -> str:
    """What to call such an argument instead."""
    return OTHER_NAMES.get(argument, f"{argument}_in")


def describe(fault: Fault, site: Site) -> Description:
    """`argument` is its name."""
    argument = shown(fault.data.get("argument", "")) or "?"
    related = () if site.other is None else (Related("other", Place("derivatives", ("name",)), "its formulas"),)
    return Description(
        f"argument `{argument}` of {operator_of(fault, site)} has the name of a variable of the generated backward "
        f"function, which its formulas read: rename it to `{other_name(argument)}`, here and in derivatives.yaml",
        related,
    )


RULE = Rule("hidden-gradient", "error", "build", "an argument is called like the gradient that formulas read", describe)
