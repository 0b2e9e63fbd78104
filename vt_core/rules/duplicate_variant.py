"""Two variants of one kind."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} has the signature of `{other}` and is {kind} as well: change its arguments, or remove one of the two"
)


def describe(fault: Fault, site: Site) -> Description:
    """Data: `kind`, `other`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "kind",
            "other",
        )
    }
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("duplicate-variant", "error", "generator", "two functions are the same variant of one operator", describe)
