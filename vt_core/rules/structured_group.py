"""Variants of a structured operator that do not delegate to its out variant."""

from __future__ import annotations

from vt_core.rules.edits import field_added, value_edit
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "unstructured": "{operator} is not structured, while its out variant is: write `structured_delegate: {out}`",
    "other-delegate": "{operator} delegates to `{delegate}`, while its out variant is `{out}`: delegate to that",
    "composite": "{operator} is structured, and cannot be composed of other operators: list its backends",
    "meta": "the `Meta` kernel of {operator} is made from its structured one: remove the key",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; `out` is the structured variant, `delegate` what is named instead."""
    what = fault.data.get("what", "")
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("out", "delegate")}
    message = _MESSAGES.get(what, _MESSAGES["unstructured"]).format(operator=operator_of(fault, site), **words)
    return Description(message, (), _fix(what, fault.data.get("out", ""), site))


def _fix(what: str, out: str, site: Site) -> Fix | None:
    """Delegate to the out variant; whether its kernel is meant is the author's to say."""
    entry, written = site.owner, site.owner.scalar("structured_delegate")
    if not out:
        return None
    edit = None
    if what == "other-delegate" and written is not None:
        edit = value_edit(entry, written, out)
    elif what == "unstructured" and "dispatch" not in entry.fields and written is None:
        edit = field_added(entry, (f"structured_delegate: {out}",))
    return None if edit is None else Fix(f"Delegate to `{out}`", False, (edit,))


RULE = Rule(
    "structured-group", "error", "build", "a variant of a structured operator does not delegate to it", describe
)
