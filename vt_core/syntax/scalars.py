"""Which character of a YAML scalar's source each character of its value comes from.

Decodes a scalar's source as libyaml's scanner does (`yaml_parser_scan_flow_scalar`, `…_plain_scalar`,
`…_block_scalar`; YAML 1.1, chapter 9) and keeps where every piece came from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from vt_core.text.spans import Span

# libyaml's line breaks. The first four become a line feed, the last two stay what they are.
_BREAKS = "\n\r\x85\u2028\u2029"
_BREAK = f"(?:\r\n|[{_BREAKS}])"
_FOLD = f"{_BREAK}[ \t{_BREAKS}]*"
_SPECIAL = {
    "": _FOLD,
    "'": f"''|{_FOLD}",
    '"': rf"\\(?:x[0-9A-Fa-f]{{2}}|u[0-9A-Fa-f]{{4}}|U[0-9A-Fa-f]{{8}}|{_FOLD}|.)|{_FOLD}",
}
# Tag and anchor, which the loader counts to the scalar, with the white space and comments after them.
_PROPERTIES = rf"(?:[&!]\S*(?:\s|(?<=\s)#[^{_BREAKS}]*)*)*"
_HEADER = rf"[|>]([-+1-9]{{0,2}})[ \t]*(?:#[^{_BREAKS}]*)?{_BREAK}?"
_LINE = f"([^{_BREAKS}]*)({_BREAK}|$)"
# Escapes that stand for another character than the one written.
_ESCAPES = {
    "0": "\0",
    "a": "\x07",
    "b": "\x08",
    "e": "\x1b",
    "f": "\x0c",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\x0b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


class Piece(NamedTuple):
    """A run of the value and the run of the source that it comes from, both by start and length.

    Either the lengths are equal and characters correspond one to one, or `value_length` is 1 (an escape, a
    two-character line break).
    """

    value: int
    source: int
    value_length: int
    source_length: int


class ValueMap(NamedTuple):
    """Offsets in a scalar's value and in its source, one from the other. All are code points and all are clamped.

    Without `pieces`, the value stands in the source as it is, from `start`. Source that no piece covers (quotes, a
    block scalar's header, indentation, the rest of a fold) adds nothing to the value. `exact` is False where the source
    could not be decoded: then the value is one indivisible whole that covers the source from `start` to `end`.
    """

    start: int
    end: int
    length: int
    pieces: tuple[Piece, ...] = ()
    exact: bool = True

    def to_source(self, value_offset: int) -> int:
        """Where in the source the character at `value_offset` starts; for the value's length, where the value ends."""
        offset = max(0, min(value_offset, self.length))
        if not self.exact:
            return self.end if offset == self.length else self.start
        if not self.pieces:
            return self.start + offset
        return _source_of(self.pieces[_last_at(self.pieces, offset, itemgetter(0))], offset)

    def span(self, start: int, end: int) -> Span:
        """The source of the value from `start` to `end`.

        It ends with the last character's own source, so that a stretch that ends before a fold leaves the fold out.
        """
        if not self.exact:
            return Span(self.start, self.end)
        start = max(0, min(start, self.length))
        end = max(start, min(end, self.length))
        first = self.to_source(start)
        if start == end:
            return Span(first, first)
        if not self.pieces:
            return Span(first, self.start + end)
        return Span(first, _source_of(self.pieces[_last_at(self.pieces, end - 1, itemgetter(0))], end))

    def to_value(self, source_offset: int) -> int:
        """The value's offset at a place in the source.

        Inside an escape this is the escaped character; in source that adds nothing to the value, what comes next.
        """
        if not self.exact:
            return self.length if source_offset >= self.end else 0
        if not self.pieces:
            return max(0, min(source_offset - self.start, self.length))
        piece = self.pieces[_last_at(self.pieces, source_offset, itemgetter(1))]
        inside = source_offset - piece.source
        if inside <= 0:
            return piece.value
        if inside >= piece.source_length:
            return piece.value + piece.value_length
        return piece.value + (inside if piece.value_length == piece.source_length else 0)


def value_offsets(source: str, style: str | None, value: str) -> ValueMap:
    """The map between a scalar's source and its value.

    Args:
        source: the node's exact stretch of the file: with quotes, or with a block scalar's header and body.
        style: None or "" for plain, else `'`, `"`, `|` or `>`.
        value: what the loader made of it. A source that does not decode to it gives a map with `exact` False.
    """
    quotes = 1 if style == "'" or style == '"' else 0
    if len(source) == len(value) + 2 * quotes and source.startswith(value, quotes):
        # No escape and no fold lengthens a value, so that equal lengths leave room for neither.
        return ValueMap(quotes, quotes + len(value), len(value))
    start = 0
    if source.startswith(("&", "!")):
        found = re.match(_PROPERTIES, source)
        start = found.end() if found else 0
    for decoded in _readings(source, start, style or ""):
        if decoded.text == value:
            return _value_map(decoded)
    return ValueMap(0, len(source), len(value), (), exact=False)


class _Decoded(NamedTuple):
    """A value with its pieces; `start` is where a value without pieces stands."""

    text: str
    pieces: tuple[Piece, ...]
    start: int


class _Builder:
    """Collects a value from front to back."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._texts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0

    def add(self, text: str, start: int, end: int) -> None:
        """`text` comes from the source between `start` and `end`."""
        if not text:
            return
        self._texts.append(text)
        last = self._pieces[-1] if self._pieces else None
        piece = Piece(self._length, start, len(text), end - start)
        if last and _is_literal(last) and _is_literal(piece) and last.source + last.source_length == start:
            self._pieces[-1] = Piece(last.value, last.source, last.value_length + len(text), end - last.source)
        else:
            self._pieces.append(piece)
        self._length += len(text)

    def add_break(self, text: str, start: int) -> None:
        """A line break that is kept."""
        self.add(text if text in "\u2028\u2029" else "\n", start, start + len(text))

    def result(self) -> _Decoded:
        return _Decoded("".join(self._texts), tuple(self._pieces), self._start)


def _value_map(decoded: _Decoded) -> ValueMap:
    if not decoded.pieces:
        return ValueMap(decoded.start, decoded.start, 0)
    first, last = decoded.pieces[0], decoded.pieces[-1]
    end = last.source + last.source_length
    if first is last and _is_literal(first):
        return ValueMap(first.source, end, first.value_length)
    return ValueMap(first.source, end, last.value + last.value_length, decoded.pieces)


def _is_literal(piece: Piece) -> bool:
    return piece.value_length == piece.source_length


def _last_at(pieces: tuple[Piece, ...], offset: int, field: itemgetter[int]) -> int:
    """The last piece that starts at or before an offset in the value (field 0) or the source (field 1), else the first.

    In the source, an offset behind a piece's end belongs to the next piece.
    """
    return max(0, bisect_right(pieces, offset, key=field) - 1)


def _source_of(piece: Piece, value_offset: int) -> int:
    """Where in the source a boundary of a character of this piece lies."""
    inside = value_offset - piece.value
    return piece.source + (inside if _is_literal(piece) else inside * piece.source_length)


def _readings(source: str, start: int, style: str) -> Iterator[_Decoded]:
    """The ways to decode a scalar that starts at `start`; several where its source leaves the indentation open."""
    if style == "|" or style == ">":
        yield from _block_readings(source, start, folded=style == ">")
    elif not style:
        yield _decode_flow(source, start, len(source), style)
    elif style in _SPECIAL and source.startswith(style, start) and source.endswith(style, start + 1):
        yield _decode_flow(source, start + 1, len(source) - 1, style)


def _decode_flow(source: str, start: int, end: int, quote: str) -> _Decoded:
    """A plain or quoted scalar, whose content lies between `start` and `end`."""
    builder = _Builder(start)
    done = start
    for found in re.compile(_SPECIAL[quote], re.DOTALL).finditer(source, start, end):
        special = found.group()
        literal = source[done : found.start()]
        if special[0] in _BREAKS:
            # White space before the break is no part of the value; escaped white space is, and is not in `literal`.
            literal = literal.rstrip(" \t")
        builder.add(literal, done, done + len(literal))
        done = found.end()
        if special[0] in _BREAKS:
            _fold(builder, special, found.start())
        elif special[0] == "'":
            builder.add("'", found.start(), done)
        elif special[1] in _BREAKS:
            for later in _breaks(special, found.start())[1:]:
                builder.add_break(later.text, later.start)
        else:
            builder.add(_unescape(special), found.start(), done)
    builder.add(source[done:end], done, end)
    return builder.result()


def _unescape(escape: str) -> str:
    if len(escape) > 2:
        code = int(escape[2:], 16)
        return chr(code) if code <= 0x10FFFF else ""
    return _ESCAPES.get(escape[1], escape[1])


class _Break(NamedTuple):
    """A line break as written; `text` is empty at the end of the source."""

    text: str
    start: int


def _breaks(text: str, start: int) -> list[_Break]:
    """The line breaks in a text that starts at `start`."""
    return [_Break(found.group(), start + found.start()) for found in re.finditer(_BREAK, text)]


def _fold(builder: _Builder, text: str, start: int) -> None:
    """The line breaks of a flow scalar that stand together: one is a space, of several the first is dropped."""
    first, *others = _breaks(text, start)
    _join(builder, first, others)


def _join(builder: _Builder, first: _Break, others: Iterable[_Break]) -> None:
    """A fold's first line break and those after it."""
    if first.text in "\u2028\u2029":
        builder.add_break(first.text, first.start)
    elif not others:
        builder.add(" ", first.start, first.start + len(first.text))
    for other in others:
        builder.add_break(other.text, other.start)


class _Line(NamedTuple):
    """A line of a block scalar's body; `spaces` counts its leading ones."""

    start: int
    text: str
    spaces: int
    line_break: _Break


def _block_readings(source: str, start: int, *, folded: bool) -> Iterator[_Decoded]:
    """A block scalar, once for every indentation that its source allows."""
    header = re.compile(_HEADER).match(source, start)
    if header is None:
        return
    lines = [
        _Line(found.start(), found[1], len(found[1]) - len(found[1].lstrip(" ")), _Break(found[2], found.start(2)))
        for found in re.compile(_LINE).finditer(source, header.end())
        if found.group()
    ]
    for indent in _indents(lines, explicit=header[1].strip("+-") != ""):
        builder = _Builder(header.end())
        _decode_block(builder, lines, indent, header[1].strip("123456789"), folded=folded)
        yield builder.result()


def _indents(lines: list[_Line], *, explicit: bool) -> Iterable[int]:
    """The indentations to try.

    Detected, it is that of the first line with content, or of a longer empty line before it (libyaml takes the
    largest). Given explicitly, it counts from the parent's, which the source does not show: anything up to the least
    indented line is possible.
    """
    if explicit:
        written = [line.spaces for line in lines if len(line.text) > line.spaces]
        most = min(written) if written else max((line.spaces for line in lines), default=1)
        return range(max(1, most), 0, -1)
    largest = 1
    for line in lines:
        largest = max(largest, line.spaces)
        if len(line.text) > line.spaces:
            break
    return (largest,)


def _decode_block(builder: _Builder, lines: list[_Line], indent: int, chomping: str, *, folded: bool) -> None:
    """The lines of a block scalar; `chomping` is "-", "+" or "" (keep one line break)."""
    pending: _Break | None = None
    empty: list[_Break] = []
    blank_before = False
    for line in lines:
        content = line.text[indent:]
        if not content:
            if line.line_break.text:
                empty.append(line.line_break)
            continue
        blank = content[0] in " \t"
        if folded and pending is not None and not blank_before and not blank:
            _join(builder, pending, empty)
        else:
            _keep(builder, empty if pending is None else [pending, *empty])
        builder.add(content, line.start + indent, line.start + len(line.text))
        pending, empty, blank_before = line.line_break, [], blank
    if pending is not None and chomping != "-":
        _keep(builder, [pending])
    if chomping == "+":
        _keep(builder, empty)


def _keep(builder: _Builder, breaks: Iterable[_Break]) -> None:
    for kept in breaks:
        builder.add_break(kept.text, kept.start)
