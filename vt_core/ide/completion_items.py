"""What a completion offers, and which names fit what has been typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from vt_core.text.edits import TextEdit
from vt_core.text.spans import Span

# The names that the Language Server Protocol (3.17, CompletionItemKind) gives its kinds.
CompletionKind = Literal[
    "method",
    "function",
    "field",
    "variable",
    "class",
    "property",
    "value",
    "enum-member",
    "keyword",
    "snippet",
    "reference",
    "constant",
    "operator",
]

# Of more items the best are offered, and the list says that it is incomplete.
MOST_ITEMS = 200


class CompletionItem(NamedTuple):
    """One offer: `text` in place of `span`, which lies on the cursor's line and holds the cursor.

    A snippet's `text` is in the protocol's snippet syntax; it is inserted as it is, its lines not indented further.
    `filter` is what the typed text (from the span's start to the cursor) is compared with, `sort` what orders offers
    that fit as well. `more` are edits of other lines that belong to it. `data` is what `resolve_completion` needs.
    """

    label: str
    kind: CompletionKind
    detail: str
    sort: str
    filter: str
    span: Span
    text: str
    data: Mapping[str, str]
    is_snippet: bool = False
    more: tuple[TextEdit, ...] = ()


class Completions(NamedTuple):
    """`is_incomplete`: there are more, which appear as more is typed."""

    items: tuple[CompletionItem, ...]
    is_incomplete: bool = False


NOTHING = Completions(())


def best_matches(typed: str, names: Collection[str], most: int = MOST_ITEMS) -> list[str]:
    """The names that hold the letters of `typed` in order, whatever their case: those that begin with it, then those
    that contain it, then others, each in the order given."""
    if not typed:
        return list(names)[:most]
    found: list[str] = []
    for group in _fitting(typed, names, most):
        found += group
    return found[:most]


def sorted_matches(typed: str, names: Collection[str], most: int = MOST_ITEMS) -> list[str]:
    """The same, by the alphabet: for names whose order says nothing (keys of an index)."""
    if not typed:
        return sorted(names)[:most]
    found: list[str] = []
    for group in _fitting(typed, names, most):
        found += sorted(group)
    return found[:most]


# Names that only hold the typed letters in order are looked for where better ones are few.
_FEW = 20


def _fitting(typed: str, names: Collection[str], most: int) -> Iterator[list[str]]:
    low = typed.lower()
    inside = [name for name in names if low in name.lower()]
    first = [name for name in inside if name.lower().startswith(low)]
    yield first
    known = set(first)
    yield [name for name in inside if name not in known]
    if len(inside) >= min(most, _FEW) or len(low) < 2:
        return
    known.update(inside)
    either = [re.escape(letter + letter.upper()) for letter in low]
    fits = re.compile("".join([f"[^{letters}]*[{letters}]" for letters in either])).match
    yield [name for name in filter(fits, names) if name not in known]


def escaped(text: str) -> str:
    """A text as it stands in a snippet."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


_STOP = re.compile(
    r"\\([\\$}])"  # an escaped character
    r"|\$\{(\d+)\|((?:\\.|[^,|\\])*)(?:\\.|[^|\\])*\|\}"  # a choice
    r"|\$\{(\d+):((?:\\.|[^}\\])*)\}"  # a placeholder with its text
    r"|\$(?:(\d+)|\{(\d+)\})"  # a stop, or another's mirror
)


def without_stops(snippet: str) -> str:
    """A snippet as plain text, for clients that know none: placeholders are their text, choices their first."""
    texts: dict[str, str] = {}
    parts: list[str] = []
    done = 0
    for found in _STOP.finditer(snippet):
        parts.append(snippet[done : found.start()])
        done = found.end()
        character, choice, first, holder, text, bare, braced = found.groups()
        if character is not None:
            parts.append(character)
            continue
        number = choice or holder or bare or braced
        written = first if choice else text
        if written is not None:
            texts.setdefault(number, re.sub(r"\\(.)", r"\1", written))
        parts.append(texts.get(number, ""))
    return "".join([*parts, snippet[done:]])


def as_plain(item: CompletionItem) -> CompletionItem:
    """The item without snippet syntax."""
    return item._replace(text=without_stops(item.text), is_snippet=False) if item.is_snippet else item


def unique(items: Iterable[CompletionItem]) -> tuple[CompletionItem, ...]:
    """The first of each label and text."""
    found: dict[tuple[str, str], CompletionItem] = {}
    for item in items:
        found.setdefault((item.label, item.text), item)
    return tuple(found.values())
