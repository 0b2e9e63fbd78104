"""An argument that is called like a variable of the generated code."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument."""
    name, operator = fault.data.get("argument", ""), fault.data.get("operator", "")
    return Description(f"`{name}` is a variable of the code generated for `{operator}`: rename the argument")


RULE = Rule(
    "generated-name",
    "error",
    "build",
    "an argument is called like a variable of the generated code",
    describe,
)
