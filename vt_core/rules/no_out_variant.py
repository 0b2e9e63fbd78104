"""A function that can have no out variant."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} returns no tensor, so it can have no out variant: return one, or add it to the "
    "generator's list of such functions"
)


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "no-out-variant", "error", "generator", "a function returns no tensor, so that it can have no out variant", describe
)
