"""A field that entries do not have."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Scalar
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """`field` is the key, `known` are the fields of the release; `what` is "dispatch-key" for the name of one."""
    name, known = fault.data.get("field", ""), split_names(fault.data.get("known", ""))
    message = f"`{shown(name)}` is no field of an entry, but {operator_of(fault, site)} has it: "
    if fault.data.get("what") == "dispatch-key":
        remedy = "a dispatch key belongs under `dispatch:`, two blanks further in"
        return Description(message + remedy, (), _indent(known, site))
    field = site.owner.fields.get(name)
    meant = nearest(name, [other for other in known if other not in site.owner.fields])
    if meant and field is not None:
        edit = Edit("owner", field.key.span, meant)
        # A misspelt `variants` was never read: what it says may be wrong too.
        safe = is_slip(name, meant) and meant != "variants"
        return Description(f"{message}rename it to `{meant}`", (), Fix(f"Rename it to `{meant}`", safe, (edit,)))
    removal = field_removed(site.owner, name)
    fix = None if removal is None else Fix(f"Remove `{name}`", False, (removal,))
    return Description(f"{message}remove it", (), fix)


def _indent(known: list[str], site: Site) -> Fix | None:
    """Move the keys after an empty `dispatch:` into it."""
    dispatch = site.owner.fields.get("dispatch")
    if dispatch is None or not isinstance(dispatch.value, Scalar) or dispatch.value.kind != "null":
        return None
    edits: list[Edit] = []
    for name, (key, _) in site.owner.fields.items():
        at = key.span.start
        if name not in known and at > dispatch.key.span.start:
            edits.append(Edit("owner", Span(at, at), "  "))
    return Fix("Move it into `dispatch`", True, tuple(edits)) if edits else None


RULE = Rule("unknown-field", "error", "generator", "an entry has a field that does not exist", describe)
