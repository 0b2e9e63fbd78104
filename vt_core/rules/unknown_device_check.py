"""A device check that does not exist."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{value}` of {operator} is no device check: write `NoCheck` or `ExactSame`"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `value`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("value",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule(
    "unknown-device-check", "error", "generator", "a `device_check` is neither `NoCheck` nor `ExactSame`", describe
)
