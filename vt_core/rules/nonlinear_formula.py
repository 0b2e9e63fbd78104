"""A derivative that is not linear in what it is a derivative of."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, mode (backward or forward), why (sum, product, quotient or function), text."""
    text = shown(fault.data.get("text", ""), 50) or "?"
    incoming = "the gradient" if fault.data.get("mode") == "backward" else "the tangents"
    why = {
        "sum": f"`{text}` adds something that has no factor of {incoming}",
        "quotient": f"`{text}` is divided by",
    }.get(fault.data.get("why", ""), f"`{text}` is not linear in {incoming}")
    return Description(f"{why}: a derivative is linear in {incoming}")


RULE = Rule(
    "nonlinear-formula",
    "warning",
    "lint",
    "a derivative is not linear in the gradient or tangent",
    describe,
)
