"""What editors ask about a backend's YAML file: hover, go to definition and completion of its operators and keys.

A file that is being written is rarely YAML: the line with the cursor decides, and the last key above it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.ide.completion_items import NOTHING, CompletionItem, Completions, sorted_matches
from vt_core.ide.entry_view import view_of
from vt_core.ide.hover_card import HoverCard
from vt_core.ide.markdown import bullets, code, codes, fenced, paragraphs
from vt_core.ide.targets import Target, operator_target
from vt_core.model.native_function import NativeFunction
from vt_core.text.spans import Span

_ITEM = re.compile(r"[ \t]*-[ \t]+(?:\{?[ \t]*func:[ \t]*)?['\"]?(?P<name>[\w.]*)")
_KEY_START = re.compile(r"[A-Za-z_]*\Z")
_KEY = re.compile(r"^(\w+):", re.MULTILINE)
_MOST_SCHEMA = 160


class ListedName(NamedTuple):
    """The operator's name at an offset, with the key of its list; the span counts code points of the text."""

    name: str
    span: Span
    key: str


def listed_name(text: str, offset: int) -> ListedName | None:
    """The name in an item of a list, where the offset touches it."""
    start, line = _line_at(text, offset)
    item = _ITEM.match(line)
    if item is None or not item.start("name") <= offset - start <= item.end("name"):
        return None
    keys = _KEY.findall(text, 0, start)
    span = Span(start + item.start("name"), start + item.end("name"))
    return ListedName(item["name"], span, keys[-1]) if keys else None


def _line_at(text: str, offset: int) -> tuple[int, str]:
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    return start, re.split(r"[\r\n]", text[start:], maxsplit=1)[0]


def backend_hover(text: str, snapshot: Snapshot, offset: int) -> HoverCard | None:
    """The operator that is listed: its schema, what PyTorch has for it, and the kernel that it needs."""
    found = listed_name(text, offset)
    function = None if found is None else snapshot.native_index.operators.get(found.name)
    if found is None or function is None:
        return None
    lines = [_kernels_line(function, snapshot.dialect), f"**Kernel to write** {code(function.cpp_name)}"]
    if function.origin is not None:
        lines.append(f"**Generated** beside {code(function.origin.func.name.text)}: no entry declares it")
    card = paragraphs([fenced(function.func.text, "text"), bullets([line for line in lines if line])])
    return HoverCard("backend", found.span, card)


def _kernels_line(function: NativeFunction, dialect: Dialect) -> str:
    keys = codes(sorted(function.dispatch))
    if dialect.composite_key in function.dispatch:
        return f"**In PyTorch** composed of other operators ({keys}), so that a backend needs no kernel"
    return f"**In PyTorch** kernels for {keys}" if keys else ""


def backend_definition(text: str, snapshot: Snapshot, offset: int) -> tuple[Span, Target] | None:
    """The entry in native_functions.yaml of the operator that is listed, and the name that led there."""
    found = listed_name(text, offset)
    if found is None:
        return None
    for placed, function in snapshot.native_index.functions.items():
        if function.func.name.text == found.name:
            target = operator_target(view_of(snapshot, placed))
            return None if target is None else (found.span, target)
    return None


def complete_backend(text: str, snapshot: Snapshot, offset: int) -> Completions:
    """Operators in a list, keys at the start of a line."""
    found = listed_name(text, offset)
    if found is not None:
        typed = text[found.span.start : offset]
        operators = snapshot.native_index.operators
        names = sorted_matches(typed, operators)
        items = [_operator_item(name, operators[name], found.span) for name in names]
        return Completions(tuple(items), is_incomplete=len(names) < len(operators))
    start, line = _line_at(text, offset)
    typed = line[: offset - start]
    if _KEY_START.match(typed) is None:
        return NOTHING
    there = set(_KEY.findall(text))
    span = Span(start, offset)
    facts = snapshot.dialect.backend_file
    return Completions(
        tuple(
            [
                CompletionItem(key, "field", "", key, key, span, f"{key}:" + ("" if key in facts.lists else " "), {})
                for key in facts.keys
                if key not in there and key.startswith(typed)
            ]
        )
    )


def _operator_item(name: str, function: NativeFunction, span: Span) -> CompletionItem:
    return CompletionItem(name, "function", function.func.text[:_MOST_SCHEMA], name, name, span, name, {})
