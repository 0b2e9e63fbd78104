"""What a rule is: one mistake with one remedy, and how it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.text.spans import Span

Severity = Literal["error", "warning", "information", "hint"]
Origin = Literal["generator", "build", "lint"]
End = Literal["owner", "other"]


class Site(NamedTuple):
    """Where a fault is: the entry that it stands in, and the entry at its other end (a derivative's function, a
    function's derivatives entry, the first of two duplicates), if there is one."""

    owner: Entry
    other: Entry | None


class Related(NamedTuple):
    """Another place that the message speaks of."""

    end: End
    place: Place
    message: str


class Edit(NamedTuple):
    """`span` of the block's text of that end's entry, to be replaced by `text`."""

    end: End
    span: Span
    text: str


class Fix(NamedTuple):
    """`safe`: the result surely means what the author meant."""

    title: str
    safe: bool
    edits: tuple[Edit, ...]


class Description(NamedTuple):
    """A fault in words: starts in lower case, names operator and argument, says what to do."""

    message: str
    related: tuple[Related, ...] = ()
    fix: Fix | None = None


class Rule(NamedTuple):
    """`summary` is one line for lists. `describe` puts a fault of this rule in words. A rule that is not on by
    `default` is told where the settings or `--select` ask for it."""

    id: str
    severity: Severity
    origin: Origin
    summary: str
    describe: Callable[[Fault, Site], Description]
    default: bool = True
