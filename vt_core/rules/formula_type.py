"""A gradient formula that YAML does not read as text."""

from __future__ import annotations

from vt_core.rules.edits import single_quoted
from vt_core.rules.nearest import is_slip
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place, Scalar
from vt_core.text.spans import Span

_FIELDS = ("output_differentiability", "name")
_KINDS = {
    "bool": "a boolean",
    "int": "a number",
    "float": "a number",
    "sequence": "a list",
    "mapping": "a mapping",
    "other": "no text",
}


def describe(fault: Fault, site: Site) -> Description:
    """Data: key (the gradient key), kind (what YAML makes of the value)."""
    key, kind = fault.data.get("key", ""), fault.data.get("kind", "")
    for field in _FIELDS:
        if is_slip(key, field) and field not in site.owner.fields:
            edit = Edit("owner", site.owner.span_of(Place("derivatives", (key,), "key")), field)
            message = f"`{key}` is no field and is taken for a gradient key: rename it to `{field}`"
            return Description(message, (), Fix(f"Rename `{key}` to `{field}`", True, (edit,)))
    if key == "dispatch":
        message = "`dispatch` is taken for a gradient key: formulas by dispatch key are known from release 2.0 on only"
        return Description(f"{message}; put the formulas straight into the entry")
    if kind == "null":
        return Description(f"the gradient of `{key}` has no formula: write one, or `non_differentiable`")
    what = _KINDS.get(kind, "no text")
    message = f"the formula of `{key}` is {what} to YAML: write a C++ expression, in quotes if need be"
    return Description(message, (), _quoted(site.owner, key))


def _quoted(entry: Entry, key: str) -> Fix | None:
    """Put the value in quotes if all of it stands on one line."""
    field = entry.fields.get(key)
    if field is None:
        return None
    start, end = field.value.span
    if not isinstance(field.value, Scalar):
        closing = {"[": "]", "{": "}"}.get(entry.text[start : start + 1])
        found = -1 if closing is None else entry.text.find(closing, max(end - 1, start))
        if found < 0:
            return None
        end = found + 1
    source = entry.text[start:end]
    if not source.strip() or "\n" in source or "\r" in source or source[0] in "'\"|>!&*":
        return None
    edit = Edit("owner", Span(start, end), single_quoted(source))
    return Fix(f"Put the formula of `{key}` in quotes", False, (edit,))


RULE = Rule("formula-type", "error", "generator", "a gradient formula is no text", describe)
