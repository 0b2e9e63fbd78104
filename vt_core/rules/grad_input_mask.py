"""`grad_input_mask` in a formula of one argument, where none is declared."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, key."""
    key = fault.data.get("key", "")
    why = f"the formula of `{key}` alone has no `grad_input_mask`: it is declared for keys of several arguments"
    return Description(f"{why}, as `self, other`")


RULE = Rule(
    "grad-input-mask",
    "error",
    "build",
    "`grad_input_mask` in a formula of one argument",
    describe,
)
