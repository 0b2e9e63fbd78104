"""An operator that a backend lists twice."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Related, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, list, first (the list where it stands first)."""
    operator, listed = shown(fault.data.get("operator", "")) or "?", fault.data.get("list", "")
    first = fault.data.get("first", "")
    related = (Related("other", Place("backend"), "here first"),)
    if first != listed:
        message = f"`{operator}` is under `{shown(first) or '?'}` already, for the same key: keep one"
        return Description(message, related)
    removal = _line_removed(site.owner, fault.place)
    fix = None if removal is None else Fix("Remove this line", True, (removal,))
    return Description(f"`{operator}` stands twice under `{shown(listed) or '?'}`: remove one", related, fix)


def _line_removed(item: Entry, place: Place) -> Edit | None:
    """Take out the line of an item that has nothing else on it."""
    span, text = item.span_of(place), item.text
    start = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start)) + 1
    line = text[start:].splitlines(keepends=True)[:1]
    if not line or line[0].split() != ["-", text[span.start : span.end]]:
        return None
    return Edit("owner", Span(start, start + len(line[0])), "")


RULE = Rule("backend-repeated-operator", "warning", "lint", "a backend lists an operator twice", describe)
