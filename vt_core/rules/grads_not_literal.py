"""`grads[…]` with an index that the generator cannot read."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, index."""
    index = shown(fault.data.get("index", ""), 30) or "…"
    why = f"`grads[{index}]` is not checked against the outputs: the generator knows plain numbers only"
    return Description(f"{why}, as `grads[0]`")


RULE = Rule(
    "grads-not-literal",
    "warning",
    "lint",
    "`grads[…]` has an index that is no number",
    describe,
)
