"""Where completion is asked for: at a new entry, a key, or a value with what of it stands before the cursor.

Judged by the look of the lines: while a key or value is typed, YAML reads the block as something else, or not at all.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor, cursor_at
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

PlaceKind = Literal["entry", "key", "dispatch-key", "autograd-key", "value"]
Quote = Literal["", "'", '"', "|", ">"]


class CompletionPlace(NamedTuple):
    """A place that something can be typed at. Offsets count from the block's start.

    `kind` "entry": a line that begins an entry, with or without its `-`; "key": a line of its fields.
    `field` is the key whose value the cursor is in, `keys` a dispatch section's key above it (kernels); in
    derivatives.yaml `section` is the autograd key above a gradient key or formula, "" where there is none.
    `before` is the typed text: of a key all that stands left of the cursor; of a value all from its start on, unquoted.
    `start` is where that begins in the source, `line` the cursor's line without its break. `quote` is the value's
    quoting, which may be unfinished.
    """

    cursor: Cursor
    kind: PlaceKind
    field: str
    keys: str
    before: str
    start: int
    line: Span
    quote: Quote
    section: str = ""

    @property
    def snapshot(self) -> Snapshot:
        return self.cursor.snapshot

    @property
    def after(self) -> str:
        """The rest of the cursor's line."""
        return self.cursor.block.text[self.cursor.offset : self.line.end]

    @property
    def line_before(self) -> str:
        """The cursor's line up to the cursor."""
        return self.cursor.block.text[self.line.start : self.cursor.offset]

    def span(self, back: int, forth: int = 0) -> Span:
        """The file's stretch from `back` characters before the cursor to `forth` behind it."""
        at = self.cursor.start + self.cursor.offset
        return Span(at - back, at + forth)


def completion_place(snapshot: Snapshot, file: FileRole, offset: int) -> CompletionPlace | None:
    """The place of an offset; None where nothing is completed: in comments, and where no field would be."""
    cursor = cursor_at(snapshot, file, offset)
    text, at = cursor.block.text, cursor.offset
    line = line_at(text, at)
    before = text[line.start : at]
    inside = _inside_earlier_value(cursor, line)
    if not inside:
        if _in_comment(cursor, before):
            return None
        found = _at_key(cursor, before, line)
        if found is not None:
            return found
    return _in_value(cursor, line)


def line_at(text: str, offset: int) -> Span:
    """The line of an offset, without its break."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    ends = [end for end in (text.find("\n", offset), text.find("\r", offset)) if end >= 0]
    return Span(start, min(ends, default=len(text)))


def _inside_earlier_value(cursor: Cursor, line: Span) -> bool:
    """Whether the cursor is in a scalar that began on an earlier line."""
    scalar = cursor.scalar
    if cursor.placed is None or scalar is None or scalar.start >= line.start or cursor.part != "value":
        return False
    before = cursor.block.text[line.start : cursor.offset]
    # A block scalar's source goes on to the next line that is not its own.
    return scalar.style not in ("|", ">") or len(before) > key_column(cursor.block.text) or bool(before.strip())


def _in_comment(cursor: Cursor, before: str) -> bool:
    if "#" not in before or (cursor.placed is not None and cursor.scalar is not None):
        return False
    code = re.sub(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", "", before)
    return re.search(r"(?:^|\s)#", code) is not None


def key_column(text: str) -> int:
    """The column of an entry's keys: where the first stands behind the `-`, else the second."""
    found = re.match(r"-[ ]+(?=[^\s#])", text)
    return found.end() if found else 2


def _at_key(cursor: Cursor, before: str, line: Span) -> CompletionPlace | None:
    """A line on which a key begins, or nothing stands yet."""
    found = re.fullmatch(r"(-[ \t]*|[ \t]*)([\w.][\w,. ]*)?", before)
    if found is None:
        return None
    lead, typed = found[1], found[2] or ""
    start = line.start + len(lead)
    if lead[:1] == "-" or not lead:
        return CompletionPlace(cursor, "entry", "", "", typed, start, line, "")
    column, text = key_column(cursor.block.text), cursor.block.text
    if not text.startswith("-"):
        return None
    if len(lead) == column:
        return CompletionPlace(cursor, "key", "", "", typed, start, line, "")
    if len(lead) > column and cursor.file == "derivatives":
        return _in_section(cursor, lead, typed, line)
    if len(lead) > column and _field_above(text, line.start, column) == "dispatch":
        return CompletionPlace(cursor, "dispatch-key", "dispatch", "", typed, start, line, "")
    return None


