"""Edits of the schema in an entry's `func`, by offsets in the schema's text."""

from __future__ import annotations

from vt_core.rules.rule import Edit, Fix, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Scalar


def func_of(entry: Entry) -> str:
    """The schema's text, empty where the entry has none."""
    scalar = entry.scalar("func")
    return "" if scalar is None else scalar.value


def func_fix(site: Site, title: str, safe: bool, *replacements: tuple[int, int, str]) -> Fix | None:
    """A fix that puts other texts in the place of stretches of the schema; `start` == `end` inserts."""
    scalar = site.owner.scalar("func")
    return None if scalar is None else _fix(site, scalar, title, safe, replacements)


def place_fix(fault: Fault, site: Site, title: str, safe: bool, text: str) -> Fix | None:
    """A fix that puts `text` in the place of what the fault points at: a stretch of a scalar, else all of a key or a
    plain value."""
    place = fault.place
    field = site.owner.fields.get(place.path[0]) if len(place.path) == 1 else None
    if field is not None and place.start is not None and place.end is not None:
        scalar = field.key if place.part == "key" else field.value
        if isinstance(scalar, Scalar) and place.start < place.end:
            return _fix(site, scalar, title, safe, ((place.start, place.end, text),))
    span = site.owner.span_of(place)
    return Fix(title, safe, (Edit("owner", span, text),)) if span.start < span.end else None


def _fix(
    site: Site, scalar: Scalar, title: str, safe: bool, replacements: tuple[tuple[int, int, str], ...]
) -> Fix | None:
    length = len(scalar.value)
    if not all(0 <= start <= end <= length for start, end, _ in replacements):
        return None
    edits = [Edit("owner", site.owner.span_in(scalar, start, end), text) for start, end, text in replacements]
    return Fix(title, safe, tuple(edits))
