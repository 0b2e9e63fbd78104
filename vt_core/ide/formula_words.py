"""What the formulas of a file call: its own vocabulary, most used first."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.syntax.entries import Entry
from vt_core.syntax.nodes import Scalar

_CALL = re.compile(r"(\.|->|::|)\b([A-Za-z_]\w*)\((\)?)")
_SCOPED = re.compile(r"\b((?:[A-Za-z_]\w*::)+[A-Za-z_]\w*)")
_NO_CALLS = frozenset(("if", "for", "while", "switch", "return", "sizeof"))


class FormulaWords(NamedTuple):
    """Names that formulas call, with how many entries do: bare, as methods, and with a scope (`std::get`).

    Those that no formula gives arguments are in `empty`, as `name` or `.name`.
    """

    calls: Counter[str]
    methods: Counter[str]
    scoped: Counter[str]
    empty: frozenset[str]


def by_use(words: Counter[str]) -> list[str]:
    """The words, most used first."""
    return [word for _, word in sorted([(-count, word) for word, count in words.items()])]


def formula_words(snapshot: Snapshot) -> FormulaWords:
    """The vocabulary of derivatives.yaml. What each entry calls is remembered by the store."""
    known = snapshot.store.called_names
    words: list[frozenset[str]] = []
    for placed in snapshot.derivatives.placed():
        entry = placed.entry
        found = known.get(entry)
        words.append(known.put(entry, _called(entry)) if found is None else found)
    counted = Counter(chain.from_iterable(words))
    calls: Counter[str] = Counter()
    methods: Counter[str] = Counter()
    scoped: Counter[str] = Counter()
    for word, count in counted.items():
        if word[0] == ".":
            methods[word[1:].partition("(")[0]] += count
        elif word[0] == ":":
            scoped[word[1:]] += count
        else:
            calls[word.partition("(")[0]] += count
    empty = [word[:-2] for word in counted if word.endswith("()") and word[:-2] not in counted]
    return FormulaWords(calls, methods, scoped, frozenset(empty))


def _called(entry: Entry) -> frozenset[str]:
    """The called names of an entry's formulas: `.name` for methods, `:scope::name` for names with a scope; with `()`
    where there are no arguments."""
    found: set[str] = set()
    for key, (_, value) in entry.fields.items():
        if key in ("name", "output_differentiability") or not isinstance(value, Scalar) or "(" not in value.value:
            continue
        for operator, name, closing in _CALL.findall(value.value):
            if operator != "::" and name not in _NO_CALLS:
                found.add(f"{'.' if operator else ''}{name}{'()' if closing else ''}")
        if "::" in value.value:
            found.update([f":{name}" for name in _SCOPED.findall(value.value)])
    return frozenset(found)
