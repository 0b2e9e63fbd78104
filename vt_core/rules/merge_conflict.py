"""A conflict that a merge left in the file."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault

_MEANINGS = {
    "<": "our side starts here",
    "|": "our side ends here, what both sides come from starts",
    "=": "their side starts here",
    ">": "their side ends here",
}


def describe(fault: Fault, site: Site) -> Description:
    """`marker` is the marker with the name of the side that it carries."""
    marker = fault.data.get("marker", "").rstrip()
    meaning = _MEANINGS.get(marker[:1], "a marker")
    return Description(f"merge conflict: `{marker}`, {meaning}; keep one side, or both, and remove the marker")


RULE = Rule("merge-conflict", "error", "generator", "a merge left a conflict in the file", describe)
