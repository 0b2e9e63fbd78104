"""A comment that leaves out findings that are not there."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def message(rule: str, *, known: bool) -> str:
    """What is said of a rule's name in a comment."""
    name = shown(rule) or "?"
    if not known:
        return f"`{name}` is no rule: `vt-lsp --rules` lists them"
    return f"nothing is found that `{name}` leaves out: remove it from the comment"


def describe(fault: Fault, site: Site) -> Description:
    """`name` is the rule's; `what`: unknown, or nothing."""
    return Description(message(fault.data.get("name", ""), known=fault.data.get("what") != "unknown"))


RULE = Rule("unused-ignore", "warning", "lint", "a comment leaves out nothing", describe)
