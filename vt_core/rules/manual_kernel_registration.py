"""`manual_kernel_registration` and the generator's list of such functions do not agree."""

from __future__ import annotations

from vt_core.rules.edits import field_added, field_removed
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault

_LIST = "MANUAL_BACKEND in gen_trace_type.py"


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, listed (whether the generator's list has it: "true" or "false")."""
    operator = fault.data.get("operator", "")
    if fault.data.get("listed") == "true":
        message = f"the kernels of `{operator}` are registered by hand (its name is in {_LIST})"
        remedy = "add `manual_kernel_registration: True`, or rename the operator"
        edit = None
        if "dispatch" not in site.owner.fields and "manual_kernel_registration" not in site.owner.fields:
            edit = field_added(site.owner, ("manual_kernel_registration: True",))
        title = "Add `manual_kernel_registration: True`"
    else:
        message = f"`{operator}` has `manual_kernel_registration`, but is not in {_LIST}"
        remedy = "remove the field, or add the name there and register the kernels by hand"
        edit = field_removed(site.owner, "manual_kernel_registration")
        title = "Remove `manual_kernel_registration`"
    return Description(f"{message}: {remedy}", (), None if edit is None else Fix(title, False, (edit,)))


RULE = Rule(
    "manual-kernel-registration",
    "error",
    "generator",
    "`manual_kernel_registration` disagrees with the generator's own list",
    describe,
)
