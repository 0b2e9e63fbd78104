"""An operator that resets the gradient accumulator of `self` and is not in-place."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator."""
    operator = fault.data.get("operator", "")
    base = operator.partition(".")[0]
    message = (
        f"`{operator}`: functions called `{base}` reset the gradient accumulator of `self`, which the generator can"
        f" write for in-place ones only: declare `{base}_`, choose another name, or leave out the dispatch section"
    )
    return Description(message)


RULE = Rule(
    "reset-grad-accumulator",
    "error",
    "generator",
    "a function called `set` or `resize` has kernels of its own and is not in-place",
    describe,
)
