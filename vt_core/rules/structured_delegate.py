"""A delegate that is not there or not structured."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "missing": "{operator} delegates to `{delegate}`, which is not declared: declare it, or name another",
    "delegated": "{operator} delegates to `{delegate}`, which is not structured: add `structured: True` to it here",
    "not-structured": "{operator} delegates to `{delegate}`, which is not structured: add `structured: True` to it",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `delegate`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("delegate",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["missing"]).format(
            operator=operator_of(fault, site), **words
        )
    )


RULE = Rule(
    "structured-delegate", "error", "generator", "a `structured_delegate` names no structured function", describe
)
