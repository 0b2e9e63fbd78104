"""A formula that reads what the in-place variant overwrites."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, inplace, schema."""
    inplace = fault.data.get("inplace", "")
    why = f"in-place `{inplace}` clones `self` before it runs, for this formula reads the old value"
    return Description(f"{why}; use `result` if the derivative can be written with it")


RULE = Rule(
    "inplace-clone",
    "hint",
    "lint",
    "the in-place variant clones `self` first, for the formula reads it",
    describe,
)
