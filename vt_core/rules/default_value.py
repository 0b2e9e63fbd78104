"""A default that libtorch cannot read when the operator is registered."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_KINDS = {
    "bool": "`True` or `False`",
    "int": "a whole number",
    "SymInt": "a whole number",
    "float": "a number",
    "Scalar": "a number",
    "str": "a text in quotes",
}
_WORDS = {"true": "True", "false": "False", "nullopt": "None", "null": "None", "none": "None", "nil": "None"}


def describe(fault: Fault, site: Site) -> Description:
    """`value` is the default of `argument`, which has the type `type`."""
    argument, value, type_ = (shown(fault.data.get(word, "")) for word in ("argument", "value", "type"))
    kind = _KINDS.get(type_.rstrip("?"), "a value of its type") + (" or `None`" if type_.endswith("?") else "")
    what = f"`{value or '?'}` is no default for `{argument or '?'}` of {operator_of(fault, site)}"
    return Description(
        f"{what}, which is `{type_ or '?'}`: write {kind}",
        (),
        _fix(value, type_, fault, site),
    )


def _fix(value: str, type_: str, fault: Fault, site: Site) -> Fix | None:
    meant = _WORDS.get(value.lower(), "")
    right = type_.endswith("?") if meant == "None" else type_.rstrip("?") == "bool"
    return place_fix(fault, site, f"Write `{meant}`", True, meant) if meant and right else None


RULE = Rule("default-value", "error", "lint", "a default cannot be read when the operator is registered", describe)
