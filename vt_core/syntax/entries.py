"""List files cut into blocks, one block read into entries.

`native_functions.yaml` and `derivatives.yaml` are lists whose items start with `-` in the first column. A block is the
text from one such line to the next; it is read by itself, so that an edit costs one block and broken YAML too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Dict
from itertools import pairwise
from typing import NamedTuple

from vt_core.syntax.conflict import conflict_markers, sign_of, without_markers
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import FileRole, Mapping, Node, Place, Scalar, Sequence
from vt_core.syntax.plain_block import only_comments, read_plain_block
from vt_core.syntax.scalars import value_offsets
from vt_core.syntax.yaml_text import has_anchor, read_yaml
from vt_core.text.spans import Span


class Field(NamedTuple):
    """A pair of an entry's mapping."""

    key: Scalar
    value: Node


class Entry:
    """An item of the list, compared by identity. `text` is its block's, `node`'s spans are offsets into it; `fields`
    are the mapping's pairs by key, of the same key twice the later, as the YAML loader has it. `repeated`: it is an
    alias of an item before it, and the YAML loader gives the same object for both."""

    __slots__ = ("fields", "node", "repeated", "text")

    def __init__(self, text: str, node: Node, *, repeated: bool = False) -> None:
        self.text = text
        self.node = node
        self.fields = fields_of(node)
        self.repeated = repeated

    def scalar(self, key: str) -> Scalar | None:
        """The field's value if it is a scalar."""
        field = self.fields.get(key)
        return field.value if field is not None and isinstance(field.value, Scalar) else None

    def span_of(self, place: Place) -> Span:
        """The stretch of the block's text that a place means; the nearest that exists where it does not."""
        node: Node = self.node
        found: Node | None = None
        for depth, key in enumerate(place.path):
            if isinstance(node, Sequence):
                found = next((item for item in node.items if isinstance(item, Scalar) and item.value == key), found)
                break
            field = fields_of(node).get(key)
            if field is None:
                break
            last = depth == len(place.path) - 1
            found = field.key if last and place.part == "key" else field.value
            node = field.value
        if found is None:
            return first_token(self)
        if not isinstance(found, Scalar):
            return found.span
        if place.start is None or place.end is None or place.start >= place.end:
            return found.span
        return self.span_in(found, place.start, place.end)

    def span_in(self, scalar: Scalar, start: int, end: int) -> Span:
        """A stretch of a scalar's value, as a stretch of the block's text."""
        source = self.text[scalar.span.start : scalar.span.end]
        return value_offsets(source, scalar.style, scalar.value).span(start, end).shifted(scalar.span.start)


def fields_of(node: Node) -> Dict[str, Field]:
    """The pairs of a mapping by key, the later of two winning; none for other nodes."""
    if not isinstance(node, Mapping):
        return {}
    found = {pair[0].value: tuple.__new__(Field, pair) for pair in node.pairs if isinstance(pair[0], Scalar)}
    if len(found) < len(node.pairs):
        # `1` and `'1'` are two keys. The one that is no text is wrong wherever it stands.
        others = [Field(key, value) for key, value in node.pairs if isinstance(key, Scalar) and key.kind != "str"]
        found.update({field.key.value: field for field in others})
    return found


def first_token(entry: Entry) -> Span:
    """The entry's first key, or all of it where it is no mapping: what to point at for the entry as a whole."""
    node = entry.node
    if isinstance(node, Mapping) and node.pairs:
        return node.pairs[0][0].span
    if node.span.start == node.span.end:
        dash = entry.text.rfind("-", 0, node.span.start)  # an empty item: its `-`
        return Span(dash, dash + 1) if dash >= 0 else node.span
    line_end = node.span.start
    while line_end < node.span.end and entry.text[line_end] not in "\r\n":
        line_end += 1
    return Span(node.span.start, line_end)


class BlockSyntax(NamedTuple):
    """A block as read by itself.

    `unfinished`: a quote or bracket is open at its end, so that the next block might belong to it. `entangled`: it
    holds something that only the whole file decides (an alias of elsewhere, an anchor, a document marker, content
    before the first entry). `is_list` is False where the block's content is not a list.
    """

    text: str
    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    fault_spans: tuple[Span, ...]
    unfinished: bool = False
    entangled: bool = False
    is_list: bool = True


