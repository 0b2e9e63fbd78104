"""Formatting: the layout of entries, and nothing else. No edit at all where values or findings would not stay."""

from __future__ import annotations

from collections import Counter

from vt_core.analysis.document import Block, Document
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, edited
from vt_core.ide.entry_layout import layout_edits
from vt_core.ide.outline import comments, content_end
from vt_core.syntax.entries import read_block, split_entries
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.text.edits import TextEdit, apply_edits, difference
from vt_core.text.spans import Span

# A node's content: of a scalar its value and kind, of the others their parts.
_Content = tuple[object, ...]


def format_range(snapshot: Snapshot, file: FileRole, span: Span) -> tuple[TextEdit, ...]:
    """The edits that lay out the entries that a stretch touches, with the gap after each; in order, apart.

    An entry that YAML cannot read, or would read otherwise afterwards, is left as it is.
    """
    document = snapshot.document(file)
    if document.whole or document.fault is not None or file == "tags":
        return ()  # the layout is that of the pair
    start = max(0, min(span.start, document.starts[-1]))
    end = max(start, min(span.end, document.starts[-1]))
    first, last = document.block_at(start), document.block_at(end)
    if last > first and document.starts[last] == end:
        last -= 1  # ends before that entry
    found: list[TextEdit] = []
    for index in range(first, last + 1):
        by = document.starts[index]
        found += [TextEdit(edit.span.shifted(by), edit.text) for edit in _block_edits(document, index)]
    return tuple(found) if found and _says_the_same(snapshot, document, found) else ()


def format_document(snapshot: Snapshot, file: FileRole) -> tuple[TextEdit, ...]:
    """The edits that lay out all entries."""
    return format_range(snapshot, file, Span(0, snapshot.document(file).starts[-1]))


def _block_edits(document: Document, index: int) -> list[TextEdit]:
    block = document.blocks[index]
    if len(block.placed) != 1 or block.syntax.faults or not block.text.startswith("-"):
        return []
    node = block.placed[0].entry.node
    if not isinstance(node, Mapping) or not node.pairs:
        return []
    is_last = index == len(document.blocks) - 1
    edits = layout_edits(block.text, node, content_end(block.text, node), is_last=is_last)
    return edits if _is_faithful(block, apply_edits(block.text, edits), document.file) else []


def _is_faithful(block: Block, text: str, file: FileRole) -> bool:
    """Whether a text is read as the block is, its comments included."""
    if split_entries(text, at_start=False) != [text]:
        return False
    new = Block(file, read_block(text, file))
    if new.syntax.faults or new.syntax.entangled != block.syntax.entangled:
        return False
    nodes = [_content(placed.entry.node) for placed in block.placed]
    return nodes == [_content(placed.entry.node) for placed in new.placed] and _comments(block) == _comments(new)


def _content(node: Node) -> _Content:
    if isinstance(node, Scalar):
        return node.value, node.kind, node.style
    if isinstance(node, Sequence):
        return ("list", *[_content(item) for item in node.items])
    return ("mapping", *[(_content(key), _content(value)) for key, value in node.pairs])


def _comments(block: Block) -> list[str]:
    return [block.text[span.start : span.end].rstrip() for span in comments(block)]


def _says_the_same(snapshot: Snapshot, document: Document, edits: list[TextEdit]) -> bool:
    """Whether the findings of the pair stay, wherever they then stand."""
    change = difference(document.text, apply_edits(document.text, edits))
    if change is None:
        return False
    after = edited(snapshot, document.file, change.span, change.text)
    return _counted(snapshot) == _counted(after)


def _counted(snapshot: Snapshot) -> Counter[tuple[object, ...]]:
    return Counter([(one.file, one.rule, one.severity, one.origin, one.message) for one in findings(snapshot)])
