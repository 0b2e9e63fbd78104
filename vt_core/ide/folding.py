"""Folding ranges: entries, their sections and long values, and blocks of comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.document import Block
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.outline import comments, content_end, entry_nodes, entry_span
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar
from vt_core.text.lines import LineTable

_TWO_COMMENTS = re.compile(r"#[^\r\n]*(?:\r\n|[\r\n])[ \t]*#")


class Fold(NamedTuple):
    """Lines (from 0, the last inclusive) of which an editor keeps the first; comments have a kind of their own."""

    start_line: int
    end_line: int
    kind: Literal["comment", "region"]


def folding_ranges(snapshot: Snapshot, file: FileRole) -> tuple[Fold, ...]:
    """What a file can be folded to, in order; of two that begin on one line the longer first."""
    document = snapshot.document(file)
    found: list[Fold] = []
    line = 0
    for block, breaks in zip(document.blocks, document.breaks):
        if breaks > 1 or not block.text.endswith(("\n", "\r")):
            found += [Fold(start + line, end + line, kind) for start, end, kind in block_folds(block)]
        line += breaks
    return tuple(found)


def block_folds(block: Block) -> tuple[Fold, ...]:
    """The folds of a block, by its own lines: they follow from its text alone."""
    table = LineTable.of(block.text)
    found: set[Fold] = set()
    for node in entry_nodes(block):
        start, end = entry_span(block.text, node)
        _add(found, table, start, end)
        for start, end in _long_values(block.text, node):
            _add(found, table, start, end)
    if _TWO_COMMENTS.search(block.text):
        found.update(_comment_blocks(block, table))
    return tuple(sorted(found, key=_order))


def _add(found: set[Fold], table: LineTable, start: int, end: int) -> None:
    first, last = table.position(start).line, table.position(end).line
    if first < last:
        found.add(Fold(first, last, "region"))


def _long_values(text: str, node: Node) -> Iterator[tuple[int, int]]:
    """Sections, lists and multi-line values, each from its key."""
    if not isinstance(node, Mapping):
        return
    for key, value in node.pairs:
        if not isinstance(key, Scalar):
            continue
        start, end = key.start, value.end if isinstance(value, Scalar) else value.span.end
        if start < end and (text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0):
            yield start, content_end(text, value)
            yield from _long_values(text, value)


def _comment_blocks(block: Block, table: LineTable) -> Iterator[Fold]:
    """Lines one below the other that hold nothing but comments."""
    first = last = -2
    for start, _ in comments(block):
        line, column = table.position(start)
        if table.line_text(line)[:column].strip():
            continue
        if line != last + 1:
            if first < last:
                yield Fold(first, last, "comment")
            first = line
        last = line
    if first < last:
        yield Fold(first, last, "comment")


def _order(fold: Fold) -> tuple[int, int]:
    return fold.start_line, -fold.end_line
