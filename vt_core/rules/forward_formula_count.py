"""Forward formulas for some outputs only."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "{operator} has {outputs} differentiable outputs, but {count} forward formulas: give one to each, or none"


def describe(fault: Fault, site: Site) -> Description:
    """Data: `count`, `outputs`."""
    words = {
        word: shown(fault.data.get(word, "")) or "?"
        for word in (
            "count",
            "outputs",
        )
    }
    return Description(_MESSAGE.format(operator=operator_of(fault, site), **words))


RULE = Rule(
    "forward-formula-count", "error", "generator", "some outputs have a forward formula and others have none", describe
)
