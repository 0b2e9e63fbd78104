"""An entry for an out variant that stands alone."""

from __future__ import annotations

from vt_core.rules.declared import operator_declared
from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator (the entry's, without overload), variants (the functions of its signature in file order)."""
    operator = fault.data.get("operator", "")
    variants = split_names(fault.data.get("variants", ""))
    inplace = [variant for variant in variants if variant.partition(".")[0] == f"{operator}_"]
    why = f"this is the schema of an out variant of `{operator}`, and gradients belong to the functional variant"
    if inplace:
        remedy = f"write the schema of `{inplace[0]}` instead, or declare the functional `{operator}`"
    else:
        remedy = f"declare the functional `{operator}` in native_functions.yaml and write its schema here"
    listed = f" (declared: {enumerated(variants, 'and')})" if variants else ""
    return Description(f"{why}{listed}: {remedy}", operator_declared(site))


RULE = Rule(
    "canonical-function",
    "error",
    "generator",
    "an entry names an out variant, and there is no functional one",
    describe,
)
