"""A formula that is no C++ expression: a bracket, quote or operand is missing."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, key, what (unclosed-bracket, unexpected-bracket, unterminated or operand), text."""
    what, text = fault.data.get("what", ""), shown(fault.data.get("text", ""), 30) or "?"
    key = fault.data.get("key", "")
    if what == "unterminated":
        why = f"`{text}` has no end: close the quote or comment"
    elif what == "unclosed-bracket":
        why = f"`{text}` is never closed: add its partner"
    elif what == "unexpected-bracket":
        why = f"`{text}` closes nothing: remove it, or open it before"
    else:
        why = f"an operand is missing at `{text}`"
    scalar = site.owner.scalar(key)
    if scalar is not None and scalar.style is None and site.owner.text[scalar.end :].lstrip(" ").startswith("#"):
        why += "; YAML takes what follows ` #` for a comment: put the formula in quotes"
    return Description(why)


RULE = Rule(
    "formula-syntax",
    "error",
    "build",
    "a bracket, quote or operand of a formula is missing",
    describe,
)
