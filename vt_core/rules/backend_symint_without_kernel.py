"""An operator under `symint` that is in none of the lists that give it a kernel."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator."""
    operator = shown(fault.data.get("operator", "")) or "?"
    return Description(
        f"`{operator}` is in no other list, so that `symint` has no effect: add it to one, or take it out here"
    )


RULE = Rule("backend-symint-without-kernel", "warning", "lint", "`symint` names an operator without kernel", describe)
