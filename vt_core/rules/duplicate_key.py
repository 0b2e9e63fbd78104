"""A key that stands twice in one mapping."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

_MESSAGE = "`{key}` stands twice here: keep one"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `key`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("key",)}
    return Description(_MESSAGE.format(**words))


RULE = Rule("duplicate-key", "error", "generator", "a key stands twice in one mapping", describe)
