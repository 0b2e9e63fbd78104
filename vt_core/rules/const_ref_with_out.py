"""Constant references for an out function."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} has out arguments, which cannot be constant references: remove `use_const_ref_for_mutable_tensors`"
)


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "const-ref-with-out",
    "error",
    "generator",
    "an out function asks for constant references to what it writes to",
    describe,
)
