"""`structured: True` on a variant without out arguments."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.value_fixes import func_of
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import parse_schema
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """No data but the operator."""
    schema = parse_schema(func_of(site.owner))
    name = schema.text[schema.name.start : schema.name.end].removesuffix("_")
    delegate = f"{name}.out"
    message = (
        f"{operator_of(fault, site)} has no out arguments, and only a function with out arguments is structured:"
        f" write `structured_delegate: {delegate}`, and `structured: True` on that one"
    )
    return Description(message, (), _fix(delegate, site))


def _fix(delegate: str, site: Site) -> Fix | None:
    field = site.owner.fields.get("structured")
    if field is None or "structured_delegate" in site.owner.fields or "dispatch" in site.owner.fields:
        return None
    text = f"structured_delegate: {delegate}"
    span = Span(field.key.span.start, field.value.span.end)
    return Fix(f"Write `{text}`", False, (Edit("owner", span, text),))


RULE = Rule("structured-not-out", "error", "generator", "a function without out arguments is `structured`", describe)
