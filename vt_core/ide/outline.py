"""The entries of a block as YAML nodes; of blocks that YAML cannot read, as their lines look. Comments of a block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vt_core.analysis.document import Block
from vt_core.syntax.nodes import Mapping, Node, Scalar, Sequence
from vt_core.text.spans import Span

# Of an unreadable block no more levels are made out.
_MOST_LEVELS = 4

_KEY_LINE = re.compile(r"([ \t]*(?:-[ \t]+)?)([A-Za-z_][\w., ]*?)[ \t]*:(?:[ \t]+(\S.*?))?[ \t]*\Z")
_LINE = re.compile(r"[^\r\n]+")
_TRAILING_COMMENT = re.compile(r"(?:\A|[ \t]+)#.*\Z")
_QUOTED = re.compile(r"""('(?:[^']|'')*'|"(?:[^"\\]|\\.)*")[ \t]*(?:(?<=[ \t])#.*)?\Z""")
_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_FOLD = re.compile(r"[ \t]*(?:\r\n|[\r\n])[ \t]*")


def entry_nodes(block: Block) -> tuple[Node, ...]:
    """What the block holds: one node for each entry, at its spans in the block's text."""
    if block.placed or not block.syntax.faults:
        return tuple([placed.entry.node for placed in block.placed])
    return guessed_entries(block.text)


def guessed_entries(text: str) -> tuple[Mapping, ...]:
    """The mapping that an unreadable block seems to hold: a key with a value on each line, deeper lines below a key
    without one. All values are plain; nothing is made of lines that look like nothing."""
    lines = _key_lines(text)
    if not lines:
        return ()
    found, _ = _mapping(lines, 0, -1, 0)
    return (found,)


def entry_span(text: str, node: Node) -> Span:
    """The stretch of an entry in its block, from its `-` to the last character that is not blank."""
    start = node.span.start
    dash = text.rfind("-", 0, start)
    if dash >= 0 and not text[dash + 1 : start].strip():
        start = dash
    return Span(start, content_end(text, node))


def content_end(text: str, node: Node) -> int:
    """Where a node's last character that is not blank ends: a block scalar's own end is behind its line breaks."""
    start, end = node.span
    return start + max(1, len(text[start:end].rstrip())) if end > start else end


class _KeyLine(NamedTuple):
    indent: int
    key: Scalar
    value: Scalar | None


def _key_lines(text: str) -> list[_KeyLine]:
    lines: list[_KeyLine] = []
    open_ = False  # whether a line without a key would go on with the last value
    for found in _LINE.finditer(text):
        line = found.group()
        stripped = line.strip()
        if not stripped or stripped.startswith("#") or line.startswith(_CONFLICT_MARKS):
            open_ = False
            continue
        key = _KEY_LINE.match(line)
        if key is not None:
            lines.append(_key_line(key, found.start()))
            open_ = True
        elif open_:
            lines[-1] = _continued(text, lines[-1], found.start() + len(line.rstrip()))
    return lines


def _key_line(found: re.Match[str], start: int) -> _KeyLine:
    key = Scalar(start + found.start(2), start + found.end(2), found.group(2), "str", None)
    written = found.group(3) or ""
    quoted = _QUOTED.match(written)
    written = quoted.group(1) if quoted else _TRAILING_COMMENT.sub("", written)
    if not written:
        return _KeyLine(len(found.group(1)), key, None)
    at = start + found.start(3)
    if written[0] in "'\"":
        closed = len(written) > 1 and written[-1] == written[0]
        at, written = at + 1, written[1:-1] if closed else written[1:]
    return _KeyLine(len(found.group(1)), key, Scalar(at, at + len(written), written, "str", None))


def _continued(text: str, line: _KeyLine, end: int) -> _KeyLine:
    start = line.value.start if line.value is not None else line.key.end + 1
    start += len(text[start:end]) - len(text[start:end].lstrip())
    return line._replace(value=Scalar(start, end, _FOLD.sub(" ", text[start:end]), "str", None))


def _mapping(lines: list[_KeyLine], at: int, floor: int, level: int) -> tuple[Mapping, int]:
    """The pairs of the lines from `at` on that are further in than `floor`, and the line after them."""
    pairs: list[tuple[Node, Node]] = []
    while at < len(lines) and lines[at].indent > floor:
        indent, key, value = lines[at]
        at += 1
        node: Node = value or Scalar(key.end, key.end, "", "null", None)
        if value is None and level < _MOST_LEVELS and at < len(lines) and lines[at].indent > indent:
            node, at = _mapping(lines, at, indent, level + 1)
        pairs.append((key, node))
    end = pairs[-1][1].span.end
    return Mapping(Span(pairs[0][0].span.start, max(end, pairs[-1][0].span.end)), tuple(pairs)), at


def scalars_in(node: Node) -> Iterator[Scalar]:
    """All keys and values."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars_in(item)
    else:
        for key, value in node.pairs:
            yield from scalars_in(key)
            yield from scalars_in(value)


_COMMENT = re.compile(r"(?:^|(?<=[ \t\r\n]))#[^\r\n]*", re.MULTILINE)


def comments(block: Block) -> list[Span]:
    """The YAML comments of a block, each to the end of its line; `#` inside scalars begins none."""
    text = block.text
    if "#" not in text:
        return []
    inside = sorted([scalar.span for node in entry_nodes(block) for scalar in scalars_in(node)])
    found: list[Span] = []
    at = end = 0
    match = _COMMENT.search(text)
    while match is not None:
        start = match.start()
        while at < len(inside) and inside[at].start < start:
            end = max(end, inside[at].end)
            at += 1
        if end <= start:
            found.append(Span(start, start + len(match.group().rstrip())))
        match = _COMMENT.search(text, match.end() if end <= start else end)
    return found
