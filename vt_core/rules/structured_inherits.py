"""`structured_inherits` on a function that is not structured."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """No data but the operator."""
    operator = operator_of(fault, site)
    delegate = site.owner.scalar("structured_delegate")
    if delegate is None:
        message = f"`structured_inherits` of {operator} needs `structured: True` beside it: write that, or remove it"
        return Description(message, (), _structured(site))
    message = f"{operator} delegates to `{delegate.value}`: `structured_inherits` belongs there; remove it here"
    removal = field_removed(site.owner, "structured_inherits")
    return Description(message, (), None if removal is None else Fix("Remove `structured_inherits`", False, (removal,)))


def _structured(site: Site) -> Fix | None:
    structured = site.owner.scalar("structured")
    if structured is None or structured.kind != "bool":
        return None
    return Fix("Write `structured: True`", False, (Edit("owner", structured.span, "True"),))


RULE = Rule(
    "structured-inherits", "error", "generator", "`structured_inherits` stands without `structured: True`", describe
)
