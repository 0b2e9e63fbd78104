"""A backward function without a formula for the gradient that it is given."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared
from vt_core.rules.edits import field_added
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, name (the operator without overload)."""
    name, operator = fault.data.get("argument", ""), fault.data.get("name", "")
    why = f"no key for the differentiable argument `{name}`: calls where it requires a gradient will raise"
    if not name.isidentifier() or not operator.isidentifier():
        return Description(why, argument_declared(site, name))
    added = field_added(site.owner, (f'{name}: not_implemented("{operator}")',))
    fix = None if added is None else Fix(f"Add `{name}: not_implemented(…)`", False, (added,))
    return Description(f"{why}; give it a formula, or `not_implemented`", argument_declared(site, name), fix)


RULE = Rule(
    "grad-output-without-formula",
    "warning",
    "lint",
    "the incoming gradient of a backward function has no formula",
    describe,
)
