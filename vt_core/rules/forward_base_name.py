"""A forward formula that reads an argument by its bare name."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "`{argument}` is ambiguous in a forward formula of {operator}: write `{argument}_p` for its "
    "value, `{argument}_t` for its tangent"
)


def describe(fault: Fault, site: Site) -> Description:
    """Data: `argument`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("argument",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("forward-base-name", "error", "generator", "a forward formula reads an argument by its bare name", describe)
