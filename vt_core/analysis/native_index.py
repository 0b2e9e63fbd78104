"""The functions of native_functions.yaml and those generated beside them, by schema and by signature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple

from vt_core.analysis.document import Document, GeneratedEntry, PlacedEntry
from vt_core.analysis.groups import Groups, add, append, remove
from vt_core.analysis.store import Store
from vt_core.codegen.native_functions import read_native_function
from vt_core.codegen.structured_groups import structured_lints
from vt_core.dialects.dialect import Dialect
from vt_core.lint.overloads import overload_lints
from vt_core.model.identity import ByIdentity
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault


class _NativeIndexFields(NamedTuple):
    functions: dict[PlacedEntry, NativeFunction]
    faults: dict[PlacedEntry, tuple[Fault, ...]]
    by_schema: Groups
    by_signature: Groups
    by_loose_signature: Groups
    by_name: Groups
    by_operator: Groups
    duplicates: frozenset[str]
    generated: dict[str, tuple[GeneratedEntry, ...]]
    views: Groups
    copies: dict[PlacedEntry, PlacedEntry]
    foreach: Groups
    delegating: Groups
    inplace_views: Groups
    cross_faults: dict[tuple[str, str], tuple[tuple[PlacedEntry, Fault], ...]]
    overload_lints: dict[str, tuple[tuple[PlacedEntry, Fault], ...]]


class NativeIndex(ByIdentity, _NativeIndexFields):
    """All entries that the generator can read with what it generates beside them, and the faults of the others.

    `by_signature` groups the variants of one operator that have entries, defaults counting; `generated` are those
    that have none, by the same key. In `by_loose_signature` defaults do not count. `by_name` groups the overloads of an
    operator's name (`add`, `add_`), `by_operator` what is called the same with its overload. `duplicates` are the
    schemas that stand more than once. `views` groups what a view's copies are searched among, by view signature;
    `copies` is the copy of each view, `foreach` groups the foreach functions by the operator that they stand for.
    `delegating` and `inplace_views` are the functions whose entries speak of another operator, by its name.
    `cross_faults` are what is wrong with an entry because of others, `overload_lints` what the generator lets through
    in the overloads of a name, or in the functions of a signature.
    """

    @staticmethod
    def empty() -> NativeIndex:
        return NativeIndex({}, {}, {}, {}, {}, {}, {}, frozenset(), {}, {}, {}, {}, {}, {}, {}, {})

    @cached_property
    def copied(self) -> frozenset[PlacedEntry]:
        """The functions that are copies of views."""
        return frozenset(self.copies.values())

    def copy(self) -> NativeIndex:
        """A copy whose dicts can be filled before anybody sees it."""
        return NativeIndex._make([copy(one) for one in self])

    def group_of(self, signature: str) -> tuple[NativeFunction, ...]:
        """The functions of a signature: in file order, then the generated ones."""
        return tuple([self.functions[placed] for placed in self.placed_of(signature)])

    def placed_of(self, signature: str) -> tuple[PlacedEntry, ...]:
        """The entries of the functions of a signature, in the same order."""
        return (*self.by_signature.get(signature, ()), *self.generated.get(signature, ()))


class NativeChange(NamedTuple):
    """Which functions are new, and the keys of which groups changed."""

    after: NativeIndex
    added: tuple[PlacedEntry, ...]
    removed: tuple[PlacedEntry, ...]
    schemas: frozenset[str]
    signatures: frozenset[str]


class Touched:
    """What a change touches, while it is worked out."""

    def __init__(self) -> None:
        self.schemas: set[str] = set()
        self.signatures: dict[str, None] = {}
        self.operators: dict[str, None] = {}
        self.names: dict[str, None] = {}
        self.bases: dict[str, None] = {}
        self.views: dict[str, None] = {}
        self.added: list[PlacedEntry] = []
        self.removed: list[PlacedEntry] = []


def change_native_index(
    old: NativeIndex,
    removed: Sequence[PlacedEntry],
    added: Sequence[PlacedEntry],
    document: Document,
    dialect: Dialect,
    store: Store,
    tags: frozenset[str] | None = None,
) -> NativeChange:
    """The index after entries went and came (`added` in file order). `tags` are those that tags.yaml declares."""
    if not removed and not added:
        return NativeChange(old, (), (), frozenset(), frozenset())
    index, touched = old.copy(), Touched()
    for placed in removed:
        index.faults.pop(placed, None)
        function = index.functions.pop(placed, None)
        if function is not None:
            _take_out(index, placed, function, touched)
    if index.generated:
        from vt_core.analysis.generated import drop_generated  # not for releases that generate none

        drop_generated(index, touched)
    fresh = not index.functions
    for placed in added:
        key = (placed.entry, tags)
        reading = store.native_functions.get(key) or store.native_functions.put(
            key, read_native_function(placed.entry, dialect, store.schemas, tags)
        )
        if reading.faults:
            index.faults[placed] = reading.faults
        if reading.function is not None:
            _put_in(index, placed, reading.function, document, touched, fresh)
    _check_overloads(index, touched.names, dialect)
    if dialect.variants is not None:
        from vt_core.analysis.generated import change_generated  # not for releases that generate none

        index = change_generated(index, document, dialect, store, touched)
    else:
        _check_signatures(index, touched.signatures, dialect)
        doubled = {schema for schema in touched.schemas if len(index.by_schema.get(schema, ())) > 1}
        index = _with_duplicates(index, (old.duplicates - touched.schemas) | doubled)
    return NativeChange(
        index,
        tuple(touched.added),
        tuple(touched.removed),
        frozenset(touched.schemas),
        frozenset(touched.signatures),
    )


def _with_duplicates(index: NativeIndex, duplicates: frozenset[str]) -> NativeIndex:
    return index._replace(duplicates=duplicates)


def _take_out(index: NativeIndex, placed: PlacedEntry, function: NativeFunction, touched: Touched) -> None:
    for group, key in zip(_groups(index), _keys(function)):
        remove(group, key, placed)
    _touch(function, touched)
    touched.removed.append(placed)
    if index.by_operator:
        from vt_core.analysis.generated import forget  # not for releases that generate none

        forget(index, placed, function, touched)


def _put_in(
    index: NativeIndex, placed: PlacedEntry, function: NativeFunction, document: Document, touched: Touched, fresh: bool
) -> None:
    index.functions[placed] = function
    for group, key in zip(_groups(index), _keys(function)):
        if fresh:
            append(group, key, placed)
        else:
            add(group, key, placed, document)
    _touch(function, touched)
    touched.added.append(placed)


def _touch(function: NativeFunction, touched: Touched) -> None:
    func = function.func
    touched.schemas.add(func.text)
    touched.signatures[func.signature] = None
    touched.operators[func.name.text] = None
    touched.names[func.name.name] = None


def _check_overloads(index: NativeIndex, names: Iterable[str], dialect: Dialect) -> None:
    """What the generator lets through in the overloads of some names."""
    for name in names:
        group = index.by_name.get(name, ())
        if len(group) < 2 and not (group and index.functions[group[0]].func.is_out):
            index.overload_lints.pop(name, None)
            continue
        functions = tuple([index.functions[placed] for placed in group])
        lints = overload_lints(functions, dialect)
        if lints:
            # Of two that say the same, the later one stands for both.
            by_function = dict(zip(functions, group))
            index.overload_lints[name] = tuple([(by_function[function], fault) for function, fault in lints])
        else:
            index.overload_lints.pop(name, None)


def _check_signatures(index: NativeIndex, signatures: Iterable[str], dialect: Dialect) -> None:
    """The same for the functions of some signatures, in releases that generate no variants."""
    for signature in signatures:
        index.overload_lints.pop(signature, None)
        group = index.by_signature.get(signature, ())
        functions = [index.functions[placed] for placed in group]
        if any(f.structured for f in functions):
            by_function = dict(zip(functions, group))
            lints = structured_lints(functions, dialect)
            if lints:
                index.overload_lints[signature] = tuple([(by_function[f], fault) for f, fault in lints])


def _groups(index: NativeIndex) -> tuple[Groups, ...]:
    return index.by_schema, index.by_signature, index.by_loose_signature, index.by_name


def _keys(function: NativeFunction) -> tuple[str, str, str, str]:
    func = function.func
    return func.text, func.signature, func.loose_signature, func.name.name
