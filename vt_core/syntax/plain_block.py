"""Blocks written in the small part of YAML that nearly all blocks are written in, read without a YAML parser.

One key with one value a line, or a key with such lines or with items (`- x`) below it; blank lines and comments
between, and comments behind values. A value is plain, a list of words in brackets, `{}`, or in quotes with nothing to
unquote in it. Anything else is left to the YAML reader, which gives the same nodes for these blocks, several times
slower. All released pairs are of this kind, so that most runs do not load PyYAML at all.
"""

from __future__ import annotations

import re
from typing import Union

from vt_core.syntax.nodes import Mapping, Node, Scalar, ScalarKind, Sequence
from vt_core.text.spans import Span

# A plain value and the comment behind it. A product that begins with a number is no number.
_PLAIN = r"((?:-?[A-Za-z_(]|-?[0-9.]+ [*/] )[ -~]*)"
# What may stand in quotes: no escapes and no quotes of the other kind's sign. Lines below the first are indented.
_QUOTED = r"""'[ -&(-~]*(?:\n   +[ -&(-~]+)*'|"[ !#-\[\]-~]*(?:\n   +[ !#-\[\]-~]+)*\""""
_LIST = r"""\[(?:[A-Za-z0-9_, ]|'[ -&(-~]*'|"[ !#-\[\]-~]*")+\]"""
_LINE = re.compile(
    r"(- | *)([A-Za-z_][A-Za-z0-9_, ]{0,120}):"  # key
    rf"(?: +(?:{_PLAIN}"
    rf"|({_QUOTED}|{_LIST}|\{{\}})(?: +#[ -~]*| *)"  # quoted, list, empty mapping
    r"|#[ -~]*|(\|)))?(?:\n|\Z)"  # comment, literal text below
    r"| *(?:#[ -~]*)?(?:\n|\Z)"  # blank, comment
    rf"|( +)- +{_PLAIN}(?:\n|\Z)"  # item
)
_PLAIN_GROUP, _LITERAL_GROUP, _ITEM_GROUP = 3, 5, 7
_ITEM = re.compile(r""" *([A-Za-z_][A-Za-z0-9_]*|'[ -&(-~]*?'|"[ !#-\[\]-~]*?") *(?:,|\Z)""")
_LITERAL = re.compile(r"( +)[!-~][ -~]*\n(?:\1[ -~]*\n| *\n)*")
_COMMENTS = re.compile(r"(?: *(?:#[ -~]*)?\n)*(?: *(?:#[ -~]*)?)\Z")

# Plain words that YAML 1.1 takes for something else than a string, in the three ways of writing them.
_WORDS: dict[str, ScalarKind] = {
    written: "null" if word == "null" else "bool"
    for word in ("yes", "no", "true", "false", "on", "off", "null")
    for written in (word, word.capitalize(), word.upper())
}


# A line that says something: how far in it is, where its key or the `-` of its item stands, its key (an item has none)
# and its value (a key with something below it has none).
_Line = tuple[int, int, Union[Scalar, None], Union[Node, None]]


def only_comments(text: str) -> bool:
    """Whether a text is surely nothing but comments and blank lines."""
    return _COMMENTS.match(text) is not None


def read_plain_block(text: str) -> Mapping | None:
    """The mapping of a block's one entry, None where the block is not of this simple kind."""
    if not text.startswith("- "):
        return None
    lines = _read_lines(text)
    if not lines or lines[0][0] != 2:
        return None
    found = _node(lines, 0, len(lines))
    return found if isinstance(found, Mapping) else None


def _node(lines: list[_Line], first: int, end: int) -> Node | None:
    """What lines make: pairs or items, all as far in as the first, with what is below them; None for another kind."""
    indent = lines[first][0]
    if lines[first][2] is None:
        return _items(lines[first:end])
    pairs: list[tuple[Node, Node]] = []
    at = first
    while at < end:
        inside, _, key, value = lines[at]
        at += 1
        if inside != indent or key is None:
            return None
        if value is None:
            below = at
            while at < end and (lines[at][0] > indent or lines[at][2] is None):
                at += 1
            value = _node(lines, below, at) if at > below else None
            if value is None or lines[below][0] < indent:
                return None
        pairs.append((key, value))
    return Mapping(Span(lines[first][1], pairs[-1][1].span.end), tuple(pairs))


