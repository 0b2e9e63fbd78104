"""What the formulas of a file call: its own vocabulary, with how many entries use each word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from operator import itemgetter

from vt_core.analysis.snapshot import Snapshot
from vt_core.syntax.entries import Entry, Field, fields_of
from vt_core.syntax.nodes import Mapping as MappingNode
from vt_core.syntax.nodes import Scalar

_CALL = re.compile(r"(\.|->|::|)\b([A-Za-z_]\w*)\((\)?)")
_SCOPED = re.compile(r"\b((?:[A-Za-z_]\w*::)+[A-Za-z_]\w*)")
_NO_CALLS = frozenset(("if", "for", "while", "switch", "return", "sizeof"))
# The parts of what is remembered of an entry.
_CALLS, _METHODS, _SCOPES, _GIVEN = range(4)


def called_functions(snapshot: Snapshot) -> Counter[str]:
    """Names that are called without a scope."""
    return _counted(snapshot, _CALLS)


def called_methods(snapshot: Snapshot) -> Counter[str]:
    """Names of methods."""
    return _counted(snapshot, _METHODS)


def methods_with_arguments(snapshot: Snapshot) -> frozenset[str]:
    """Those of them that some formula gives arguments."""
    return frozenset().union(*[words[_GIVEN] for words in _words(snapshot)])


def scoped_names(snapshot: Snapshot) -> Counter[str]:
    """Names with their scopes: `std::get`."""
    return _counted(snapshot, _SCOPES)


def by_use(words: Counter[str]) -> list[str]:
    """The words, most used first."""
    alphabetical = sorted(words.items())
    alphabetical.sort(key=itemgetter(1), reverse=True)
    return [word for word, _ in alphabetical]


def _counted(snapshot: Snapshot, part: int) -> Counter[str]:
    return Counter(chain.from_iterable([words[part] for words in _words(snapshot)]))


def _words(snapshot: Snapshot) -> list[tuple[frozenset[str], ...]]:
    """What each entry's formulas call, as the store remembers it."""
    known = snapshot.store.called_names
    entries = [placed.entry for block in snapshot.derivatives.blocks for placed in block.placed]
    return [known.get(entry) or known.put(entry, _called(entry)) for entry in entries]


def _formulas(fields: Mapping[str, Field]) -> Iterator[Scalar]:
    """The formulas of an entry, those by autograd key too."""
    for key, (_, value) in fields.items():
        if isinstance(value, Scalar) and key not in ("name", "output_differentiability"):
            yield value
        elif isinstance(value, MappingNode):
            yield from _formulas(fields_of(value))


def _called(entry: Entry) -> tuple[frozenset[str], ...]:
    calls: set[str] = set()
    methods: set[str] = set()
    scopes: set[str] = set()
    given: set[str] = set()
    for value in _formulas(entry.fields):
        for operator, name, closing in _CALL.findall(value.value):
            if operator in (".", "->"):
                methods.add(name)
                if not closing:
                    given.add(name)
            elif not operator and name not in _NO_CALLS:
                calls.add(name)
        if "::" in value.value:
            scopes.update(_SCOPED.findall(value.value))
    return frozenset(calls), frozenset(methods), frozenset(scopes), frozenset(given)
