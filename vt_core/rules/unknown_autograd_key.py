"""An autograd key that derivatives cannot have."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{key}` of {operator} is no autograd key: write `Default` or one like `AutogradCUDA`"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `key`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("key",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("unknown-autograd-key", "error", "generator", "a key under `dispatch` is no autograd key", describe)
