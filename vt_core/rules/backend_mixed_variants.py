"""Variants of one operator, of which a backend gives some to its own key and others to its autograd key."""

from __future__ import annotations

from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator (under `autograd`), other (the variant under `list`)."""
    data = fault.data
    operator, other = shown(data.get("operator", "")) or "?", shown(data.get("other", "")) or "?"
    listed = shown(data.get("list", "")) or "supported"
    related = (Related("other", Place("backend"), f"`{other}` is under `{listed}`"),)
    if operator == other:
        return Description(f"`{operator}` is under `{listed}` too: keep it in one of the two lists", related)
    message = f"`{operator}` is under `autograd`, its variant `{other}` under `{listed}`"
    return Description(f"{message}: all variants of an operator belong into one of the two", related)


RULE = Rule(
    "backend-mixed-variants", "error", "build", "variants of an operator are under `supported` and `autograd`", describe
)
