"""A kernel in too many namespaces."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "the kernel `{kernel}` of {operator} stands in more than three namespaces: three levels are the most"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `kernel`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("kernel",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("kernel-namespace", "error", "generator", "a kernel's name has too many namespaces", describe)
