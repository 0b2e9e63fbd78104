"""`use_c10_dispatcher` with a value that it does not have."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import enumerated, operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`value` is what stands there, `known` what may."""
    value = fault.data.get("value", "")
    operator = operator_of(fault, site)
    removal = field_removed(site.owner, "use_c10_dispatcher")
    if value == "full":
        fix = None if removal is None else Fix("Remove `use_c10_dispatcher: full`", True, (removal,))
        return Description(f"`use_c10_dispatcher: full` of {operator} is the default: remove the line", (), fix)
    known = split_names(fault.data.get("known", ""))
    meant = nearest(value, known)
    written = f"`{shown(value)}`" if value else "the value"
    message = f"{written} of `use_c10_dispatcher` in {operator} is unknown: write {enumerated(known)}, or leave it out"
    if not meant:
        return Description(message)
    return Description(message, (), place_fix(fault, site, f"Write `{meant}`", is_slip(value, meant), meant))


RULE = Rule("c10-dispatcher-value", "error", "generator", "`use_c10_dispatcher` has an unknown value", describe)
