"""Formulas for a function that takes no part in autograd."""

from __future__ import annotations

from vt_core.rules.declared import operator_declared, returns_declared
from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name (in C++), entry (the operator whose entry it uses), reason (listed, no-output)."""
    operator, entry = fault.data.get("operator", ""), fault.data.get("entry", "")
    whose = "has formulas" if entry in ("", operator) else f"inherits the formulas of `{entry}`"
    if fault.data.get("reason") == "listed":
        name = fault.data.get("name", "")
        why = f"`{operator}` {whose}, but the generator lists `{name}` among the functions that need none"
        remedy = "remove the entry, or take the name out of DONT_REQUIRE_DERIVATIVE in gen_variable_type.py"
        return Description(f"{why}: {remedy}", operator_declared(site))
    if "output_differentiability" in fault.place.path:
        why = f"`{operator}` {whose}, but none of its outputs is called differentiable"
        remedy = "put `True` for the outputs that are, or remove the formulas"
        edit = field_removed(site.owner, "output_differentiability")
        fix = None if edit is None else Fix("Remove `output_differentiability`", False, (edit,))
        return Description(f"{why}: {remedy}", returns_declared(site), fix)
    why = f"`{operator}` {whose}, but no output that could be differentiated"
    return Description(f"{why}: remove the formulas, or return a tensor", returns_declared(site))


RULE = Rule(
    "derivative-ignored",
    "error",
    "generator",
    "formulas for a function that takes no part in autograd",
    describe,
)
