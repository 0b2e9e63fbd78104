"""A view without its copy."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "missing": "{operator} returns a view, so functionalization needs `{copy}`: declare it, with the same arguments",
    "untagged": "{operator} is the copy of the view `{view}`: add `tags: view_copy`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `copy`, `view`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "copy",
            "view",
        )
    }
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["missing"]).format(
            operator=operator_of(fault, site), **words
        )
    )


RULE = Rule("view-copy", "error", "generator", "a view has no copy, or the copy is not tagged", describe)
