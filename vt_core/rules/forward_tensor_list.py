"""A list of tensors among several outputs."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} returns a list of tensors beside other outputs, which cannot have forward "
    "formulas together: remove them"
)


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "forward-tensor-list", "error", "generator", "a list of tensors and other outputs have forward formulas", describe
)
