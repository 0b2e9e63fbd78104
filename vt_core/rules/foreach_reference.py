"""Formulas that a foreach function cannot take over."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "key": "{operator} takes its formulas from `{entry}`, which has none for `Default`: add them",
    "expression": "{operator} takes its formulas from `{entry}`, but `{text}` does not start with an argument: "
    "write it so",
    "output": "{operator} takes its formulas from `{entry}`, but those save `{text}`: only `result` can be",
    "tensor": "{operator} takes its formulas from `{entry}`, but `{argument}` is a lone tensor: make it a list",
    "no-formula": "{operator} is an in-place foreach function, and no operator of its name has fitting "
    "formulas: write an entry for `{reference}`",
    "arity": "{operator} has another number of arguments than `{entry}`, whose formulas it would take",
    "type": "`{argument}` of {operator} is no list of what `{entry}` takes: change its type",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `argument`, `entry`, `reference`, `text`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "argument",
            "entry",
            "reference",
            "text",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["key"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule(
    "foreach-reference", "error", "generator", "a foreach function cannot take over an operator's formulas", describe
)