def _items(lines: list[_Line]) -> Sequence | None:
    items = [value for indent, _, key, value in lines if key is None and value and indent == lines[0][0]]
    if len(items) < len(lines):
        return None
    return Sequence(Span(lines[0][1], items[-1].span.end), tuple(items))


def _read_lines(text: str) -> list[_Line] | None:
    """The block's keys, values and items with their indentation; None at the first line of another kind."""
    lines: list[_Line] = []
    start, size = 0, len(text)
    while start < size:
        line = _LINE.match(text, start)
        if line is None:
            return None
        end, last = line.end(), line.lastindex
        if last is None:  # blank, or a comment
            start = end
            continue
        if last == _ITEM_GROUP:
            item = _plain(line[last], line.start(last))
            if item is None:
                return None
            lines.append((line.end(6) - start, line.end(6), None, item))
            start = end
            continue
        margin, key = line[1], line[2]
        if (margin == "- ") is not (start == 0) or key[-1] == " " or key in _WORDS:
            return None
        at = line.end(1)
        value: Node | None = None
        if last > 2:
            written = line[last]
            if last == _PLAIN_GROUP and "#" not in written and ":" not in written and written[-1] != " ":
                begin = line.start(last)
                kind = _WORDS.get(written, "str")
                value = tuple.__new__(Scalar, (begin, begin + len(written), written, kind, None))  # thousands of them
            else:
                value = _value(line, len(margin))
            if value is None:
                return None
            if last == _LITERAL_GROUP:
                end = value.span.end
        lines.append((len(margin), at, tuple.__new__(Scalar, (at, at + len(key), key, "str", None)), value))
        start = end
    return lines


def _value(line: re.Match[str], indent: int) -> Node | None:
    """What stands behind a key that is so far in."""
    group = line.lastindex or 0
    if group == _PLAIN_GROUP:
        return _plain(line[group], line.start(group))
    if group == _LITERAL_GROUP:
        return _literal(line.string, line.start(group), line.end(), indent)
    return _delimited(line[group], line.start(group))


def _literal(text: str, at: int, start: int, indent: int) -> Scalar | None:
    """The text below `|`, further in than the key's `indent`."""
    lines = _LITERAL.match(text, start)
    if lines is None or len(lines[1]) <= indent:
        return None
    margin = len(lines[1])
    value = "\n".join([line[margin:] for line in lines[0].split("\n")]).rstrip("\n") + "\n"
    return Scalar(at, lines.end(), value, "str", "|")


def _plain(text: str, at: int) -> Scalar | None:
    """A plain value, without the comment behind it; None for a text that is a key or has one in it."""
    if " #" in text:
        text = text[: text.index(" #")].rstrip(" ")
    if ": " in text or text[-1] in " :":
        return None
    return Scalar(at, at + len(text), text, _WORDS.get(text, "str"), None)


def _delimited(text: str, at: int) -> Node | None:
    """A value in quotes or brackets; None for a list with something else than words."""
    end = at + len(text)
    if text[0] == "{":
        return Mapping(Span(at, end), ())
    if text[0] != "[":
        value = text[1:-1] if "\n" not in text else _folded(text[1:-1].split("\n"))
        return None if value is None else Scalar(at, end, value, "str", text[0])
    items: list[Node] = []
    start, inside = 0, text[1:-1]
    while start < len(inside):
        item = _ITEM.match(inside, start)
        if item is None:
            return None
        word, start = item[1], item.end()
        first = at + 1 + item.start(1)
        if word[0] in "'\"":
            items.append(Scalar(first, first + len(word), word[1:-1], "str", word[0]))
        else:
            items.append(Scalar(first, first + len(word), word, _WORDS.get(word, "str"), None))
    return Sequence(Span(at, end), tuple(items)) if text[-2] not in ", " else None


def _folded(lines: list[str]) -> str | None:
    """Lines in quotes as one, None where there is a blank line."""
    lines = [lines[0].rstrip(" "), *[line.strip(" ") for line in lines[1:-1]], lines[-1].lstrip(" ")]
    return " ".join(lines) if all(lines[1:-1]) else None
