"""An entry without its schema."""

from __future__ import annotations

from vt_core.rules.nearest import nearest
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

# What the schema is called in the other file.
_OTHER = {"func": "name", "name": "func"}


def describe(fault: Fault, site: Site) -> Description:
    """`field` is the field that is missing: `func`, in derivatives.yaml `name`; `repeated`: the entry is an alias."""
    field = fault.data.get("field", "func")
    if "repeated" in fault.data:
        message = f"an alias (`- *...`) repeats this entry, and the generator takes the `{field}` out of it only once"
        return Description(f"{message}: write the other entry out")
    message = f"this entry has no `{field}`: "
    keys = site.owner.fields
    other = _OTHER.get(field, "")
    meant = other if other in keys else nearest(field, keys)
    if not meant:
        return Description(f"{message}write `{field}: operator(arguments) -> returns` first")
    span = keys[meant].key.span
    fix = Fix(f"Rename `{shown(meant)}` to `{field}`", True, (Edit("owner", span, field),))
    return Description(f"{message}rename `{shown(meant)}` to `{field}`", (), fix)


RULE = Rule("missing-field", "error", "generator", "an entry has no schema", describe)