_ENTRY_START = re.compile(r"(?:(?<=[\n\r])|\A)-(?=[ \t\r\n]|\Z)")
_MARKER = re.compile(r"(?:(?<=[\n\r])|\A)(?:---|\.\.\.|%)")
_BOM = "\ufeff"


def split_entries(text: str, *, at_start: bool = True) -> list[str]:
    """Cut a list file into its blocks; together they are the text. What stands before the first entry is one too.

    `at_start`: the text begins its file, so that a byte order mark in front is one (a block of its own).
    """
    begin = 1 if at_start and text.startswith(_BOM) else 0
    starts = _entry_starts(text[begin:]) if begin or "\r" in text else _entry_starts_after_newlines(text)
    cuts = [0, *([1] if begin else ()), *[begin + start for start in starts if start > 0], len(text)]
    return [text[start:end] for start, end in pairwise(cuts) if start < end] or [""]


def _entry_starts(text: str) -> list[int]:
    return [found.start() for found in _ENTRY_START.finditer(text)]


def _entry_starts_after_newlines(text: str) -> list[int]:
    """The same for a text whose only line break is the line feed, five times as quick."""
    starts: list[int] = []
    at = text.find("\n-")
    while at >= 0:
        if at + 2 == len(text) or text[at + 2] in " \t\n":
            starts.append(at + 1)
        at = text.find("\n-", at + 2)
    return starts


def read_block(text: str, file: FileRole) -> BlockSyntax:
    """Read one block by itself."""
    plain = read_plain_block(text)
    if plain is not None:
        return BlockSyntax(text, (Entry(text, plain),), (), ())
    if text == _BOM or only_comments(text):
        return BlockSyntax(text, (), (), ())
    # YAML takes off one byte order mark, and one that is left here is not the file's first.
    reading = read_yaml(_BOM + text if text.startswith(_BOM) else text)
    if reading.problem is not None or not isinstance(reading.node, Sequence):
        markers = conflict_markers(text)
        if markers:
            return _read_both_sides(text, markers, file)
    if reading.problem is not None:
        problem = reading.problem
        fault = Fault("yaml-syntax", Place(file), {"message": problem.message})
        unfinished = "end of stream" in problem.message or _open_bracket(problem.span, text)
        entangled = "undefined alias" in problem.message or _has_marker(text) or not text.startswith("-")
        return BlockSyntax(text, (), (fault,), (problem.span,), unfinished, entangled)
    node = reading.node
    entangled = text.startswith(_BOM) or _has_marker(text) or ("&" in text and has_anchor(text))
    if node is None:
        return BlockSyntax(text, (), (), (), False, entangled)
    if not isinstance(node, Sequence) or not _is_list(node, file):
        return BlockSyntax(text, (), (), (first_token(Entry(text, node)),), False, True, False)
    return BlockSyntax(text, _entries(text, node), (), (), False, entangled or not text.startswith("-"))


def _read_both_sides(text: str, markers: tuple[Span, ...], file: FileRole) -> BlockSyntax:
    """A block with merge-conflict markers, read as if they were not there."""
    read = read_block(without_markers(text, markers), file)
    found = [Fault("merge-conflict", Place(file), {"marker": text[start:end]}) for start, end in markers]
    spans = [sign_of(marker) for marker in markers]
    return read._replace(text=text, faults=(*found, *read.faults), fault_spans=(*spans, *read.fault_spans))


def _is_list(node: Sequence, file: FileRole) -> bool:
    """The generator of 1.8 wants a list of functions, and loops over the derivatives whatever they are."""
    return node.kind == "list" or (file == "derivatives" and node.kind == "tuple")


def _entries(text: str, node: Sequence) -> tuple[Entry, ...]:
    found: list[Entry] = []
    seen: set[int] = set()
    for item in node.items:
        found.append(Entry(text, item, repeated=id(item) in seen))
        seen.add(id(item))
    return tuple(found)


def operator_names(text: str, field: str = "func") -> list[str]:
    """The operators that a block's text seems to declare, whether YAML can read it or not."""
    found: list[str] = re.findall(rf"\b{field}:[ \t]*['\"]?([\w.:]+)\(", text)
    return found


def _open_bracket(problem: Span, text: str) -> bool:
    return ("[" in text or "{" in text) and problem.end >= len(text.rstrip())


def _has_marker(text: str) -> bool:
    if "---" not in text and "..." not in text and "%" not in text:
        return False
    return _MARKER.search(text) is not None
