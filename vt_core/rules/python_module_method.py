"""A method of a Python module."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = (
    "{operator} belongs to the Python module `{module}`, so it cannot be a method: remove `method` from its variants"
)


def describe(fault: Fault, site: Site) -> Description:
    """Data: `module`."""
    words = {word: shown(fault.data.get(word, "")) or "?" for word in ("module",)}
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule("python-module-method", "error", "generator", "a function of a Python module is a method too", describe)
