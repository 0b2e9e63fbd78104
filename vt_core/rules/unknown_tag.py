"""A tag that tags.yaml does not declare."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{tag}` of {operator} is not declared in tags.yaml: declare it there, or write one of {known}"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `known`, `tag`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "known",
            "tag",
        )
    }
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("unknown-tag", "error", "generator", "a tag is not declared in tags.yaml", describe)
