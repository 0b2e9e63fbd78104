"""A concrete size or stride in a formula."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{text}` reads a concrete size: write `{instead}`, which works for symbolic ones too"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `instead`, `text`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "instead",
            "text",
        )
    }
    return Description(_MESSAGE.format(**words), (), _fix(fault, site))


def _fix(fault: Fault, site: Site) -> Fix | None:
    """The symbolic function; what it is given to may have to take symbolic numbers then."""
    text = fault.data.get("text", "")
    if fault.place.start is None or not text.startswith("."):
        return None
    return place_fix(fault, site, f"Write `sym_{text[1:]}`", False, f".sym_{text[1:]}")


RULE = Rule("concrete-size", "error", "generator", "a formula reads concrete sizes or strides", describe)
