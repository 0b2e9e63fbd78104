"""Where an offset is: in which entry, at which key or value, and where in that value; in broken entries too."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from vt_core.analysis.document import Block, Document, PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.syntax.entries import fields_of
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.syntax.scalars import value_offsets
from vt_core.text.spans import Span


class Cursor(NamedTuple):
    """A place in a file.

    `offset` counts code points from the block's start, which is at `start` in the file. `path` are the keys down to the
    pair that the offset is in (empty outside of pairs), `part` which side of it. `scalar` is the key or value that the
    offset touches, `at` the offset in its value; both None between scalars. `placed` is None where YAML cannot read
    the block: `path` and `scalar` then come from the text of the line.
    """

    snapshot: Snapshot
    file: FileRole
    block: Block
    start: int
    offset: int
    placed: PlacedEntry | None
    path: tuple[str, ...]
    part: Literal["key", "value"] | None
    scalar: Scalar | None
    at: int | None

    @property
    def document(self) -> Document:
        return self.snapshot.document(self.file)

    @property
    def function(self) -> PlacedEntry | None:
        """The function that the entry declares, or speaks of; the closest thing to it in a broken entry."""
        if self.file == "native_functions":
            return self.placed if self.placed in self.snapshot.native_index.functions else None
        if self.placed is not None and self.placed in self.snapshot.derivatives_index.canonical:
            return self.snapshot.derivatives_index.canonical[self.placed]
        return next(iter(self.snapshot.native_index.by_schema.get(self.specification, ())), None)

    @property
    def section(self) -> str | None:
        """The autograd key whose formulas the offset is among, where the entry gives them by key."""
        return self.path[1] if self.file == "derivatives" and self.path[:1] == ("dispatch",) and self.path[1:] else None

    @property
    def info(self) -> DifferentiabilityInfo | None:
        """What the derivatives entry means, for the autograd key that the offset is in; else for its first."""
        info = None if self.placed is None else self.snapshot.derivatives_index.infos.get(self.placed)
        if info is None or self.section is None:
            return info
        return next((keyed for keyed in info.by_key if keyed.autograd_key == self.section), None)

    @property
    def specification(self) -> str:
        """The schema that the entry names, as written; "" where it names none."""
        key = "func" if self.file == "native_functions" else "name"
        if self.placed is not None:
            scalar = self.placed.entry.scalar(key)
            return "" if scalar is None else scalar.value
        found = re.search(rf"\b{key}:[ \t]*['\"]?(.*?)['\"]?[ \t]*$", self.block.text, re.MULTILINE)
        return "" if found is None else found.group(1)

    def absolute(self, span: Span) -> Span:
        """A span of the block as one of the file."""
        return span.shifted(self.start)

    def in_scalar(self, start: int, end: int) -> Span:
        """A stretch of the scalar's value, as a span of the file. Only where there is a scalar."""
        assert self.scalar is not None
        return self.absolute(span_in(self.block.text, self.scalar, start, end))


def span_in(text: str, scalar: Scalar, start: int, end: int) -> Span:
    """A stretch of a scalar's value, as a span of its block's text."""
    source = text[scalar.start : scalar.end]
    return value_offsets(source, scalar.style, scalar.value).span(start, end).shifted(scalar.start)


def cursor_at(snapshot: Snapshot, file: FileRole, offset: int) -> Cursor:
    """The place of an offset (code points; clamped to the text)."""
    document = snapshot.document(file)
    offset = max(0, min(offset, document.starts[-1]))
    index = document.block_at(offset)
    block, start = document.blocks[index], document.starts[index]
    local = offset - start
    for placed in block.placed:
        node = placed.entry.node
        if node.span.start <= local <= _reach(block, placed):
            path, part, scalar = _find(node, local, ())
            return Cursor(
                snapshot, file, block, start, local, placed, path, part, scalar, _value_at(block, scalar, local)
            )
    if block.placed:
        return Cursor(snapshot, file, block, start, local, block.placed[0], (), None, None, None)
    path, part, scalar = _find_in_text(block.text, local)
    return Cursor(snapshot, file, block, start, local, None, path, part, scalar, _value_at(block, scalar, local))


