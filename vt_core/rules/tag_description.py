"""A tag without a description."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

_MESSAGE = "the tag `{tag}` has no description: add `desc:`"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `tag`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("tag",)}
    return Description(_MESSAGE.format(**words))


RULE = Rule("tag-description", "error", "generator", "a tag of tags.yaml has no description", describe)
