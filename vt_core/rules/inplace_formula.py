"""A formula that a function with another `self` cannot use."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "saves-self": "the generated variant {operator} would use the formula of `{entry}`, which saves `{saved}`: "
    "write an entry for it, or do without",
    "strides": "{operator} is in-place, so the strides of `self` are those of the result: give it an entry "
    "of its own without them",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `entry`, `saved`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "entry",
            "saved",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["strides"]).format(
            operator=operator_of(fault, site), **words
        )
    )


RULE = Rule("inplace-formula", "error", "generator", "a formula reads a `self` that is another by then", describe)
