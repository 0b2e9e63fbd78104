"""Document symbols: each entry with its arguments, outputs, fields, gradients and kernels."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, NamedTuple

from vt_core.analysis.document import Block
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.outline import content_end, entry_nodes, entry_span
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.syntax.scalars import ValueMap, value_offsets
from vt_core.syntax.schema import Piece, parse_argument, parse_return, parse_schema
from vt_core.text.spans import Span

# LSP's SymbolKind, its names in lower case.
SymbolKind = Literal["function", "class", "variable", "property", "namespace", "key", "constant"]

_MOST_DETAIL = 120


class Symbol(NamedTuple):
    """A symbol; `selection` lies inside `span`, the children's spans as well, in file order and apart."""

    name: str
    detail: str
    kind: SymbolKind
    span: Span
    selection: Span
    children: tuple[Symbol, ...] = ()


def document_symbols(snapshot: Snapshot, file: FileRole) -> tuple[Symbol, ...]:
    """The symbols of a file, one for each entry."""
    document = snapshot.document(file)
    reader = _Reader(file)
    found: list[Symbol] = []
    for block, start in zip(document.blocks, document.starts):
        found += reader.symbols(block, start)
    return tuple(found)


def block_symbols(file: FileRole, block: Block) -> tuple[Symbol, ...]:
    """The symbols of a block, at offsets of its text: they follow from it alone."""
    return tuple(_Reader(file).symbols(block, 0))


class _Part(NamedTuple):
    """An argument's or return's name, what is said of it, and where its name stands in its text."""

    name: str
    detail: str
    start: int
    end: int


class _Reader:
    """Reads the blocks of one file; arguments are few distinct texts, so that each is looked at once."""

    def __init__(self, file: FileRole) -> None:
        self._kind: SymbolKind = "function" if file == "native_functions" else "class"
        self._schema_key = {"native_functions": "func", "derivatives": "name"}.get(file, "tag")
        self._plain_fields = file != "derivatives"
        self._parts: dict[tuple[str, bool], _Part] = {}

    def symbols(self, block: Block, by: int) -> list[Symbol]:
        """The symbols of a block whose text begins at `by`."""
        found: list[Symbol] = []
        end = 0
        for node in entry_nodes(block):
            span = entry_span(block.text, node)
            if isinstance(node, Mapping) and node.pairs and span.start >= end:
                found.append(self._entry(block.text, node, span.shifted(by), by))
                end = span.end
        return found

    def _entry(self, text: str, node: Mapping, span: Span, by: int) -> Symbol:
        first = node.pairs[0][0]
        name, detail, selection = "entry", "", first.span.shifted(by)
        children: list[Symbol] = []
        for key, value in node.pairs:
            if isinstance(key, Scalar) and key.value == self._schema_key and isinstance(value, Scalar):
                name, detail, selection = self._schema(text, value, by, children)
                if not name:
                    name, selection = key.value, key.span.shifted(by)
            else:
                self._pair(text, key, value, by, (), children)
        return Symbol(name, detail, self._kind, span, _inside(selection, span), _apart(children, span))

    def _schema(self, text: str, scalar: Scalar, by: int, children: list[Symbol]) -> tuple[str, str, Span]:
        """The operator, the rest of its schema, and where it stands. Arguments and named returns become children."""
        if self._schema_key == "tag":
            return _short(scalar.value), "", scalar.span.shifted(by)
        offsets = value_offsets(text[scalar.start : scalar.end], scalar.style, scalar.value)
        by += scalar.start
        syntax = parse_schema(scalar.value)
        self._items(syntax.arguments, False, offsets, by, children)
        self._items(syntax.returns, True, offsets, by, children)
        start, end = syntax.operator_span
        return _short(syntax.operator), _short(scalar.value[end:]), offsets.span(start, end).shifted(by)

    def _items(
        self, pieces: tuple[Piece, ...], is_return: bool, offsets: ValueMap, by: int, children: list[Symbol]
    ) -> None:
        for at, text in pieces:
            part = self._parts.get((text, is_return))
            if part is None:
                part = self._parts[text, is_return] = _part(text, is_return)
            if part.name:
                span = offsets.span(at, at + len(text)).shifted(by)
                selection = offsets.span(at + part.start, at + part.end).shifted(by)
                kind: SymbolKind = "constant" if is_return else "variable"
                children.append(Symbol(part.name, part.detail, kind, span, selection))

    def _pair(self, text: str, key: Node, value: Node, by: int, path: tuple[str, ...], found: list[Symbol]) -> None:
        """A field, a gradient, a section with what is in it, or a kernel."""
        if not isinstance(key, Scalar) or not key.value.strip():
            return
        span = Span(key.start + by, max(key.end, content_end(text, value)) + by)
        kind: SymbolKind = "property"
        if isinstance(value, Mapping):
            kind = "namespace"
        elif path if self._plain_fields else key.value != "output_differentiability":
            kind = "key"
        children: list[Symbol] = []
        if isinstance(value, Mapping):
            for inner, node in value.pairs:
                self._pair(text, inner, node, by, (*path, key.value), children)
        selection = key.span.shifted(by)
        found.append(Symbol(_short(key.value), _detail(value), kind, span, selection, _apart(children, span)))


def _part(text: str, is_return: bool) -> _Part:
    """An argument, or a return that has a name; the name is empty where there is nothing to show."""
    syntax = parse_return(text) if is_return else parse_argument(text)
    name = _short(syntax.part(syntax.name) or "")
    if not name or syntax.name is None:
        name = "" if is_return or text.strip() in ("", "*") else _short(text)
        return _Part(name, "", 0, len(text))
    default = syntax.part(syntax.default)
    detail = text[: syntax.type_end]
    return _Part(name, _short(detail if default is None else f"{detail} = {default}"), *syntax.name)


def _detail(value: Node) -> str:
    if isinstance(value, Scalar):
        return _short(value.value)
    if isinstance(value, Sequence):
        return _short(", ".join([item.value for item in value.items if isinstance(item, Scalar)]))
    return ""


def _short(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text[: 4 * _MOST_DETAIL].split())
    return line if len(line) <= _MOST_DETAIL else line[: _MOST_DETAIL - 1] + "…"


def _inside(span: Span, outer: Span) -> Span:
    start = max(outer.start, min(span.start, outer.end))
    return Span(start, max(start, min(span.end, outer.end)))


def _apart(symbols: list[Symbol], outer: Span) -> tuple[Symbol, ...]:
    """Those that lie inside, in order, none over another: what an alias stands for stands elsewhere."""
    if not symbols:
        return ()
    fits = outer.start <= symbols[0].span.start and symbols[-1].span.end <= outer.end
    if fits and all(before.span.end <= after.span.start for before, after in pairwise(symbols)):
        return tuple(symbols)
    kept: list[Symbol] = []
    end = outer.start
    for symbol in sorted(symbols, key=_span):
        if symbol.span.start >= end and symbol.span.end <= outer.end:
            kept.append(symbol)
            end = symbol.span.end
    return tuple(kept)


def _span(symbol: Symbol) -> Span:
    return symbol.span
