"""A schema that is in-place by its name and has out arguments."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`out` is the first out argument."""
    out = fault.data.get("out", "")
    argument = f"the out argument `{out}`" if out else "out arguments"
    message = (
        f"{operator_of(fault, site)} is in-place by its name and has {argument}: take the underscore from the name,"
        " or the argument from the schema"
    )
    return Description(message)


RULE = Rule("inplace-and-out", "error", "generator", "a schema is in-place and has out arguments", describe)
