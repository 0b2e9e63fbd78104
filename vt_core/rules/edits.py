"""Edits of an entry's YAML that keep it valid: names in keys, words in formulas, whole fields."""

from __future__ import annotations

import re

from vt_core.rules.rule import Edit, End
from vt_core.syntax.entries import Entry, Field
from vt_core.syntax.nodes import Mapping, Place, Scalar
from vt_core.text.spans import Span

_NOT_FORMULAS = ("name", "output_differentiability")


def formula_edits(entry: Entry, pattern: str, text: str, end: End = "owner") -> tuple[Edit, ...]:
    """Put `text` (a name or an index, nothing that YAML reads) for every match of a pattern in an entry's formulas."""
    edits: list[Edit] = []
    for name, field in entry.fields.items():
        if name in _NOT_FORMULAS or not isinstance(field.value, Scalar):
            continue
        spans = [found.span() for found in re.finditer(pattern, field.value.value)]
        edits.extend([Edit(end, entry.span_in(field.value, *span), text) for span in spans])
    return tuple(edits)


def value_edit(entry: Entry, scalar: Scalar, value: str, end: End = "owner") -> Edit:
    """Put another text in a scalar's place, quoted as it was, or as it has to be."""
    source = entry.text[scalar.span.start : scalar.span.end]
    tail = source[len(source.rstrip()) :] if scalar.style in ("|", ">") else ""
    return Edit(end, scalar.span, _quoted(value, scalar, entry) + tail)


def single_quoted(text: str) -> str:
    """The text as YAML writes it between single quotes."""
    return "'" + text.replace("'", "''") + "'"


def _quoted(value: str, scalar: Scalar, entry: Entry) -> str:
    if scalar.style == '"':
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if scalar.style is None and _is_plain(value) and not _is_flow(entry):
        return value
    return single_quoted(value)


def _is_plain(value: str) -> bool:
    """Whether a text that starts with a letter needs no quotes in a block mapping."""
    return value[:1].isalpha() and ": " not in value and " #" not in value and not value.endswith(":")


def _is_flow(entry: Entry) -> bool:
    return entry.text.startswith("{", entry.node.span.start)


def name_removed(entry: Entry, key: str, name: str) -> Edit | None:
    """Take a name out of a gradient key (`other` of `self, other`), the field with it where it is the only one."""
    names = [part.strip() for part in key.split(",")]
    if name not in names:
        return None
    names.remove(name)
    if not names:
        return field_removed(entry, key)
    return Edit("owner", entry.span_of(Place("derivatives", (key,), "key", 0, len(key))), ", ".join(names))


def field_removed(entry: Entry, key: str) -> Edit | None:
    """Take out a field with its lines; None where it shares a line with others."""
    node, field = entry.node, entry.fields.get(key)
    if field is None or not isinstance(node, Mapping) or _is_flow(entry) or len(node.pairs) < 2:
        return None
    start = field.key.span.start
    if node.pairs[0][0].span.start == start:
        following = node.pairs[1][0].span.start
        # A pair that `<<` brings in counts as the first, and stands anywhere.
        return Edit("owner", Span(start, following), "") if start < following else None
    line = max(entry.text.rfind("\n", 0, start), entry.text.rfind("\r", 0, start)) + 1
    if entry.text[line:start].strip():
        return None
    return Edit("owner", Span(line, _end_of_lines(entry, field)), "")


def field_replaced(entry: Entry, key: str, lines: tuple[str, ...]) -> Edit | None:
    """Put lines, without indentation, in the place of a field; None where it shares a line with others."""
    field = entry.fields.get(key)
    if field is None or field_removed(entry, key) is None:
        return None
    start, end = field.key.span.start, _end_of_value(entry, field)
    line = max(entry.text.rfind("\n", 0, start), entry.text.rfind("\r", 0, start)) + 1
    line_break = "\r\n" if "\r\n" in entry.text else "\n"
    return Edit("owner", Span(start, end), (line_break + " " * (start - line)).join(lines))


def _end_of_value(entry: Entry, field: Field) -> int:
    """Behind a field's value, with the bracket of a flow sequence."""
    start, end = field.value.span
    closing = {"[": "]", "{": "}"}.get(entry.text[start : start + 1])
    if closing is not None and not isinstance(field.value, Scalar):
        end = max(end, entry.text.find(closing, max(start, end - 1)) + 1)
    return max(field.key.span.end, end)


def _end_of_lines(entry: Entry, field: Field) -> int:
    """Behind the last line of a field's value and its line break."""
    text, end = entry.text, _end_of_value(entry, field)
    if text[end - 1] in "\r\n":
        return end
    found = re.compile(r"\r\n|\n|\r").search(text, end)
    return len(text) if found is None else found.end()


def field_added(entry: Entry, lines: tuple[str, ...]) -> Edit | None:
    """Put lines, without indentation, at the end of an entry; None where it is not written line by line."""
    node = entry.node
    if not isinstance(node, Mapping) or _is_flow(entry) or not node.pairs:
        return None
    key = node.pairs[-1][0].span.start
    line = max(entry.text.rfind("\n", 0, key), entry.text.rfind("\r", 0, key)) + 1
    return _lines_after(entry, node.span.end, " " * (key - line), lines)


def entry_added(entry: Entry, lines: tuple[str, ...]) -> Edit | None:
    """Put an entry, its lines without indentation, behind another, with an empty line between them."""
    node = entry.node
    if not isinstance(node, Mapping) or _is_flow(entry) or not entry.text.startswith("-"):
        return None
    first, *others = lines
    return _lines_after(entry, node.span.end, "", ("", f"- {first}", *[f"  {line}" for line in others]))


def _lines_after(entry: Entry, offset: int, indent: str, lines: tuple[str, ...]) -> Edit:
    """Insert lines behind the line that holds the end of a value."""
    text = entry.text
    line_break = "\r\n" if "\r\n" in text else "\n"
    written = [indent + line if line else "" for line in lines]
    if offset and text[offset - 1] in "\r\n":
        offset = len(text[:offset].rstrip("\r\n"))
    found = re.compile(r"\r\n|\n|\r").search(text, offset)
    at = len(text) if found is None else found.start()
    return Edit("owner", Span(at, at), "".join([line_break + line for line in written]))
