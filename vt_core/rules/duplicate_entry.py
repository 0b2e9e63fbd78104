"""Two entries for one function, of which the last one counts."""

from __future__ import annotations

from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator."""
    first = Related("other", Place("derivatives", ("name",)), "the first one")
    return Description(f"{operator_of(fault, site)} has an entry already, and the last one counts: keep one", (first,))


RULE = Rule(
    "duplicate-entry",
    "error",
    "lint",
    "a function has two entries, and the last one counts",
    describe,
)
