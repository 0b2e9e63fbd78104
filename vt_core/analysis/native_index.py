"""The functions of native_functions.yaml, by schema and by signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vt_core.analysis.document import Document, PlacedEntry
from vt_core.analysis.groups import Groups, add, append, remove
from vt_core.analysis.store import Store
from vt_core.codegen.native_functions import read_native_function
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


@dataclass(frozen=True, eq=False)
class NativeIndex:
    """All entries that the generator can read, and the faults of those that it cannot.

    `by_signature` groups the variants of one operator, defaults counting; in `by_loose_signature` they do not.
    `by_name` groups the overloads of an operator's name (`add`, `add_`). `duplicates` are the schemas that stand more
    than once.
    """

    functions: dict[PlacedEntry, NativeFunction] = field(default_factory=dict)
    faults: dict[PlacedEntry, tuple[Fault, ...]] = field(default_factory=dict)
    by_schema: Groups = field(default_factory=dict)
    by_signature: Groups = field(default_factory=dict)
    by_loose_signature: Groups = field(default_factory=dict)
    by_name: Groups = field(default_factory=dict)
    duplicates: frozenset[str] = frozenset()

    def group_of(self, signature: str) -> tuple[NativeFunction, ...]:
        """The functions of a signature, in file order."""
        return tuple([self.functions[placed] for placed in self.by_signature.get(signature, ())])


@dataclass(frozen=True, eq=False)
class NativeChange:
    """Which entries are new, and the keys of which groups changed."""

    index: NativeIndex
    added: tuple[PlacedEntry, ...]
    removed: tuple[PlacedEntry, ...]
    schemas: frozenset[str]
    signatures: frozenset[str]


def change_native_index(
    old: NativeIndex,
    removed: Sequence[PlacedEntry],
    added: Sequence[PlacedEntry],
    document: Document,
    dialect: Dialect,
    store: Store,
) -> NativeChange:
    """The index after entries went and came (`added` in file order)."""
    if not removed and not added:
        return NativeChange(old, (), (), frozenset(), frozenset())
    functions, faults = old.functions.copy(), old.faults.copy()
    groups = (old.by_schema.copy(), old.by_signature.copy(), old.by_loose_signature.copy(), old.by_name.copy())
    schemas: set[str] = set()
    signatures: set[str] = set()
    gone: list[PlacedEntry] = []
    for placed in removed:
        faults.pop(placed, None)
        function = functions.pop(placed, None)
        if function is not None:
            gone.append(placed)
            for group, key in zip(groups, _keys(function)):
                remove(group, key, placed)
            schemas.add(function.func.text)
            signatures.add(function.func.signature)
    fresh = not functions
    come: list[PlacedEntry] = []
    for placed in added:
        entry = placed.entry
        reading = store.native_functions.get(entry) or store.native_functions.put(
            entry, read_native_function(entry, dialect, store.schemas)
        )
        if reading.faults:
            faults[placed] = reading.faults
        if reading.function is None:
            continue
        functions[placed] = reading.function
        come.append(placed)
        for group, key in zip(groups, _keys(reading.function)):
            if fresh:
                append(group, key, placed)
            else:
                add(group, key, placed, document)
        schemas.add(reading.function.func.text)
        signatures.add(reading.function.func.signature)
    duplicates = {schema for schema in schemas if len(groups[0].get(schema, ())) > 1}
    index = NativeIndex(functions, faults, *groups, (old.duplicates - schemas) | duplicates)
    return NativeChange(index, tuple(come), tuple(gone), frozenset(schemas), frozenset(signatures))


def _keys(function: NativeFunction) -> tuple[str, str, str, str]:
    func = function.func
    return func.text, func.signature, func.loose_signature, func.name.name
