"""An inner loop that cannot be read."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "not-text": "`{key}` of {operator} is no text: write `kernel (dtypes)`",
    "key": "`{key}` of {operator} is no key of inner loops: the keys are {known}",
    "form": "`{value}` of {operator} is no inner loop: write `kernel (dtypes)`",
    "dtype": "`{dtype}` of {operator} is no dtype: write one like `Float` or `AllAndComplex`",
    "not-structured": "{operator} is not structured, so it can have no inner loop: add `structured: True`",
    "dispatch": "{operator} has an inner loop, so its `{key}` kernel is generated: remove it from the dispatch section",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `dtype`, `key`, `known`, `value`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "dtype",
            "key",
            "known",
            "value",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["form"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule("ufunc-inner-loop", "error", "generator", "a `ufunc_inner_loop` is malformed or out of place", describe)
