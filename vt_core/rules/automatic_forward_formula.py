"""An automatic forward formula where none can be made."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "inplace": "`{formula}` cannot be used for {operator}, which is in-place: give the formula to its "
    "functional variant",
    "inputs": "`{formula}` of {operator} needs exactly one differentiable argument with one formula: write "
    "the forward formula out",
    "outputs": "`{formula}` of {operator} needs a single output: write a formula for each",
    "no-inputs": "`{formula}` of {operator} needs a differentiable argument: add its formula",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; data: `formula`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("formula",)}
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["inputs"]).format(
            operator=operator_of(fault, site), **words
        )
    )


RULE = Rule("automatic-forward-formula", "error", "generator", "an automatic forward formula cannot be made", describe)
