"""A fault in words, and the stretches of its entries that it speaks of: what does not depend on where they stand."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.rules.registry import rule
from vt_core.rules.rule import Description, End, Fix, Origin, Severity, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.text.spans import Span


class WordedEnd(NamedTuple):
    """Another place that a fault speaks of; the span counts code points of that entry's block."""

    end: End
    span: Span
    message: str


class Worded(NamedTuple):
    """A fault of an entry as its rule words it; spans count code points of the block."""

    fault: Fault
    span: Span
    rule: str
    severity: Severity
    origin: Origin
    message: str
    related: tuple[WordedEnd, ...]
    fix: Fix | None


def word(fault: Fault, owner: Entry, other: Entry | None) -> Worded:
    """Let the fault's rule word it. `other` is the entry at the fault's other end."""
    known = rule(fault.rule)
    description = known.describe(fault, Site(owner, other))
    fix = description.fix
    return Worded(
        fault,
        on_one_line(owner.text, owner.span_of(fault.place)),
        known.id,
        known.severity,
        known.origin if fault.origin is None else _origin(fault.origin),
        _in_one_line(description.message),
        _related(description, owner, other),
        None if fix is None else fix._replace(title=_in_one_line(fix.title)),
    )


def _origin(origin: str) -> Origin:
    return "build" if origin == "build" else "lint" if origin == "lint" else "generator"


def _related(description: Description, owner: Entry, other: Entry | None) -> tuple[WordedEnd, ...]:
    found: list[WordedEnd] = []
    for related in description.related:
        entry = owner if related.end == "owner" else other
        if entry is not None:
            span = on_one_line(entry.text, entry.span_of(related.place))
            found.append(WordedEnd(related.end, span, _in_one_line(related.message)))
    return tuple(found)


def _in_one_line(message: str) -> str:
    """A message may quote a name or value with line breaks."""
    return message if message.isprintable() else " ".join(message.split())


def on_one_line(text: str, span: Span) -> Span:
    """A stretch of a text as far as its first line goes; where there is nothing, the character beside it."""
    piece = text[span.start : span.end]
    first = piece.partition("\n")[0].partition("\r")[0]
    if first and len(first) == len(piece):
        return span
    shown = piece.strip()
    if not shown:
        return _beside(text, span.start)
    start = span.start + piece.index(shown)
    first = shown.partition("\n")[0].partition("\r")[0]
    return Span(start, start + len(first.rstrip()))


def _beside(text: str, at: int) -> Span:
    if text[at : at + 1].strip():
        return Span(at, at + 1)
    before = len(text[:at].rstrip())
    return Span(before - 1, before) if before else Span(at, at)
