"""Two composite kernels in one dispatch section."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`first` is the key of kernels that autograd looks through, `second` that of those with formulas of their own."""
    first, second = fault.data.get("first", "Math"), fault.data.get("second", "DefaultBackend")
    message = (
        f"{operator_of(fault, site)} has kernels for both `{first}` and `{second}`, and each stands for all backends:"
        f" keep `{second}` if derivatives.yaml has its formulas, else `{first}`"
    )
    return Description(message)


RULE = Rule("two-composite-kernels", "error", "generator", "an operator has two composite kernels", describe)
