"""Something saved that the node would not own."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{saved}` of {operator} is of type `{type}`, which a node cannot keep: read something of it that can be"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `saved`, `type`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "saved",
            "type",
        )
    }
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("saved-reference", "error", "generator", "a formula saves what it does not own", describe)
