"""Blocks written in the small part of YAML that nearly all blocks are written in, read without a YAML parser.

One key with one value a line, or a key with such lines below it, further in; blank lines and comments between, and
comments behind values. A value is plain, a list of words in brackets, or in quotes with nothing to unquote in it.
Anything else is left to the YAML reader, which gives the same nodes for these blocks, several times slower.
"""

from __future__ import annotations

import re

from vt_core.syntax.nodes import Mapping, Node, Scalar, ScalarKind, Sequence
from vt_core.text.spans import Span

_LINE = re.compile(
    r"(- | *)([A-Za-z_][A-Za-z0-9_, ]{0,120}):"  # key
    r"(?: +(?:((?:-?[A-Za-z_(])[ -~]*)"  # plain, with the comment behind it
    r"""|('[ -&(-~]*'|"[ !#-\[\]-~]*"|\[[A-Za-z_][A-Za-z0-9_, ]*\])(?: +#[ -~]*| *)"""  # quoted, list
    r"|#[ -~]*))?(?:\n|\Z)"
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


def _read_lines(text: str) -> list[tuple[int, Scalar, Node | None]] | None:
    """The block's keys and values with their indentation; None at the first line of another kind."""
    lines: list[tuple[int, Scalar, Node | None]] = []
    start, size = 0, len(text)
    while start < size:
        line = _LINE.match(text, start)
        if line is None:
            return None
        margin, key, value, other = line.groups()
        if key is not None:
            if (margin == "- ") is not (start == 0) or key[-1] == " " or key in _WORDS:
                return None
            found: Node | None = None
            if value is not None:
                if " #" in value:
                    value = value[: value.index(" #")].rstrip(" ")
                if ": " in value or value[-1] in " :":
                    return None
                at = line.start(3)
                found = Scalar(at, at + len(value), value, _WORDS.get(value, "str"), None)
            elif other is not None:
                found = _delimited(other, line.start(4))
                if found is None:
                    return None
            at = start + len(margin)
            lines.append((len(margin), Scalar(at, at + len(key), key, "str", None), found))
        start = line.end()
    return lines


def _delimited(text: str, at: int) -> Node | None:
    """A value in quotes or brackets; None for a list with something else than words."""
    end = at + len(text)
    if text[0] != "[":
        return Scalar(at, end, text[1:-1], "str", text[0])
    items: list[Node] = []
    start = at + 1
    for part in text[1:-1].split(","):
        word = part.strip(" ")
        if not word.isidentifier():
            return None
        first = start + len(part) - len(part.lstrip(" "))
        items.append(Scalar(first, first + len(word), word, _WORDS.get(word, "str"), None))
        start += len(part) + 1
    return Sequence(Span(at, end), tuple(items))


def _mapping(pairs: list[tuple[Node, Node]]) -> Mapping:
    return Mapping(Span(pairs[0][0].span.start, pairs[-1][1].span.end), tuple(pairs))
