"""An output that looks like integers or booleans, left differentiable."""

from __future__ import annotations

from vt_core.rules.declared import returns_declared
from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated, operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, names, outputs."""
    names = enumerated(split_names(fault.data.get("names", "")), "and") or "an output"
    why = f"{names} of {operator_of(fault, site)} looks integral, and nothing says that it is not differentiable"
    return Description(f"{why}: add `output_differentiability`", returns_declared(site))


RULE = Rule(
    "integer-output",
    "warning",
    "lint",
    "an output that looks integral is left differentiable",
    describe,
)
