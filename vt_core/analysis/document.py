"""One file as blocks: cheap to edit, each block read by itself, equal to reading the whole file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from vt_core.analysis.store import Store
from vt_core.syntax.entries import BlockSyntax, Entry, read_block, split_entries
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Mapping, Place, Scalar
from vt_core.syntax.yaml_reader import read_yaml
from vt_core.text.lines import LineTable, Position
from vt_core.text.spans import Span


class PlacedEntry:
    """One entry at one place in one file. Compared by identity: equal text elsewhere is another entry."""

    __slots__ = ("block", "entry", "file")

    def __init__(self, file: FileRole, block: Block, entry: Entry) -> None:
        self.file, self.block, self.entry = file, block, entry


class GeneratedEntry(PlacedEntry):
    """Stands for the entry that a generated function has not: the `index`-th one made from that of `origin`."""

    __slots__ = ("index", "origin")

    def __init__(self, origin: PlacedEntry, index: int) -> None:
        super().__init__(origin.file, origin.block, origin.entry)
        self.origin, self.index = origin, index


class Block:
    """A block at one place in one file, with its entries. Compared by identity."""

    __slots__ = ("breaks", "placed", "syntax", "text")

    def __init__(self, file: FileRole, syntax: BlockSyntax) -> None:
        self.text = syntax.text
        self.syntax = syntax
        self.placed = tuple([PlacedEntry(file, self, entry) for entry in syntax.entries])
        self.breaks = _line_breaks(syntax.text)


@dataclass(frozen=True, eq=False)
class Document:
    """A file's text as blocks.

    `lengths` and `breaks` are the blocks' code points and line breaks, kept beside them so that offsets and lines are
    sums and not loops. `odd` are the blocks that cannot be trusted alone or have faults. `fault` is what is wrong with
    the file as a whole, with its span: broken in a way that no single block shows, or not a list. `whole` says that the
    file had to be read in one piece (anchors across entries, several documents …).
    """

    file: FileRole
    blocks: list[Block]
    lengths: list[int]
    breaks: list[int]
    odd: frozenset[Block]
    fault: tuple[Fault, Span] | None = None
    whole: bool = False

    @cached_property
    def text(self) -> str:
        return "".join([block.text for block in self.blocks])

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each block, and at last the text's length."""
        return list(accumulate(self.lengths, initial=0))

    def start_of(self, block: Block) -> int:
        """The offset of a block."""
        return self.starts[self.blocks.index(block)]

    def block_at(self, offset: int) -> int:
        """The index of the block that holds an offset; the last one for the end of the text."""
        return min(bisect_right(self.starts, offset) - 1, len(self.blocks) - 1)

    def position(self, offset: int) -> Position:
        """Line and column (code points), counted from 0."""
        index = self.block_at(offset)
        local = LineTable.of(self.blocks[index].text).position(offset - self.starts[index])
        # Every block starts a line, but for the one after a byte order mark.
        after_mark = index == 1 and local.line == 0 and self.breaks[0] == 0
        return Position(sum(self.breaks[:index]) + local.line, local.column + (self.lengths[0] if after_mark else 0))

    def placed(self) -> list[PlacedEntry]:
        """All entries in file order."""
        return [placed for block in self.blocks for placed in block.placed]


def open_document(file: FileRole, text: str, store: Store) -> Document:
    """Read a file from scratch."""
    blocks = [Block(file, _read(piece, file, store)) for piece in split_entries(text)]
    lengths = [len(block.text) for block in blocks]
    odd = frozenset([block for block in blocks if _is_odd(block)])
    return _checked(Document(file, blocks, lengths, [block.breaks for block in blocks], odd), store)


