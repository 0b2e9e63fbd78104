"""A dispatch section of a function whose kernels are registered by hand."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Fix, Related, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """No data."""
    message = (
        f"`dispatch` of {operator_of(fault, site)} has no effect beside `manual_kernel_registration: True`: remove one"
        " of the two"
    )
    at = Place("native_functions", ("manual_kernel_registration",))
    removal = field_removed(site.owner, "manual_kernel_registration")
    fix = None if removal is None else Fix("Remove `manual_kernel_registration`", False, (removal,))
    return Description(message, (Related("owner", at, "registered by hand here"),), fix)


RULE = Rule(
    "manual-registration-with-dispatch",
    "error",
    "generator",
    "`dispatch` stands beside `manual_kernel_registration: True`",
    describe,
)
