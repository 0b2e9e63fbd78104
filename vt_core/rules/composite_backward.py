"""A backward operator without kernels of its own."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(
        f"{operator_of(fault, site)} has no dispatch section, so every backend differentiates through it: add one if "
        "it is to have a derivative of its own"
    )


RULE = Rule(
    "composite-backward",
    "information",
    "lint",
    "a backward operator has no dispatch section (off by default)",
    describe,
    default=False,
)
