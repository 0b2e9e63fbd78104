"""An argument that is called like an output."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{argument}` of {operator} is an argument and an output: rename one of them in native_functions.yaml"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `argument`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("argument",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule(
    "argument-and-return-name", "error", "generator", "a gradient key names both an argument and an output", describe
)
