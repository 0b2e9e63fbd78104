"""A member of an optional as if it were its value, or `->` where there is none."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared
from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name, access, member, what (optional, arrow or value), type."""
    name, member, type_ = [fault.data.get(word, "") for word in ("name", "member", "type")]
    what = fault.data.get("what", "")
    if what == "optional":
        why = f"`{name}` is `{type_}` and may be missing: `{name}->{member}`, or `{name}.has_value()` first"
        return Description(why, argument_declared(site, name))
    if what == "arrow":
        return Description(
            f"`{name}` is `{type_}` and no pointer: write `{name}.{member}`", argument_declared(site, name)
        )
    why = f"`{name}` is a tensor in formulas, defined or not: write `{name}.defined()`"
    return Description(why, argument_declared(site, name))


RULE = Rule(
    "wrong-member",
    "error",
    "build",
    "`.` on an optional, or `->` on what is none",
    describe,
)
