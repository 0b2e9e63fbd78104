"""A default that is no list, of an argument that is one."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`argument` and `type` are the argument's, `default` is what stands there."""
    argument, type_ = fault.data.get("argument", ""), fault.data.get("type", "")
    default = fault.data.get("default", "")
    message = (
        f"the default `{default}` of `{argument}` in {operator_of(fault, site)} is no list, but `{type_}` is one: "
    )
    if default == "None":
        return Description(f"{message}declare the argument as `{type_}?`, or write `[]`", (), _fix("[]", fault, site))
    wrapped = default.strip("[](){}")
    return Description(f"{message}write `[{wrapped}]`", (), _fix(f"[{wrapped}]", fault, site))


def _fix(text: str, fault: Fault, site: Site) -> Fix | None:
    return place_fix(fault, site, f"Write `{text}`", text != "[]", text)


RULE = Rule("list-default", "error", "generator", "a list argument's default is no list", describe)
