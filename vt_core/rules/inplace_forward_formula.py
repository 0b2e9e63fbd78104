"""A forward formula that an in-place function cannot use."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "several": "{operator} is in-place, so it has one output, but `{entry}` has {count} forward formulas: "
    "give it an entry of its own",
    "self": "the forward formula of {operator} reads `self_p`, which is overwritten by then: write "
    "`result`, or `original_self_p`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `count`, `entry`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "count",
            "entry",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["self"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule(
    "inplace-forward-formula", "error", "generator", "an in-place function cannot use a forward formula", describe
)
