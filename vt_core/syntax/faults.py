"""What a parser, loader or emitter found wrong, before it becomes a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vt_core.syntax.nodes import Place


class Fault(NamedTuple):
    """One mistake: the rule that explains it, its place in the entry, and the words that its message needs.

    `data` holds names and texts for the rule's message; `origin` overrides the rule's own ("generator", "build",
    "lint") where the same mistake is sometimes let through.
    """

    rule: str
    place: Place
    data: Mapping[str, str] = {}
    origin: str | None = None
