"""A default that is no list, of an argument that is one."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.value_fixes import func_of, place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`argument` and `type` are the argument's, `default` is what stands there."""
    argument, type_ = fault.data.get("argument", ""), fault.data.get("type", "")
    default = fault.data.get("default", "")
    operator = operator_of(fault, site)
    message = f"the default `{shown(default)}` of `{argument}` in {operator} is no list, but `{type_}` is one: "
    if default == "None":
        return Description(f"{message}declare the argument as `{type_}?`, or write `[]`", (), _fix("[]", fault, site))
    wrapped = default.strip("[](){}")
    return Description(f"{message}write `[{wrapped}]`", (), _fix(f"[{wrapped}]", fault, site))


def _fix(text: str, fault: Fault, site: Site) -> Fix | None:
    """Mend the default, and in the derivatives entry that repeats the schema too."""
    fix = place_fix(fault, site, f"Write `{text}`", text != "[]", text)
    name = None if site.other is None else site.other.scalar("name")
    start, end = fault.place.start, fault.place.end
    if fix is None or site.other is None or name is None or name.value != func_of(site.owner):
        return fix
    if start is None or end is None:
        return fix
    return fix._replace(edits=(*fix.edits, Edit("other", site.other.span_in(name, start, end), text)))


RULE = Rule("list-default", "error", "generator", "a list argument's default is no list", describe)
