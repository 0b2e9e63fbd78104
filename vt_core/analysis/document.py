"""One file as blocks: cheap to edit, each block read by itself, equal to reading the whole file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from vt_core.analysis.store import Store
from vt_core.model.identity import ByIdentity
from vt_core.syntax.entries import BlockSyntax, Entry, read_block, split_entries
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Mapping, Place, Scalar
from vt_core.syntax.yaml_text import binary_value, read_yaml
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

    __slots__ = ("_lines", "breaks", "placed", "syntax", "text")

    def __init__(self, file: FileRole, syntax: BlockSyntax) -> None:
        self.text = syntax.text
        self.syntax = syntax
        self.placed = tuple([PlacedEntry(file, self, entry) for entry in syntax.entries])
        self.breaks = _line_breaks(syntax.text)
        self._lines: LineTable | None = None

    @property
    def lines(self) -> LineTable:
        """Where the block's lines start. Made when first asked for: most blocks never are."""
        if self._lines is None:
            self._lines = LineTable.of(self.text)
        return self._lines


class _DocumentFields(NamedTuple):
    file: FileRole
    blocks: list[Block]
    lengths: list[int]
    breaks: list[int]
    odd: frozenset[Block]
    fault: tuple[Fault, Span] | None = None
    whole: bool = False
    marked: frozenset[Block] = frozenset()


# What comments that speak to vt-lsp hold.
COMMENT_SIGN = "vt-lsp:"


class Document(ByIdentity, _DocumentFields):
    """A file's text as blocks.

    `lengths` and `breaks` are the blocks' code points and line breaks, kept beside them so that offsets and lines are
    sums and not loops. `odd` are the blocks that cannot be trusted alone or have faults. `fault` is what is wrong with
    the file as a whole, with its span: broken in a way that no single block shows, or not a list. `whole` says that the
    file had to be read in one piece (anchors across entries, several documents …). `marked` are the blocks with
    comments that speak to vt-lsp.
    """

    @cached_property
    def text(self) -> str:
        return "".join([block.text for block in self.blocks])

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each block, and at last the text's length."""
        return list(accumulate(self.lengths, initial=0))

    @cached_property
    def indexes(self) -> dict[Block, int]:
        """Where each block stands among them."""
        return dict(zip(self.blocks, range(len(self.blocks))))

    def start_of(self, block: Block) -> int:
        """The offset of a block."""
        return self.starts[self.indexes[block]]

    def block_at(self, offset: int) -> int:
        """The index of the block that holds an offset; the last one for the end of the text."""
        return min(bisect_right(self.starts, offset) - 1, len(self.blocks) - 1)

    @cached_property
    def first_lines(self) -> list[int]:
        """The line that each block starts on, and at last the text's last line."""
        return list(accumulate(self.breaks, initial=0))

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return self.first_lines[-1] + 1

    def position(self, offset: int) -> Position:
        """Line and column (code points), counted from 0."""
        index = self.block_at(offset)
        local = self.blocks[index].lines.position(offset - self.starts[index])
        mark = self._mark_before(index, local.line)
        return Position(self.first_lines[index] + local.line, local.column + mark)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column (code points), clamped as by `LineTable.offset`."""
        if line < 0:
            return 0
        if line >= self.line_count:
            return self.starts[-1]
        start, end = self.line_span(line)
        return min(start + max(0, column), end)

    def line_span(self, line: int) -> Span:
        """The stretch of a line without its line break; lines outside the text are clamped."""
        line = max(0, min(line, self.line_count - 1))
        index = bisect_right(self.first_lines, line, 0, len(self.blocks)) - 1
        local = line - self.first_lines[index]
        start, end = self.blocks[index].lines.line_span(local).shifted(self.starts[index])
        return Span(start - self._mark_before(index, local), end)

    def line_text(self, line: int) -> str:
        """The text of a line without its line break; lines outside the text are clamped."""
        line = max(0, min(line, self.line_count - 1))
        index = bisect_right(self.first_lines, line, 0, len(self.blocks)) - 1
        local = line - self.first_lines[index]
        text = self.blocks[index].lines.line_text(local)
        return self.blocks[0].text + text if self._mark_before(index, local) else text

    def _mark_before(self, index: int, local_line: int) -> int:
        """The length of a byte order mark before a block's line: all other blocks start a line."""
        return self.lengths[0] if index == 1 and local_line == 0 and self.breaks[0] == 0 else 0

    def placed(self) -> list[PlacedEntry]:
        """All entries in file order."""
        return [placed for block in self.blocks for placed in block.placed]


