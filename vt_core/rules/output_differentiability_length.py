"""A list of flags that does not fit the outputs."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGE = "{operator} has {outputs} outputs, but `output_differentiability` has {count} values: give one for each"


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
    "output-differentiability-length",
    "error",
    "generator",
    "`output_differentiability` has not one value for each output",
    describe,
)
