"""A dispatch section that says only what holds without it."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "same": "the dispatch section of {operator} says only what holds without it: delete it",
    "renamed": "the only kernel of {operator} is composite and called `{kernel}`: rename it to "
    "`{operator_name}`, and delete the dispatch section",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `kernel`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("kernel",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["same"]).format(
            operator=operator_of(fault, site), **words, operator_name=shown(fault.data.get("operator", "")) or "?"
        )
    )


RULE = Rule(
    "redundant-dispatch",
    "error",
    "generator",
    "a dispatch section only repeats or renames the composite kernel",
    describe,
)
