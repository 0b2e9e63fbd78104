"""Blocks written in the small part of YAML that nearly all blocks are written in, read without a YAML parser.

One key with one plain value a line, or a key with such lines below it, further in; blank lines and comments between.
Anything else is left to the YAML reader, which gives the same nodes for these blocks, several times slower.
"""

from __future__ import annotations

import re

from vt_core.syntax.nodes import Mapping, Node, Scalar, ScalarKind
from vt_core.text.spans import Span

_LINE = re.compile(
    r"(- | *)([A-Za-z_][A-Za-z0-9_, ]{0,120}):(?: +([A-Za-z_][ -~]*))?(?:\n|\Z)"  # key: value
    r"| *(?:#[ -~]*)?(?:\n|\Z)"  # blank, comment
)

# Plain words that YAML 1.1 takes for something else than a string, in the three ways of writing them.
_WORDS: dict[str, ScalarKind] = {
    written: "null" if word == "null" else "bool"
    for word in ("yes", "no", "true", "false", "on", "off", "null")
    for written in (word, word.capitalize(), word.upper())
}


def read_plain_block(text: str) -> Mapping | None:
    """The mapping of a block's one entry, None where the block is not of this simple kind."""
    if not text.startswith("- "):
        return None
    lines = _read_lines(text)
    if lines is None:
        return None
    pairs: list[tuple[Node, Node]] = []
    at, count = 0, len(lines)
    while at < count:
        indent, key, value = lines[at]
        at += 1
        if indent != 2:
            return None
        if value is not None:
            pairs.append((key, value))
            continue
        first = at
        inner: list[tuple[Node, Node]] = []
        while at < count and lines[at][0] > 2:
            below, inner_key, inner_value = lines[at]
            if inner_value is None or below != lines[first][0]:
                return None
            inner.append((inner_key, inner_value))
            at += 1
        if not inner:
            return None
        pairs.append((key, _mapping(inner)))
    return _mapping(pairs) if pairs else None


def _read_lines(text: str) -> list[tuple[int, Scalar, Scalar | None]] | None:
    """The block's keys and values with their indentation; None at the first line of another kind."""
    lines: list[tuple[int, Scalar, Scalar | None]] = []
    start, size = 0, len(text)
    while start < size:
        line = _LINE.match(text, start)
        if line is None:
            return None
        margin, key, value = line.groups()
        if key is not None:
            if (margin == "- ") is not (start == 0) or key[-1] == " " or key in _WORDS:
                return None
            found: Scalar | None = None
            if value is not None:
                if ": " in value or " #" in value or value[-1] in " :":
                    return None
                at = line.start(3)
                found = Scalar(at, at + len(value), value, _WORDS.get(value, "str"), None)
            at = start + len(margin)
            lines.append((len(margin), Scalar(at, at + len(key), key, "str", None), found))
        start = line.end()
    return lines


def _mapping(pairs: list[tuple[Node, Node]]) -> Mapping:
    return Mapping(Span(pairs[0][0].span.start, pairs[-1][1].span.end), tuple(pairs))
