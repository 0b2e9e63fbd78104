"""An entry with its pairs at their places in the file, whether YAML can read its block or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vt_core.analysis.document import Block, Document, PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import pairs_in_text, span_in
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar
from vt_core.syntax.schema import parse_schema
from vt_core.text.spans import Span

# The fields of a derivatives entry that hold no formula.
NO_FORMULAS = ("name", "output_differentiability")
# What gives formulas by autograd key, one level further in.
DISPATCH = "dispatch"


class EntryView(NamedTuple):
    """An entry's pairs in file order; spans in them count from the block, which starts at `start` and holds `text`.

    Where YAML cannot read the block, `placed` is None and the pairs are those that its lines look like.
    """

    file: FileRole
    start: int
    text: str
    placed: PlacedEntry | None
    pairs: tuple[tuple[Node, Node], ...]

    def scalar(self, key: str) -> Scalar | None:
        """The value of a field, if it is a scalar; of the same field twice the later."""
        found: Scalar | None = None
        for name, value in self.pairs:
            if isinstance(name, Scalar) and isinstance(value, Scalar) and name.value == key:
                found = value
        return found

    @property
    def schema(self) -> Scalar | None:
        """The schema that the entry declares (`func`) or speaks of (`name`)."""
        return self.scalar("func" if self.file == "native_functions" else "name")

    @property
    def specification(self) -> str:
        """The same as text, quotes of an unreadable block left out."""
        schema = self.schema
        if schema is None:
            return ""
        return schema.value if self.placed is not None else re.sub(r"['\"]?(?:\s+#.*)?$", "", schema.value)

    @property
    def operator(self) -> str:
        """The operator of that schema, with its overload."""
        return self.specification.partition("(")[0].strip()

    def gradient_keys(self) -> Iterator[Scalar]:
        """Gradient keys, whatever their values, of all autograd keys; none in native_functions.yaml."""
        for key, _ in self._gradients():
            yield key

    def formulas(self) -> Iterator[tuple[Scalar, Scalar]]:
        """Gradient keys with their formulas, of all autograd keys; none in native_functions.yaml."""
        for key, value in self._gradients():
            if isinstance(value, Scalar):
                yield key, value

    def _gradients(self) -> Iterator[tuple[Scalar, Node]]:
        for key, value in self.pairs if self.file == "derivatives" else ():
            if not isinstance(key, Scalar) or key.value in NO_FORMULAS:
                continue
            if key.value != DISPATCH or not isinstance(value, Mapping):
                yield key, value
                continue
            for _, section in value.pairs:
                for inner, formula in section.pairs if isinstance(section, Mapping) else ():
                    if isinstance(inner, Scalar):
                        yield inner, formula

    def span(self, scalar: Scalar, start: int, end: int) -> Span:
        """A stretch of a scalar's value, as a span of the file."""
        return span_in(self.text, scalar, start, end).shifted(self.start)

    @property
    def whole(self) -> Span:
        """The entry as a span of the file, from its first key to the end of its last value."""
        if self.placed is not None:
            return self.placed.entry.node.span.shifted(self.start)
        return Span(self.start, self.start + len(self.text.rstrip()))

    @property
    def operator_span(self) -> Span | None:
        """Where its operator stands in the file."""
        schema = self.schema
        return None if schema is None else self.span(schema, *parse_schema(schema.value).operator_span)


def view_of(snapshot: Snapshot, placed: PlacedEntry) -> EntryView:
    """The view of an entry that YAML can read."""
    return _view(placed.block, snapshot.document(placed.file).start_of(placed.block), placed, placed.file)


def _view(block: Block, start: int, placed: PlacedEntry, file: FileRole) -> EntryView:
    node = placed.entry.node
    return EntryView(file, start, block.text, placed, node.pairs if isinstance(node, Mapping) else ())


def views_in(block: Block, start: int, file: FileRole) -> Iterator[EntryView]:
    """All entries of a block; one by its look where YAML cannot read it."""
    for placed in block.placed:
        yield _view(block, start, placed, file)
    if block.syntax.faults and not block.placed:
        yield EntryView(file, start, block.text, None, pairs_in_text(block.text))


def views_with(document: Document, *words: str) -> Iterator[EntryView]:
    """The entries of the blocks whose text holds one of the names as a whole word; others cost only the search."""
    names = [word for word in dict.fromkeys(words) if word]
    blocks: list[tuple[Block, int]] = []
    for name in names:
        blocks += [pair for pair in zip(document.blocks, document.starts) if name in pair[0].text]
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    found = [pair for pair in dict.fromkeys(blocks) if whole.search(pair[0].text)]
    for block, start in found if len(names) < 2 else sorted(found, key=_start):
        yield from views_in(block, start, document.file)


def _start(pair: tuple[Block, int]) -> int:
    return pair[1]
