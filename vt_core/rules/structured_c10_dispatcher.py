"""A structured kernel in the old calling convention."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """No data but the operator."""
    delegate = site.owner.scalar("structured_delegate")
    reason = "is structured" if delegate is None else f"delegates to `{delegate.value}`"
    message = (
        f"{operator_of(fault, site)} {reason}, and structured kernels take their arguments in schema order only:"
        " remove `use_c10_dispatcher` and order the kernel's arguments as the schema has them"
    )
    removal = field_removed(site.owner, "use_c10_dispatcher")
    fix = None if removal is None else Fix("Remove `use_c10_dispatcher`", False, (removal,))
    return Description(message, (), fix)


RULE = Rule("structured-c10-dispatcher", "error", "generator", "a structured kernel has `use_c10_dispatcher`", describe)
