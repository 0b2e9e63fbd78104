"""A list of flags that does not fit the outputs."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Sequence
from vt_core.text.spans import Span

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
    message = _MESSAGE.format(operator=operator_of(fault, site), **words)
    return Description(message, (), _extended(fault, site))


def _extended(fault: Fault, site: Site) -> Fix | None:
    """Add `False` for the outputs that are left."""
    field = site.owner.fields.get("output_differentiability")
    count, outputs = fault.data.get("count", ""), fault.data.get("outputs", "")
    if field is None or not isinstance(field.value, Sequence) or not count.isdecimal() or not outputs.isdecimal():
        return None
    missing = int(outputs[:3]) - int(count[:3])
    end = field.value.items[-1].span.end if field.value.items else 0
    if missing <= 0 or not site.owner.text.startswith("[", field.key.span.end + 2) or not end:
        return None
    edit = Edit("owner", Span(end, end), ", False" * missing)
    return Fix("Add `False` for the other outputs", False, (edit,))


RULE = Rule(
    "output-differentiability-length",
    "error",
    "generator",
    "`output_differentiability` has not one value for each output",
    describe,
)
