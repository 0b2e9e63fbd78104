"""An in-place schema that does not write to `self`."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "no-self": "{operator} is in-place by its name, but has no argument `self`: name the tensor that it "
    "writes to `self`",
    "self-not-written": "{operator} is in-place by its name, but does not write to `self`: annotate it, as in "
    "`Tensor(a!) self`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages."""
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["self-not-written"]).format(
            operator=operator_of(fault, site)
        )
    )


RULE = Rule("inplace-self", "error", "generator", "an in-place schema does not write to `self`", describe)
