"""A function that makes tensors, without kernels of its own."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} makes a tensor, so it must not be decomposed: add `dispatch:` with a `CompositeExplicitAutograd` kernel"
)


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "factory-without-dispatch", "error", "generator", "a function that makes tensors has no dispatch section", describe
)
