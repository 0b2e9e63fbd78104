"""An argument that has a formula and is called non-differentiable."""

from __future__ import annotations

from vt_core.rules.edits import name_removed
from vt_core.rules.rule import Description, Fix, Related, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument."""
    operator, name = fault.data.get("operator", ""), fault.data.get("argument", "")
    message = f"`{name}` of `{operator}` is called `non_differentiable` and has a formula too: remove one of the two"
    edit = name_removed(site.owner, fault.place.path[0], name) if fault.place.path else None
    fix = None if edit is None else Fix(f"Remove `{name}` from `non_differentiable`", False, (edit,))
    return Description(message, _formula(site, name), fix)


def _formula(site: Site, name: str) -> tuple[Related, ...]:
    """The key of the argument's formula."""
    for key in site.owner.fields:
        formula = site.owner.scalar(key)
        if formula is None or formula.value.lower().strip() == "non_differentiable":
            continue
        if name in [part.strip() for part in key.split(",")]:
            return (Related("owner", Place("derivatives", (key,), "key"), f"the formula of `{name}`"),)
    return ()


RULE = Rule(
    "overlapping-differentiability",
    "error",
    "generator",
    "an argument has a formula and is called `non_differentiable`",
    describe,
)
