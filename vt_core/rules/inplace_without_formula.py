"""An in-place function that its functional variant's entry does not serve."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, other, schema."""
    operator, other = fault.data.get("operator", ""), fault.data.get("other", "")
    why = f"`{operator}` does not share the entry of `{other}`, for their arguments differ"
    return Description(f"{why}: it is not differentiable without an entry of its own")


RULE = Rule(
    "inplace-without-formula",
    "warning",
    "lint",
    "an in-place function has no entry, and that of its functional variant does not fit",
    describe,
)