def edit_document(document: Document, span: Span, text: str, store: Store) -> Document:
    """The document after `span` was replaced by `text`. Blocks that the edit leaves alone stay the same objects."""
    if document.whole:
        old = document.text
        return open_document(document.file, old[: span.start] + text + old[span.end :], store)
    first = max(0, document.block_at(span.start) - 1)
    last = min(len(document.blocks) - 1, document.block_at(span.end) + 1)
    touched = document.blocks[first : last + 1]
    base = document.starts[first]
    before = "".join([block.text for block in touched])
    after = before[: span.start - base] + text + before[span.end - base :]
    pieces = split_entries(after, at_start=first == 0)
    if len(document.blocks) > len(touched):
        pieces = [piece for piece in pieces if piece]
    new = _replaced(touched, pieces, document.file, store)
    blocks, lengths, breaks = document.blocks.copy(), document.lengths.copy(), document.breaks.copy()
    blocks[first : last + 1] = new
    lengths[first : last + 1] = [len(block.text) for block in new]
    breaks[first : last + 1] = [block.breaks for block in new]
    odd = document.odd.difference(touched).union([block for block in new if _is_odd(block)])
    return _checked(Document(document.file, blocks, lengths, breaks, odd), store)


def _replaced(old: Sequence[Block], pieces: list[str], file: FileRole, store: Store) -> list[Block]:
    """New blocks for the pieces, the old ones kept where the ends did not change."""
    shorter = min(len(old), len(pieces))
    head = 0
    while head < shorter and old[head].text == pieces[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail].text == pieces[-1 - tail]:
        tail += 1
    new = [Block(file, _read(piece, file, store)) for piece in pieces[head : len(pieces) - tail]]
    return [*old[:head], *new, *old[len(old) - tail :]]


def _read(text: str, file: FileRole, store: Store) -> BlockSyntax:
    key = (file, text)
    return store.blocks.get(key) or store.blocks.put(key, read_block(text, file))


def _is_odd(block: Block) -> bool:
    return block.syntax.entangled or bool(block.syntax.faults)


def _checked(document: Document, store: Store) -> Document:
    """The document if its blocks by themselves say what the whole file says, else the file read whole."""
    entangled = any(block.syntax.entangled for block in document.odd)
    if entangled or _closes_later(document):
        return _read_whole(document, store)
    if any(block.placed or block.syntax.faults for block in document.blocks):
        return document
    if read_yaml(document.text.removeprefix("\ufeff")).node is not None:  # an empty list
        return document
    return _with_fault(document, _not_a_list(document.file, document.text), Span(0, min(1, len(document.text))))


def _closes_later(document: Document) -> bool:
    """Whether a quote or bracket left open in a block is closed in a later one, so that both are one entry."""
    for block in document.odd:
        if block.syntax.unfinished:
            at = document.blocks.index(block)
            if read_yaml("".join([later.text for later in document.blocks[at:]])).problem is None:
                return True
    return False


def _read_whole(document: Document, store: Store) -> Document:
    file, text = document.file, document.text
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    whole = read_block(text[len(bom) :], file)
    if not whole.is_list:
        return _with_fault(document, _not_a_list(file, text), whole.fault_spans[0].shifted(len(bom)))
    if not whole.faults:
        parts = [Block(file, _read(bom, file, store))] if bom else []
        blocks = [*parts, Block(file, whole)]
        lengths, breaks = [len(block.text) for block in blocks], [block.breaks for block in blocks]
        return Document(file, blocks, lengths, breaks, frozenset(), None, whole=True)
    if any(block.syntax.faults for block in document.odd):
        return document
    return _with_fault(document, whole.faults[0], whole.fault_spans[0].shifted(len(bom)))


def _with_fault(document: Document, fault: Fault, span: Span) -> Document:
    return Document(
        document.file, document.blocks, document.lengths, document.breaks, document.odd, (fault, span), document.whole
    )


def _not_a_list(file: FileRole, text: str) -> Fault:
    """The generator of 1.8 loops over derivatives.yaml whatever it is: over an empty mapping or string in silence."""
    node = read_yaml(text).node
    nothing = isinstance(node, Mapping) and not node.pairs
    nothing = nothing or (isinstance(node, Scalar) and node.kind == "str" and not node.value)
    return Fault("not-a-list", Place(file), {"file": file}, "lint" if nothing and file == "derivatives" else None)


def _line_breaks(text: str) -> int:
    breaks = text.count("\n")
    if "\r" in text:
        breaks += text.count("\r") - text.count("\r\n")
    return breaks
