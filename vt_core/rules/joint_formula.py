"""One formula for several inputs: all that it reads is saved whoever asks."""

from __future__ import annotations

from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, names, saved."""
    saved = split_names(fault.data.get("saved", ""))
    listed = enumerated(saved, "and") or "all inputs"
    count = "both" if len(saved) == 2 else "all"
    return Description(f"joint formula: {listed} are {count} saved, whichever of them requires a gradient")


RULE = Rule(
    "joint-formula",
    "hint",
    "lint",
    "one formula for several inputs saves all of them",
    describe,
)