def open_document(file: FileRole, text: str, store: Store) -> Document:
    """Read a file from scratch."""
    blocks = [Block(file, _read(piece, file, store)) for piece in split_entries(text)]
    lengths = [len(block.text) for block in blocks]
    odd = frozenset([block for block in blocks if _is_odd(block)])
    document = _checked(Document(file, blocks, lengths, [block.breaks for block in blocks], odd), store)
    return _with_marks(document, document.blocks if COMMENT_SIGN in text else [])


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
    edited = _checked(Document(document.file, blocks, lengths, breaks, odd), store)
    if edited.whole:
        return _with_marks(edited, edited.blocks)
    return _with_marks(edited, [*document.marked.difference(touched), *new])


def changed_blocks(old: Document, new: Document) -> tuple[list[Block], list[Block]]:
    """The blocks of `old` that are not in `new`, and the other way round, in file order.

    `new` was made from `old` by edits, so that blocks in both stand in the same order.
    """
    if old is new:
        return [], []
    head = _common_head(old.blocks, new.blocks)
    tail = _common_tail(old.blocks, new.blocks, head)
    removed, added = old.blocks[head : len(old.blocks) - tail], new.blocks[head : len(new.blocks) - tail]
    if len(removed) < 2 or len(added) < 2:
        return removed, added
    # Edits far apart have the blocks between them in common.
    before, after = set(removed), set(added)
    return [block for block in removed if block not in after], [block for block in added if block not in before]


def _common_head(old: list[Block], new: list[Block]) -> int:
    """How many blocks the lists share at their start, found by halving: comparing slices costs no interpreted loop."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_tail(old: list[Block], new: list[Block], head: int) -> int:
    """How many blocks the lists share at their end, beyond the shared head."""
    low, high = 0, min(len(old), len(new)) - head
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low


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


def _with_marks(document: Document, blocks: Iterable[Block]) -> Document:
    """The document, knowing which of some of its blocks have comments that speak to vt-lsp."""
    marked = frozenset([block for block in blocks if COMMENT_SIGN in block.text])
    return document._replace(marked=marked) if marked else document


def _is_odd(block: Block) -> bool:
    return block.syntax.entangled or bool(block.syntax.faults)


def _checked(document: Document, store: Store) -> Document:
    """The document if its blocks by themselves say what the whole file says, else the file read whole."""
    entangled = any(block.syntax.entangled for block in document.odd)
    if entangled or _closes_later(document):
        return _read_whole(document, store)
    return _with_content(document)


def _with_content(document: Document) -> Document:
    """The document, at fault if it has no content at all."""
    if any(block.placed or block.syntax.faults for block in document.blocks):
        return document
    if read_yaml(document.text).node is not None:  # an empty list
        return document
    start = len(document.text) - len(document.text.lstrip())
    at = Span(start, start + 1) if start < len(document.text) else Span(0, 0)
    return _with_fault(document, _not_a_list(document.file, document.text), at)


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
    if _is_readable(whole):
        parts = [Block(file, _read(bom, file, store))] if bom else []
        blocks = [*parts, Block(file, whole)]
        lengths, breaks = [len(block.text) for block in blocks], [block.breaks for block in blocks]
        odd = frozenset(blocks[-1:] if whole.faults else ())
        return _with_content(Document(file, blocks, lengths, breaks, odd, None, whole=True))
    if any(block.syntax.faults for block in document.odd):
        return document
    return _with_fault(document, whole.faults[0], whole.fault_spans[0].shifted(len(bom)))


def _is_readable(whole: BlockSyntax) -> bool:
    """Whether only conflict markers, if anything, keep YAML from reading it."""
    return all(fault.rule == "merge-conflict" for fault in whole.faults)


def _with_fault(document: Document, fault: Fault, span: Span) -> Document:
    return Document(
        document.file, document.blocks, document.lengths, document.breaks, document.odd, (fault, span), document.whole
    )


def _not_a_list(file: FileRole, text: str) -> Fault:
    """The generator of 1.8 loops over derivatives.yaml whatever it is: over an empty mapping or string in silence."""
    node = read_yaml(text).node
    if isinstance(node, Scalar):
        nothing = (node.kind == "str" and not node.value) or (node.kind == "bytes" and not binary_value(node.value))
    else:
        nothing = node is not None and not (node.pairs if isinstance(node, Mapping) else node.items)
    return Fault("not-a-list", Place(file), {"file": file}, "lint" if nothing and file == "derivatives" else None)


def _line_breaks(text: str) -> int:
    breaks = text.count("\n")
    if "\r" in text:
        breaks += text.count("\r") - text.count("\r\n")
    return breaks
