"""An out variant of nothing."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} is an out variant, and no other function has its signature: add the functional "
    "one, with the same arguments but for `out`"
)


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "lone-out-variant", "error", "generator", "an out variant has no functional or in-place one beside it", describe
)
