"""Workspace symbols: operators, derivatives entries and backward nodes by a few letters of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.document import Block, Document, PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.outline import guessed_entries
from vt_core.syntax.entries import fields_of
from vt_core.syntax.nodes import FileRole, Place, Scalar
from vt_core.syntax.schema import parse_schema
from vt_core.text.spans import Span

MOST_SYMBOLS = 200
_MOST_QUERY = 100

_NAMESPACE = "aten::"
_KEYS: dict[FileRole, str] = {"native_functions": "func", "derivatives": "name"}


SymbolKind = Literal["operator", "entry", "node"]
_KINDS: dict[FileRole, SymbolKind] = {"native_functions": "operator", "derivatives": "entry"}


class WorkspaceSymbol(NamedTuple):
    """An operator where it is declared, a derivatives entry, or the backward node that an entry describes.

    `container` says where it belongs: for an entry its schema's operator, for a node the operator that it is of.
    """

    name: str
    kind: SymbolKind
    container: str
    file: FileRole
    span: Span


class _Candidate(NamedTuple):
    name: str
    kind: SymbolKind
    container: str
    placed: PlacedEntry


def workspace_symbols(snapshot: Snapshot, query: str, most: int = MOST_SYMBOLS) -> tuple[WorkspaceSymbol, ...]:
    """The symbols whose names hold the query's letters in its order, whatever their case; the best first.

    Before all others come the whole name, then names that begin with the query, then those where each run of matched
    letters begins a word (`sg` in `soft_gate`), then those that hold it as it stands; of two as good the one in the
    query's own case, then the shorter. An empty query means all, in file order.
    """
    written = "".join(query.split()).removeprefix(_NAMESPACE)[:_MOST_QUERY]
    wanted = written.lower()
    pattern = _subsequence(wanted)
    ranked: list[tuple[int, int, int, _Candidate | WorkspaceSymbol]] = []
    for number, candidate in enumerate(_candidates(snapshot)):
        if pattern.match(candidate.name):
            rank = 2 * _rank(candidate.name, wanted) + (written not in candidate.name)
            ranked.append((rank, len(candidate.name) if wanted else 0, number, candidate))
    ranked.sort()
    found = [candidate for _, _, _, candidate in ranked[: max(0, most)]]
    return tuple([_placed(snapshot, item) if isinstance(item, _Candidate) else item for item in found])


def _subsequence(wanted: str) -> re.Pattern[str]:
    """Matches names that hold the letters in order. Each gap ends at the first fitting letter: nothing to try again."""
    gaps = [f"[^{re.escape(letter)}]*{re.escape(letter)}" for letter in wanted]
    return re.compile("".join(gaps), re.IGNORECASE | re.DOTALL)


def _candidates(snapshot: Snapshot) -> Iterator[_Candidate | WorkspaceSymbol]:
    """All symbols: operators, entries, nodes, each in file order; unreadable ones where they stand."""
    functions = snapshot.native_index.functions
    for block in snapshot.native.blocks:
        for placed in block.placed:
            function = functions.get(placed)
            operator = _operator(placed) if function is None else function.func.name.text
            if operator:
                yield _Candidate(operator, "operator", "native_functions.yaml", placed)
        if block.syntax.faults:
            yield from _guessed(snapshot.native, block)
    for block in snapshot.derivatives.blocks:
        for placed in block.placed:
            operator = _operator(placed)
            if operator:
                yield _Candidate(operator, "entry", "derivatives.yaml", placed)
        if block.syntax.faults:
            yield from _guessed(snapshot.derivatives, block)
    for node in snapshot.nodes:
        yield _Candidate(node.node_name, "node", node.info.func.func.name.text, node.entry)


def _operator(placed: PlacedEntry) -> str:
    scalar = placed.entry.scalar(_KEYS[placed.file])
    return "" if scalar is None else parse_schema(scalar.value).operator


def _guessed(document: Document, block: Block) -> Iterator[WorkspaceSymbol]:
    """What a block declares that YAML cannot read."""
    for node in guessed_entries(block.text):
        field = fields_of(node).get(_KEYS[document.file])
        if field is not None and isinstance(field.value, Scalar):
            syntax = parse_schema(field.value.value)
            if syntax.operator:
                span = syntax.operator_span.shifted(document.start_of(block) + field.value.start)
                kind = _KINDS[document.file]
                yield WorkspaceSymbol(syntax.operator, kind, f"{document.file}.yaml", document.file, span)


def _placed(snapshot: Snapshot, candidate: _Candidate) -> WorkspaceSymbol:
    placed = candidate.placed
    key = _KEYS[placed.file]
    scalar = placed.entry.scalar(key)
    place = Place(placed.file, (key,))
    if scalar is not None:
        syntax = parse_schema(scalar.value)
        place = Place(placed.file, (key,), "value", *syntax.operator_span)
    span = placed.entry.span_of(place).shifted(snapshot.document(placed.file).start_of(placed.block))
    return WorkspaceSymbol(candidate.name, candidate.kind, candidate.container, placed.file, span)


def _rank(name: str, wanted: str) -> int:
    """How good a match is, from 0; the name holds the letters in order."""
    if not wanted:
        return 0
    lowered = name.lower()
    base = lowered.partition(".")[0]
    if wanted in (lowered, base):
        return 0
    if lowered.startswith(wanted):
        return 1
    if _by_words(name, lowered, wanted):
        return 2
    return 3 if wanted in lowered else 4


def _by_words(name: str, lowered: str, wanted: str) -> bool:
    """Whether the letters can be found so that each run of them begins a word of the name.

    Keeps all places that the letters so far can end at: a letter goes on behind one of them, or begins a later word.
    """
    if len(lowered) != len(name):
        return False  # a letter whose lower case is two
    starts = [at for at in range(len(name)) if _begins_word(name, at)]
    ends: set[int] = {at + 1 for at in starts if lowered[at] == wanted[0]}
    for letter in wanted[1:]:
        if not ends:
            return False
        first = min(ends)
        following = {at + 1 for at in ends if at < len(lowered) and lowered[at] == letter}
        ends = following.union([at + 1 for at in starts if at >= first and lowered[at] == letter])
    return bool(ends)


def _begins_word(name: str, at: int) -> bool:
    if not name[at].isalnum():
        return False
    if at == 0 or not name[at - 1].isalnum():
        return True
    return name[at].isupper() and not name[at - 1].isupper()
