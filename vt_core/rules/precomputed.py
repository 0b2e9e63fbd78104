"""A precomputed argument that cannot be read."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "not-structured": "{operator} is not structured, so nothing can be precomputed: remove `precomputed`, or add "
    "`structured: True`",
    "not-text": "an item of `precomputed` of {operator} is no text: write `name -> arguments`",
    "no-arrow": "`{item}` of {operator} replaces nothing: only the last item of `precomputed` may lack its ` -> `",
    "two-arrows": "`{item}` of {operator} has two arrows: write one `name -> arguments`",
    "blank": "`{name}` of {operator} is no argument's name: write the name alone before ` -> `",
    "argument": "`{argument}` of {operator} is no argument: write a type, one blank and a name",
    "upper": "`{argument}` of {operator} is in capitals, as template parameters are: use a lower-case letter",
    "spacing": "`{item}` of {operator} needs `, ` between its arguments, and no other blanks",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `argument`, `item`, `name`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "argument",
            "item",
            "name",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["argument"]).format(
            operator=operator_of(fault, site), **words
        )
    )


RULE = Rule("precomputed", "error", "generator", "an item of `precomputed` is malformed", describe)
