"""An argument before `self` that is written to."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "{operator} writes to `{argument}`, which stands before `self`: move it behind `self`"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `argument`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("argument",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("mutable-before-self", "error", "generator", "an argument before `self` is written to", describe)
