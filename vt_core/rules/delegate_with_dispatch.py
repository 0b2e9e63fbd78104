"""A function that delegates to a structured kernel and has one of its own."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Fix, Related, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import enumerated, operator_of
from vt_core.syntax.entries import fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """`key` are the dispatch keys, of those written together, `delegate` the operator that has the kernels."""
    keys, delegate = split_names(fault.data.get("key", "")), fault.data.get("delegate", "")
    kernels = "kernel" if len(keys) == 1 else "kernels"
    named = enumerated(keys, "and")
    message = (
        f"{operator_of(fault, site)} takes its {kernels} for {named} from `{delegate}`, to which it delegates:"
        f" remove {named} from `dispatch`, or `structured_delegate`"
    )
    at = Place("native_functions", ("structured_delegate",))
    return Description(message, (Related("owner", at, "delegates here"),), _fix(keys, fault, site))


def _fix(keys: list[str], fault: Fault, site: Site) -> Fix | None:
    """Take out the keys, or `dispatch` where there is nothing else in it."""
    dispatch = site.owner.fields.get("dispatch")
    written = fault.place.path[-1] if fault.place.path else ""
    others = [name.strip() for name in written.split(",") if name.strip() not in keys]
    if others:
        return place_fix(fault, site, f"Write `{', '.join(others)}`", False, ", ".join(others))
    if dispatch is None or len(fields_of(dispatch.value)) != 1:
        return None
    removal = field_removed(site.owner, "dispatch")
    return None if removal is None else Fix("Remove `dispatch`", False, (removal,))


RULE = Rule(
    "delegate-with-dispatch",
    "error",
    "generator",
    "a function with `structured_delegate` has a kernel of its own for CPU or CUDA",
    describe,
)
