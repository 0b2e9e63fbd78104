"""`device_guard: False` on a structured kernel."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`delegate` is the operator that it delegates to, empty for one that is structured itself."""
    delegate = fault.data.get("delegate", "")
    reason = f"delegates to `{delegate}`" if delegate else "is structured"
    message = (
        f"{operator_of(fault, site)} {reason}, and structured kernels always guard their device: remove `device_guard`"
    )
    removal = field_removed(site.owner, "device_guard")
    fix = None if removal is None else Fix("Remove `device_guard`", False, (removal,))
    return Description(message, (), fix)


RULE = Rule("structured-device-guard", "error", "generator", "a structured kernel has `device_guard: False`", describe)
