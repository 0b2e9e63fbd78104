"""Selection ranges: what an editor's "expand selection" grows through, from a token to the whole file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vt_core.analysis.document import Block
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor, cursor_at
from vt_core.ide.formula_ranges import formula_ranges
from vt_core.ide.meaning import part_at, schema_items
from vt_core.ide.outline import comments, content_end, entry_nodes, entry_span
from vt_core.syntax.nodes import FileRole, Node, Scalar, Sequence
from vt_core.syntax.scalars import value_offsets
from vt_core.syntax.schema import ArgumentSyntax, Piece
from vt_core.text.spans import Span

_WORD = re.compile(r"\w+")
_LEAD = re.compile(r"#+[ \t]*")


def selection_ranges(snapshot: Snapshot, file: FileRole, offset: int) -> tuple[Span, ...]:
    """The stretches around an offset, the smallest first, each strictly inside the next; the last is the file."""
    cursor = cursor_at(snapshot, file, offset)
    block, at = cursor.block, cursor.offset
    found = [*_in_comments(block, at), *_in_nodes(cursor, at)]
    around = [span for span in found if 0 <= span.start <= at <= span.end <= len(block.text) and span.start < span.end]
    return _nested([*[cursor.absolute(span) for span in around], Span(0, cursor.document.starts[-1])])


def _nested(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Those of the spans that contain one another, from the smallest; of two that cross the smaller."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=_size):
        if not kept or (span.start <= kept[-1].start and kept[-1].end <= span.end):
            kept.append(span)
    return tuple(kept)


def _size(span: Span) -> tuple[int, int]:
    return span.end - span.start, span.start


def _in_comments(block: Block, at: int) -> list[Span]:
    """The word, the comment, and the comments directly above and below it."""
    text, spans = block.text, comments(block)
    for index, span in enumerate(spans):
        if not span.start <= at <= span.end:
            continue
        found = [Span(*word.span()) for word in _WORD.finditer(text, *span) if word.start() <= at <= word.end()]
        first = last = index
        while first and _joins(text, spans[first - 1], spans[first]):
            first -= 1
        while last + 1 < len(spans) and _joins(text, spans[last], spans[last + 1]):
            last += 1
        lead = _LEAD.match(text, *span)
        content = Span(lead.end() if lead else span.start, span.end)
        return [*found, content, span, Span(spans[first].start, spans[last].end)]
    return []


def _joins(text: str, before: Span, after: Span) -> bool:
    """Whether two comments are on lines one below the other."""
    between = text[before.end : after.start]
    return not between.strip() and between.count("\n") + between.count("\r") - between.count("\r\n") == 1


def _in_nodes(cursor: Cursor, at: int) -> list[Span]:
    block = cursor.block
    nodes = entry_nodes(block)
    found = [] if nodes else [Span(0, len(block.text.rstrip()))]
    for node in nodes:
        span = entry_span(block.text, node)
        if span.start <= at <= span.end:
            found.append(span)
            _descend(cursor, node, at, found, ())
    return found


def _descend(cursor: Cursor, node: Node, at: int, found: list[Span], path: tuple[str, ...]) -> None:
    """The pairs, items and scalars around an offset of the block."""
    text = cursor.block.text
    if isinstance(node, Scalar):
        _in_scalar(cursor, node, at, found, path)
        return
    if path:  # of an entry itself the span is known, from its `-` on
        found.append(Span(node.span.start, content_end(text, node)))
    if isinstance(node, Sequence):
        for item in node.items:
            if item.span.start <= at <= item.span.end:
                _descend(cursor, item, at, found, path)
        return
    for key, value in node.pairs:
        start, end = key.span.start, max(key.span.end, content_end(text, value))
        if not start <= at <= end or not isinstance(key, Scalar):
            continue
        found.append(Span(start, end))
        if at <= key.end:
            found.append(key.span)
            found.append(part_at(key.value, at - key.start)[0].shifted(key.start))
        elif value.span.start <= at:
            _descend(cursor, value, at, found, (*path, key.value))


def _in_scalar(cursor: Cursor, scalar: Scalar, at: int, found: list[Span], path: tuple[str, ...]) -> None:
    text = cursor.block.text
    found.append(Span(scalar.start, content_end(text, scalar)))
    offsets = value_offsets(text[scalar.start : scalar.end], scalar.style, scalar.value)
    local = offsets.to_value(at - scalar.start)
    parts = [Span(0, len(scalar.value))]
    if path in (("func",), ("name",)):
        parts += _schema_ranges(scalar.value, local)
    elif cursor.file == "derivatives":
        parts += formula_ranges(scalar.value, local)
    else:
        parts.append(part_at(scalar.value, local)[0])
    found += [offsets.span(*part).shifted(scalar.start) for part in parts]


def _schema_ranges(text: str, at: int) -> list[Span]:
    syntax, arguments, returns = schema_items(text)
    found = [syntax.name, syntax.operator_span]
    if syntax.overload is not None:
        found.append(syntax.overload)
    if syntax.open is not None:
        close = (
            syntax.close if syntax.close is not None else max([syntax.open, *[p.span.end for p in syntax.arguments]])
        )
        found += [Span(syntax.open + 1, close), Span(syntax.open, close + (1 if syntax.close is not None else 0))]
        found.append(Span(syntax.name.start, found[-1].end))
    if syntax.returns_span is not None:
        found.append(syntax.returns_span)
    for item in (*arguments, *returns):
        found += _item_ranges(*item)
    return [span for span in found if span.start <= at <= span.end]


def _item_ranges(piece: Piece, syntax: ArgumentSyntax) -> list[Span]:
    """An argument or return, its type and what that is made of, its name and default."""
    found = [Span(0, len(piece.text)), Span(0, syntax.type_end)]
    found += [span for span in (syntax.annotation, syntax.name, syntax.default) if span is not None]
    type_ = syntax.type
    found.append(type_.span)
    while type_.elem is not None:
        type_ = type_.elem
        found.append(type_.span)
    return [span.shifted(piece.start) for span in found]
