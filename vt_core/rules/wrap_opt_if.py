"""A `wrap_opt_if` that cannot be read."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = "`wrap_opt_if` of {operator} is malformed: write `wrap_opt_if(argument, condition)`"


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule("wrap-opt-if", "error", "generator", "a `wrap_opt_if` is malformed", describe)
