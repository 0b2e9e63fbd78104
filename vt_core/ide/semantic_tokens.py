"""Semantic tokens: what each word of the two files is. Blocks are looked at by themselves, so that an edit costs one.

A block's tokens follow from its text, the release, and which of the names that its formulas call are operators.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from vt_core.analysis.document import Block, Document
from vt_core.analysis.groups import Groups
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.entry_tokens import BlockTokens, EntryTokenizer
from vt_core.ide.token_data import BlockData, encode_block, joined
from vt_core.ide.token_types import Cut, SemanticToken
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding, to_units
from vt_core.text.spans import Span


class KnownBlock(NamedTuple):
    """A block's tokens, and as they are sent."""

    tokens: BlockTokens
    data: BlockData


class FileTokens(NamedTuple):
    """A file's tokens by block, and what they were made with; what the next state of the file can use again."""

    blocks: dict[Block, KnownBlock]
    operators: Groups
    encoding: Encoding
    document: Document

    def data(self) -> list[int]:
        """The whole file's tokens as LSP sends them."""
        document = self.document
        return joined(zip([self.blocks[block].data for block in document.blocks], document.breaks))


def block_tokens(snapshot: Snapshot, file: FileRole, block: Block) -> tuple[SemanticToken, ...]:
    """A block's tokens in order, offsets counted from the block's start."""
    return tuple(map(SemanticToken._make, _tokenizer(snapshot, file).tokens(block).tokens))


def tokens_in(snapshot: Snapshot, file: FileRole, span: Span | None = None) -> list[SemanticToken]:
    """The tokens that touch a stretch of a file (all without one), in order, at offsets of the file."""
    document = snapshot.document(file)
    start, end = _clamped(document, span)
    tokenizer = _tokenizer(snapshot, file)
    found: list[SemanticToken] = []
    for index in range(document.block_at(start), document.block_at(end) + 1):
        by = document.starts[index]
        for first, last, type_, modifiers in tokenizer.tokens(document.blocks[index]).tokens:
            if first + by <= end and last + by >= start:
                found.append(SemanticToken(first + by, last + by, type_, modifiers))
    return found


def file_tokens(
    snapshot: Snapshot, file: FileRole, encoding: Encoding, previous: FileTokens | None = None
) -> FileTokens:
    """A file's tokens; those of blocks that stayed and call nothing that came or went are taken from `previous`."""
    document, operators = snapshot.document(file), snapshot.native_index.by_name
    blocks: dict[Block, KnownBlock] = {}
    known: dict[Block, KnownBlock] = {}
    changed: set[str] = set()
    if previous is not None and previous.encoding == encoding and previous.document.file == file:
        known = previous.blocks
        if previous.operators is not operators:
            changed = set(previous.operators.keys() ^ operators.keys())
    tokenizer = _tokenizer(snapshot, file)
    for index, block in enumerate(document.blocks):
        # What stands before the first entry may change where it starts in its line.
        found = known.get(block) if index > 1 else None
        if found is None or (changed and not changed.isdisjoint(found.tokens.called)):
            found = _known(document, block, tokenizer, encoding)
        blocks[block] = found
    return FileTokens(blocks, operators, encoding, document)


def range_data(
    snapshot: Snapshot, file: FileRole, span: Span, encoding: Encoding, previous: FileTokens | None = None
) -> list[int]:
    """The tokens that touch a stretch of a file, as LSP sends them."""
    document = snapshot.document(file)
    start, end = _clamped(document, span)
    first, last = document.block_at(start), document.block_at(end)
    known = previous.blocks if previous is not None and previous.operators is snapshot.native_index.by_name else {}
    tokenizer = _tokenizer(snapshot, file)
    parts: list[tuple[BlockData, int]] = []
    for index in range(first, last + 1):
        block = document.blocks[index]
        tokens = known[block].tokens if block in known else tokenizer.tokens(block)
        by = document.starts[index]
        low = bisect_left(tokens.tokens, start - by, key=_end) if index == first else 0
        high = bisect_right(tokens.tokens, end - by, key=_start) if index == last else len(tokens.tokens)
        data = encode_block(block.text, tokens.tokens[low:high], encoding, _column(document, block, encoding))
        parts.append((data, document.breaks[index]))
    return joined(parts, sum(document.breaks[:first]))


def _tokenizer(snapshot: Snapshot, file: FileRole) -> EntryTokenizer:
    return EntryTokenizer(file, snapshot.dialect.schema.base_types, snapshot.native_index.by_name)


def _known(document: Document, block: Block, tokenizer: EntryTokenizer, encoding: Encoding) -> KnownBlock:
    tokens = tokenizer.tokens(block)
    return KnownBlock(tokens, encode_block(block.text, tokens.tokens, encoding, _column(document, block, encoding)))


def _column(document: Document, block: Block, encoding: Encoding) -> int:
    """Where a block starts in its line, in the encoding's units: behind a byte order mark, else at its beginning."""
    mark = document.blocks[0]
    if mark.breaks or len(document.blocks) == 1 or block is not document.blocks[1]:
        return 0
    return to_units(mark.text, len(mark.text), encoding)


def _clamped(document: Document, span: Span | None) -> Span:
    length = document.starts[-1]
    if span is None:
        return Span(0, length)
    start = max(0, min(span.start, length))
    return Span(start, max(start, min(span.end, length)))


def _start(token: Cut) -> int:
    return token[0]


def _end(token: Cut) -> int:
    return token[1]
