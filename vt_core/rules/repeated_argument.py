"""A backward function that is given the same tensor twice."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared
from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, called."""
    name, called = fault.data.get("argument", ""), fault.data.get("called", "")
    why = f"`{name}` is passed to `{called}` twice: is the second one meant to be another?"
    return Description(why, argument_declared(site, name))


RULE = Rule(
    "repeated-argument",
    "warning",
    "lint",
    "a backward function is given the same tensor twice",
    describe,
)
