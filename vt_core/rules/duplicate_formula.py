"""An argument that stands in two keys."""

from __future__ import annotations

from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, first (the key that it stands in first)."""
    name, first = fault.data.get("argument", ""), fault.data.get("first", "")
    path = (*fault.place.path[:-1], first)
    related = (Related("owner", Place("derivatives", path, "key"), "the first one"),)
    return Description(f"`{name}` has a formula already, under `{first}`: keep one", related)


RULE = Rule(
    "duplicate-formula",
    "error",
    "lint",
    "an argument has two formulas",
    describe,
)
