"""A kernel that autograd does not look through, of an operator without derivative."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the dispatch key."""
    key = shown(fault.data.get("key", "")) or "?"
    return Description(
        f"{operator_of(fault, site)} is not decomposed for autograd (`{key}`), and derivatives.yaml has no entry for "
        "it: add one, or `output_differentiability: [False]` if it has no derivative"
    )


RULE = Rule(
    "explicit-without-derivative",
    "warning",
    "lint",
    "an operator is not decomposed for autograd and has no derivative",
    describe,
)
