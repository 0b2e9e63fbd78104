"""A call with a number of arguments that nothing of that name takes."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name, given, takes (numbers)."""
    name, given = fault.data.get("name", ""), fault.data.get("given", "")
    numbers = fault.data.get("takes", "") or "another number"
    return Description(
        f"`{name}` is called with {given} arguments, and no overload takes so many (they take {numbers})"
    )


RULE = Rule(
    "argument-count",
    "error",
    "build",
    "a call has a number of arguments that no overload takes",
    describe,
)
