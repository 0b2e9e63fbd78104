"""Fixes that put another text in a stretch of a scalar, by offsets in its value."""

from __future__ import annotations

from vt_core.rules.rule import Edit, Fix, Site
from vt_core.syntax.entries import Entry, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Node, Place, Scalar, Sequence

Replacement = tuple[int, int, str]


def func_of(entry: Entry) -> str:
    """The schema's text, empty where the entry has none."""
    scalar = entry.scalar("func")
    return "" if scalar is None else scalar.value


def func_fix(site: Site, title: str, safe: bool, *replacements: Replacement) -> Fix | None:
    """Put other texts in stretches of the schema, from `start` to `end` each; equal ones insert."""
    scalar = site.owner.scalar("func")
    return None if scalar is None else _fix(site.owner, scalar, title, safe, replacements)


def place_fix(fault: Fault, site: Site, title: str, safe: bool, text: str) -> Fix | None:
    """Put `text` (nothing that YAML reads) where the fault points: in a stretch of a scalar, else in all of it."""
    place = fault.place
    scalar = _scalar_at(site.owner, place)
    if scalar is None:
        return None
    if place.start is not None and place.end is not None and place.start < place.end:
        return _fix(site.owner, scalar, title, safe, ((place.start, place.end, text),))
    return Fix(title, safe, (Edit("owner", scalar.span, text),)) if scalar.value else None


def _scalar_at(entry: Entry, place: Place) -> Scalar | None:
    node: Node = entry.node
    for depth, key in enumerate(place.path):
        if isinstance(node, Sequence):
            node = next((item for item in node.items if isinstance(item, Scalar) and item.value == key), node)
            break
        field = fields_of(node).get(key)
        if field is None:
            return None
        is_key = place.part == "key" and depth == len(place.path) - 1
        node = field.key if is_key else field.value
    return node if isinstance(node, Scalar) and place.path else None


def _fix(entry: Entry, scalar: Scalar, title: str, safe: bool, replacements: tuple[Replacement, ...]) -> Fix | None:
    edits: list[Edit] = []
    for start, end, text in replacements:
        if not 0 <= start <= end <= len(scalar.value):
            return None
        span = entry.span_in(scalar, start, end)
        if span == scalar.span and end - start < len(scalar.value):
            return None  # the source cannot be decoded: its value is one whole
        edits.append(Edit("owner", span, text))
    return Fix(title, safe, tuple(edits))
