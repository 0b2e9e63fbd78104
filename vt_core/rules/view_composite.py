"""A composite view whose in-place variant is not."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{view}` has a kernel for `{key}`, but its in-place variant {operator} has none: give both, or none"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `key`, `view`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "key",
            "view",
        )
    }
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("view-composite", "error", "generator", "a view is composite and its in-place variant is not", describe)
