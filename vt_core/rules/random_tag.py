"""A function that draws random numbers and does not say so."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "name": "{operator} draws random numbers by its name: add `tags: nondeterministic_seeded`",
    "argument": "{operator} draws random numbers by its argument `{argument}`: add `tags: nondeterministic_seeded`",
    "generator": "{operator} takes a generator (`{argument}`): add `tags: nondeterministic_seeded`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `argument`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("argument",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["name"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule(
    "random-tag", "error", "generator", "a function that seems random lacks the tag `nondeterministic_seeded`", describe
)
