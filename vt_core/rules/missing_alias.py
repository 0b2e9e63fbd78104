"""An overload that returns something new, while others of its name return a view."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`view` is an overload that is a view; empty: the generator has the operator on its list of views."""
    view = shown(fault.data.get("view", ""))
    why = f"while `{view}` returns a view: if this one does too" if view else "while the generator lists it as a view"
    return Description(
        f"{operator_of(fault, site)} has no alias annotation, {why}{',' if view else ':'} write `Tensor(a) self` and "
        "`-> Tensor(a)`"
    )


RULE = Rule("missing-alias", "hint", "lint", "an overload of a view returns no view", describe)
