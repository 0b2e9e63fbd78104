"""Semantic tokens as LSP sends them: five integers each, relative to the token before (3.17, "Semantic Tokens").

The data of a block counts from the block's own first line, so that a file's data are those of its blocks, only the
first line distance of each changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vt_core.ide.token_types import TOKEN_TYPES, Cut, TokenType
from vt_core.text.lines import Encoding, LineTable, to_units

_TYPE_NUMBERS = {name: number for number, name in enumerate(TOKEN_TYPES)}


class PlacedToken(NamedTuple):
    """A token by line and column; column and length are in the units of the editor's encoding."""

    line: int
    column: int
    length: int
    type: TokenType
    modifiers: int


class BlockData(NamedTuple):
    """A block's data, and the line (from the block's first) of its last token."""

    data: tuple[int, ...]
    last_line: int


class DataEdit(NamedTuple):
    """`data` in place of `delete_count` integers from `start` on (LSP's `SemanticTokensEdit`)."""

    start: int
    delete_count: int
    data: list[int]


def encode(tokens: Iterable[PlacedToken]) -> list[int]:
    """The data of tokens that are in order."""
    data: list[int] = []
    line = column = 0
    for token in tokens:
        distance = token.column - column if token.line == line else token.column
        data += (token.line - line, distance, token.length, _TYPE_NUMBERS[token.type], token.modifiers)
        line, column = token.line, token.column
    return data


def encode_block(text: str, tokens: Sequence[Cut], encoding: Encoding, column: int = 0) -> BlockData:
    """The data of a block's tokens; `column` is where the block starts in its line, in the encoding's units."""
    table = LineTable.of(text)
    starts = (*table.starts[1:], len(text) + 1)
    exact = encoding == "utf-32" or text.isascii()
    data: list[int] = []
    line = before_line = before = 0
    begin, end = -column, starts[0]
    for start, stop, type_, modifiers in tokens:
        while start >= end:
            line += 1
            begin, end = end, starts[line]
        at, length = start - begin, stop - start
        if not exact:
            at, length = _units(table.line_text(line), at, length, encoding, column if line == 0 else 0)
        distance = at - before if line == before_line else at
        data += (line - before_line, distance, length, _TYPE_NUMBERS[type_], modifiers)
        before_line, before = line, at
    return BlockData(tuple(data), before_line)


def _units(line: str, column: int, length: int, encoding: Encoding, shift: int) -> tuple[int, int]:
    start = to_units(line, column - shift, encoding)
    return start + shift, to_units(line, column - shift + length, encoding) - start


def joined(blocks: Iterable[tuple[BlockData, int]], line: int = 0) -> list[int]:
    """The data of blocks one after the other, each with the number of its line breaks; the first starts at `line`."""
    data: list[int] = []
    distance = line
    for (part, last_line), breaks in blocks:
        if not part:
            distance += breaks
            continue
        at = len(data)
        data += part
        data[at] += distance
        distance = breaks - last_line
    return data


def delta(old: Sequence[int], new: Sequence[int]) -> list[DataEdit]:
    """What turns old data into new ones: none or one edit, of whole tokens."""
    shorter = min(len(old), len(new))
    head = _common(old, new, 0, shorter) // 5 * 5
    tail = _common_end(old, new, shorter - head) // 5 * 5
    if head + tail == len(old) == len(new):
        return []
    return [DataEdit(head, len(old) - head - tail, list(new[head : len(new) - tail]))]


def _common(old: Sequence[int], new: Sequence[int], low: int, high: int) -> int:
    """How many integers both begin with, found by halving: comparing slices costs no interpreted loop."""
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(old: Sequence[int], new: Sequence[int], high: int) -> int:
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low
