"""Code actions as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from vt_core.analysis.findings import Finding, FindingEdit
from vt_core.ide.cursor import Cursor
from vt_core.syntax.nodes import FileRole

# The names that the Language Server Protocol (3.17, CodeActionKind) gives its kinds.
ActionKind = Literal["quickfix", "refactor.rewrite", "source.fixAll.vt-lsp"]


class Offer(NamedTuple):
    """What an action would do at a place. `choice` tells apart several offers of one action."""

    title: str
    edits: tuple[FindingEdit, ...]
    choice: str = ""


class CodeAction(NamedTuple):
    """One action. `finding` is what it mends, `edits` is None until it is resolved by its `data`."""

    title: str
    kind: ActionKind
    preferred: bool
    finding: Finding | None
    data: Mapping[str, str]
    edits: tuple[FindingEdit, ...] | None = None


class EntryAction(NamedTuple):
    """A kind of action on the entry at a cursor, of one of the files; it offers what can be done there."""

    id: str
    file: FileRole
    kind: ActionKind
    offers: Callable[[Cursor], Iterable[Offer]]
