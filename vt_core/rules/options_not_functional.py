"""TensorOptions in a schema that writes to its arguments."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = "{operator} writes to its arguments, so it cannot take `dtype, layout, device, pin_memory`: remove them"


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule(
    "options-not-functional",
    "error",
    "generator",
    "a schema that writes to its arguments takes TensorOptions",
    describe,
)
