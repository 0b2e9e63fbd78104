"""A forward formula that reads an argument by its bare name."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "`{argument}` is ambiguous in a forward formula of {operator}: write `{argument}_p` for its "
    "value, `{argument}_t` for its tangent"
)


def describe(fault: Fault, site: Site) -> Description:
    """Data: `argument`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("argument",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words), (), _fix(fault, site))


def _fix(fault: Fault, site: Site) -> Fix | None:
    """The value; whether the tangent is meant is the author's to say."""
    name = fault.data.get("argument", "")
    if fault.place.start is None or not name:
        return None
    return place_fix(fault, site, f"Write `{name}_p` for its value", False, f"{name}_p")


RULE = Rule("forward-base-name", "error", "generator", "a forward formula reads an argument by its bare name", describe)
