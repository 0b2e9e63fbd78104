"""`structured_delegate` on the variant that has the kernel."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """`delegate` is the operator that it names."""
    delegate = fault.data.get("delegate", "")
    message = (
        f"{operator_of(fault, site)} has out arguments, so it is the one that others delegate to, not one that"
        f" delegates to `{delegate}`: write `structured: True`"
    )
    return Description(message, (), _fix(site))


def _fix(site: Site) -> Fix | None:
    field = site.owner.fields.get("structured_delegate")
    if field is None or "structured" in site.owner.fields:
        return None
    span = Span(field.key.span.start, field.value.span.end)
    return Fix("Write `structured: True`", False, (Edit("owner", span, "structured: True"),))


RULE = Rule(
    "structured-delegate-on-out",
    "error",
    "generator",
    "a function with out arguments has `structured_delegate`",
    describe,
)
