"""An in-place function's own entry that says what it would inherit."""

from __future__ import annotations

from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, other (the functional variant)."""
    operator, other = fault.data.get("operator", ""), fault.data.get("other", "")
    related = (Related("other", Place("derivatives", ("name",)), "the same formulas"),)
    why = f"`{operator}` would have the formulas of `{other}` without an entry of its own"
    return Description(f"{why}: as long as it has one, changes there do not reach it", related)


RULE = Rule("repeated-entry", "hint", "lint", "an in-place function's entry repeats what it would inherit", describe)
