"""An output that cannot be saved."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "inplace": "{operator} is in-place, so the only output that a formula can save is `result`, not `{saved}`",
    "foreach": "{operator} is a foreach function, so its forward formula is for `result`, not `{saved}`",
    "list": "`{saved}` of {operator} is a list of tensors, and only foreach functions can save one: save "
    "its inputs instead",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `saved`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("saved",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["list"]).format(operator=operator_of(fault, site), **words)
    )


RULE = Rule("saved-output", "error", "generator", "a formula saves an output that cannot be saved", describe)
