"""A function tagged as an in-place view that is none."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "not-inplace": "{operator} is tagged `inplace_view`, but its name does not end in `_`: rename it, or remove "
    "the tag",
    "alone": "{operator} is tagged `inplace_view`, but there is no `{view}`: declare that view, or remove the tag",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `view`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("view",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["alone"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule("inplace-view-tag", "error", "generator", "a function is tagged `inplace_view` without being one", describe)
