"""A forward formula that reads no tangent."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = "the forward formula of {operator} reads no tangent: write `x_t` for that of an argument `x`"


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule("forward-without-tangent", "error", "generator", "a forward formula reads no tangent", describe)