def _reach(block: Block, placed: PlacedEntry) -> int:
    """Up to where offsets belong to an entry: the next one's start, or the block's end."""
    at = block.placed.index(placed)
    return block.placed[at + 1].entry.node.span.start - 1 if at + 1 < len(block.placed) else len(block.text)


class Found(NamedTuple):
    """Keys, side and scalar (see `Cursor`)."""

    path: tuple[str, ...]
    part: Literal["key", "value"] | None
    scalar: Scalar | None


def _find(node: Node, offset: int, path: tuple[str, ...]) -> Found:
    """The pair and scalar that an offset touches; the last pair before it where it touches none."""
    if isinstance(node, Scalar):
        return Found(path, "value", node if node.start <= offset <= node.end else None)
    if isinstance(node, Sequence):
        for item in node.items:
            if item.span.start <= offset <= item.span.end:
                return _find(item, offset, path)
        return Found(path, "value", None)
    for key, value in reversed(node.pairs):
        if not isinstance(key, Scalar) or offset < key.start:
            continue
        if offset <= key.end:
            return Found((*path, key.value), "key", key)
        found = _find(value, offset, (*path, key.value))
        return found if found.scalar or isinstance(value, Mapping) else Found((*path, key.value), "value", None)
    return Found(path, None, None)


_LINE = re.compile(r"[^\r\n]*")
_TEXT_LINE = re.compile(r"([ \t]*(?:- +)?)([\w][\w, ]*?)[ \t]*(?::[ \t]*(.*))?$")


def _find_in_text(text: str, offset: int) -> Found:
    """The same by the look of the line alone."""
    begin = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    key, value = _pair_in_line(text, begin)
    if key is None:
        return Found((), None, None)
    if offset <= key.end:
        return Found((key.value,), "key", key if offset >= key.start else None)
    if value is None:
        return Found((key.value,), None, None)
    return Found((key.value,), "value", value if value.start <= offset <= value.end else None)


def pairs_in_text(text: str) -> tuple[tuple[Scalar, Scalar], ...]:
    """The pairs of a block that YAML cannot read, by the look of its lines."""
    begins = [0, *[found.end() for found in re.finditer(r"\r\n|\n|\r", text)]]
    pairs = [_pair_in_line(text, begin) for begin in begins]
    return tuple([(key, value) for key, value in pairs if key is not None and value is not None])


def _pair_in_line(text: str, begin: int) -> tuple[Scalar | None, Scalar | None]:
    """The key and the value of a line that begins at an offset, without the quote in front; None for what it lacks."""
    line = _LINE.match(text, begin)
    found = _TEXT_LINE.match("" if line is None else line[0])
    if found is None:
        return None, None
    key = Scalar(begin + found.start(2), begin + found.end(2), found.group(2), "str", None)
    if found.group(3) is None:
        return key, None
    lead = 1 if found.group(3)[:1] in ("'", '"') else 0
    start = begin + found.start(3) + lead
    value = found.group(3)[lead:].rstrip()
    return key, Scalar(start, start + len(value), value, "str", None)


def _value_at(block: Block, scalar: Scalar | None, offset: int) -> int | None:
    if scalar is None:
        return None
    source = block.text[scalar.start : scalar.end]
    return value_offsets(source, scalar.style, scalar.value).to_value(offset - scalar.start)


def field_scalar(cursor: Cursor, *path: str) -> Scalar | None:
    """A field of the cursor's entry, if it is there and a scalar."""
    if cursor.placed is None:
        return None
    node: Node = cursor.placed.entry.node
    for key in path:
        field = fields_of(node).get(key)
        if field is None:
            return None
        node = field.value
    return node if isinstance(node, Scalar) else None