def _in_section(cursor: Cursor, lead: str, typed: str, line: Span) -> CompletionPlace | None:
    """A key below `dispatch` in derivatives.yaml: an autograd key, or below that a gradient key."""
    text = cursor.block.text
    above = _keys_above(text, line.start, len(lead))
    if not cursor.snapshot.dialect.autograd_keys or above[-1:] != ["dispatch"]:
        return None
    start = line.start + len(lead)
    if len(above) == 1:
        return CompletionPlace(cursor, "autograd-key", "dispatch", "", typed, start, line, "")
    return CompletionPlace(cursor, "key", "", "", typed, start, line, "", above[0]) if len(above) == 2 else None


_KEY = re.compile(r"(?P<lead>(?:-[ ]+)?[ ]*)(?P<key>\w[\w, ]*?)[ \t]*:(?=\s|\Z)")


def _keys_above(text: str, line: int, indent: int) -> list[str]:
    """The keys that a line which begins at an offset belongs to, the nearest first; `indent` is its own."""
    found: list[str] = []
    for above in reversed(text[:line].splitlines()):
        key = _KEY.match(above)
        if key is not None and len(key["lead"]) < indent:
            indent = len(key["lead"])
            found.append(key["key"])
            if indent <= key_column(text):
                break
    return found


def _field_above(text: str, line: int, column: int) -> str:
    """The key in a column, without a value behind it, that the lines above a line belong to."""
    pattern = rf"^(?:- {{{column - 1}}}| {{{column}}})(\w[\w, ]*):[ \t]*(?:#.*)?([^\n\r]*)"
    found = re.findall(pattern, text[:line], re.M)
    return found[-1][0] if found and not found[-1][1].strip() else ""


def _in_value(cursor: Cursor, line: Span) -> CompletionPlace | None:
    """The last key left of the cursor, and what stands behind it."""
    text, at = cursor.block.text, cursor.offset
    if not text.startswith("-"):
        return None
    column = key_column(text)
    pattern = rf"^(?:- {{{column - 1}}}| {{{column}}})(\w[\w, ]*?)[ \t]*:(?=[\s]|\Z)[ \t]*"
    keys_above = list(re.compile(pattern, re.M).finditer(text, 0, at))
    if not keys_above:
        return None
    found = keys_above[-1]
    field, start, keys = found[1], found.end(), ""
    if start < line.start and at - line.start <= column and not _inside_earlier_value(cursor, line):
        return None  # below the value, and not further in
    if cursor.placed is not None and cursor.part == "value" and cursor.path and cursor.path[0] != field:
        return None  # a line of a value that looks like a key
    if field == "dispatch" and cursor.file == "native_functions":
        inner = re.match(r"[ \t]+(\w[\w, ]*?)[ \t]*:(?=[ \t])[ \t]*", text[line.start : at])
        if inner is None:
            return None
        keys, start = inner[1], line.start + inner.end()
    elif field == "dispatch" and cursor.snapshot.dialect.autograd_keys:
        return _section_value(cursor, start, line)
    return _value(cursor, field, keys, text[start:at], start, line)


def _section_value(cursor: Cursor, begin: int, line: Span) -> CompletionPlace | None:
    """The same below `dispatch` in derivatives.yaml, whose value starts at `begin`."""
    text, at = cursor.block.text, cursor.offset
    keys = list(re.compile(r"^([ ]+)(\w[\w, ]*?)[ \t]*:(?=\s|\Z)[ \t]*", re.M).finditer(text, begin, at))
    if not keys:
        return None
    found = keys[-1]
    above = _keys_above(text, found.start(), len(found[1]))
    if len(above) != 2 or above[1] != "dispatch":
        return None  # an autograd key has no value of its own
    return _value(cursor, found[2], "", text[found.end() : at], found.end(), line, above[0])


def _value(
    cursor: Cursor, field: str, keys: str, raw: str, start: int, line: Span, section: str = ""
) -> CompletionPlace:
    """The value's typed text, unquoted."""
    quote: Quote = ""
    typed = raw
    if raw[:1] == "'":
        quote, start = "'", start + 1
        closed = re.match(r"'((?:[^']|'')*)'(?!')", raw)
        typed = raw[1:].replace("''", "'") if closed is None else raw[closed.end() :]
    elif raw[:1] == '"':
        quote, start = '"', start + 1
        closed = re.match(r'"((?:[^"\\]|\\.)*)"', raw, re.S)
        typed = re.sub(r"\\(.)", r"\1", raw[1:]) if closed is None else raw[closed.end() :]
    elif raw[:1] in ("|", ">"):
        quote = "|" if raw[0] == "|" else ">"
        header = re.match(r"[|>][-+\d]*[ \t]*(?:#[^\n\r]*)?(?:\r\n|\n|\r)?\s*", raw)
        start += header.end() if header else 0
        typed = raw[header.end() :] if header else raw
    if quote in ("'", '"') and closed is not None:
        start, quote = start - 1 + closed.end(), ""
    return CompletionPlace(cursor, "value", field, keys, typed, start, line, quote, section)
