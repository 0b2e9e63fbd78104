"""A schema that an earlier entry has already."""

from __future__ import annotations

from vt_core.rules.declared import operator_declared
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """The other end is the first entry of the same schema."""
    operator = operator_of(fault, site)
    message = (
        f"{operator} is declared a second time with the same schema: remove one, or give this one an overload name"
    )
    return Description(message, operator_declared(site, "first declared here"))


RULE = Rule("duplicate-function", "error", "generator", "two entries declare the same schema", describe)
