"""A view function with outputs that cannot be tracked."""

from __future__ import annotations

from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, what (several, type), outputs (their names, or the type of the only one)."""
    operator, outputs = fault.data.get("operator", ""), fault.data.get("outputs", "")
    related: tuple[Related, ...] = ()
    if site.other is not None:
        field = "output_differentiability"
        place = Place("derivatives", (field,), "key") if field in site.other.fields else _name(site.other)
        related = (Related("other", place, "its gradients"),)
    if fault.data.get("what") == "type":
        message = f"`{operator}` returns a view, but its differentiable output is `{outputs}` and no tensor"
        return Description(f"{message}: correct `output_differentiability` in derivatives.yaml", related)
    listed = enumerated(split_names(outputs), "and")
    message = f"`{operator}` returns a view, and a view can be followed through one differentiable output only"
    remedy = "mark the others with `output_differentiability` in derivatives.yaml, or return them in a `Tensor[]`"
    return Description(f"{message}, not through {listed}: {remedy}", related)


def _name(entry: Entry) -> Place:
    """The operator in an entry's `name`."""
    name = entry.scalar("name")
    return Place("derivatives", ("name",), "value", 0, 0 if name is None else len(name.value.partition("(")[0]))


RULE = Rule(
    "view-outputs",
    "error",
    "generator",
    "a view function has several differentiable outputs, or one that is no tensor",
    describe,
)
