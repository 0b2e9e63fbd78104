"""A concrete size or stride in a formula."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
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
    return Description(_MESSAGE.format(**words))


RULE = Rule("concrete-size", "error", "generator", "a formula reads concrete sizes or strides", describe)
