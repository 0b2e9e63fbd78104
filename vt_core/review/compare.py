"""Two snapshots compared by what is generated from them: the functions and nodes whose text is another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Set
from itertools import pairwise
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot, with_texts
from vt_core.codegen.cpp import CppCache
from vt_core.ide.preview import is_refused, refuses
from vt_core.model.schema import FunctionSchema
from vt_core.review.causes import RELEASE, Cause, EntryChange, EntryChanges, causes_of, entry_changes
from vt_core.review.texts import Item, Texts, function_items, node_items, texts_of, unnumbered

Kind = Literal["function", "node"]
# `refused`, `accepted`: the generator of the new side, or of the old, refuses it, so that there is nothing to compare.
Status = Literal["added", "removed", "changed", "renumbered", "refused", "accepted"]


# Of a function whose entry is on both sides, yet unreadable on one.
_UNREAD: Mapping[str, Status] = {"added": "accepted", "removed": "refused"}


class Change(NamedTuple):
    """A function or backward node whose generated text is another.

    `name` is the operator, for a node that of its entry (and the autograd key); `before` and `after` are what is
    written on the two sides, by place; empty where nothing is. `renumbered`: only the numbers of nodes differ.
    """

    kind: Kind
    name: str
    status: Status
    old: Item | None
    new: Item | None
    before: Texts
    after: Texts
    causes: tuple[Cause, ...]

    @property
    def title(self) -> str:
        """The name as generated code has it: that of the node, or of the operator."""
        item = self.new or self.old
        return item.names[0] if self.kind == "node" and item is not None else self.name

    @property
    def places(self) -> tuple[str, ...]:
        """The places whose text is another."""
        return tuple(
            [one for one in {**self.before, **self.after} if _text(self.before, one) != _text(self.after, one)]
        )

    @property
    def files(self) -> tuple[str, ...]:
        """The generated files whose text is another."""
        found: dict[str, None] = {}
        for place in self.places:
            for side in (self.before, self.after):
                if place in side:
                    found[side[place].part.file] = None
        return tuple(found)


class Refused(NamedTuple):
    """The functions and nodes that a side's generator refuses: they are in neither side's text."""

    old: tuple[str, ...]
    new: tuple[str, ...]


class SchemaChange(NamedTuple):
    """An operator of native_functions.yaml whose schema is another; None on the side without it."""

    operator: str
    old: FunctionSchema | None
    new: FunctionSchema | None


class Comparison(NamedTuple):
    """All that differs. `moved` are the functions and nodes that stand in another order."""

    old: Snapshot
    new: Snapshot
    entries: tuple[EntryChange, ...]
    changes: tuple[Change, ...]
    moved: tuple[str, ...]
    refused: Refused
    schemas: tuple[SchemaChange, ...]


class _Side(NamedTuple):
    snapshot: Snapshot
    items: Mapping[str, Item]
    refused: frozenset[str]
    cache: CppCache


def compare(old: Snapshot, new: Snapshot, *, exact: bool = True) -> Comparison:
    """Compare two snapshots, each as its own dialect's generator writes it. Where both share their dialect and store,
    what the entries between them do not reach is not even written.

    Where the dialects differ, the new entries are also written as by the old generator: what is the same then follows
    from the release. `exact`: both dialects are the files' own; if not, what they refuse is compared as good as it can
    be.
    """
    entries = entry_changes(old, new)
    between = old if old.dialect is new.dialect else with_texts(old, new.texts)
    changes: list[Change] = []
    moved: list[str] = []
    schemas: tuple[SchemaChange, ...] = ()
    refused: tuple[list[str], list[str]] = ([], [])
    kinds: tuple[Kind, ...] = ("function", "node")
    # Entries that both sides have, though perhaps one of them cannot read it.
    unread = {one.operator for one in entries.every if one.file == "native_functions" and one.status == "changed"}
    caches = CppCache(), CppCache()
    for kind in kinds:
        was, now = _side(old, kind, caches[0], exact), _side(new, kind, caches[1], exact)
        if kind == "function":
            schemas = _schemas(was.items, now.items, unread)
        middle = was if between is old else _side(between, kind, caches[0], exact)
        for name in {**was.items, **now.items}:
            status = _status(name, was, now)
            if name in unread and kind == "function":
                status = _UNREAD.get(status or "", status)
            before, after = _texts(name, was, status), _texts(name, now, status)
            if status == "changed":
                status = _changed(was.items[name], now.items[name], before, after)
            if status is None or not (before or after):  # of many functions nothing is written
                continue
            change = Change(kind, name, status, was.items.get(name), now.items.get(name), before, after, ())
            if status != "renumbered":
                change = change._replace(causes=_causes(change, was, middle, now, entries))
            changes.append(change)
        moved += _moved(kind, was, now)
        for side, names in zip((was, now), refused):
            names += sorted(side.refused)
    return Comparison(old, new, entries.every, tuple(changes), tuple(moved), Refused(*map(tuple, refused)), schemas)


def _schemas(old: Mapping[str, Item], new: Mapping[str, Item], unread: Set[str]) -> tuple[SchemaChange, ...]:
    found: list[SchemaChange] = []
    for name in {**old, **new}:
        if name in unread and (name not in old or name not in new):
            continue
        was, now = _written_schema(old.get(name)), _written_schema(new.get(name))
        if (was and was.text) != (now and now.text):
            found.append(SchemaChange(name, was, now))
    return tuple(found)


def _written_schema(item: Item | None) -> FunctionSchema | None:
    """The schema of a function that has an entry; generated ones follow from that."""
    if item is None or item.matched is None or item.matched.function.is_generated:
        return None
    return item.matched.function.func


def _causes(change: Change, was: _Side, middle: _Side, now: _Side, entries: EntryChanges) -> tuple[Cause, ...]:
    """What a change follows from: entries, the release, or both."""
    if middle is was:
        return causes_of(was.snapshot, now.snapshot, change.old, change.new, entries)
    name = change.name
    if name in was.items and name in middle.items and name not in was.refused and name not in middle.refused:
        written = texts_of(middle.items[name], middle.snapshot.dialect, middle.cache)
        if not _differing(change.before, written):
            return (RELEASE,)
        found = causes_of(was.snapshot, now.snapshot, change.old, change.new, entries)
        return (*found, RELEASE) if RELEASE not in found and _differing(written, change.after) else found
    return causes_of(was.snapshot, now.snapshot, change.old, change.new, entries)


def _side(snapshot: Snapshot, kind: Kind, cache: CppCache, exact: bool) -> _Side:
    items = function_items(snapshot) if kind == "function" else node_items(snapshot)
    refused = _refused(snapshot, items.values()) if exact else ()
    return _Side(snapshot, items, frozenset(refused), cache)


def _refused(snapshot: Snapshot, items: Iterable[Item]) -> Iterable[str]:
    faults = snapshot.derivatives_index.info_faults
    if not faults and not snapshot.matching.faults:
        return ()
    return [
        item.name
        for item in items
        if (
            is_refused(snapshot, item.matched)
            if item.matched is not None
            else item.entry is not None and refuses(faults.get(item.entry, ()))
        )
    ]


def _status(name: str, was: _Side, now: _Side) -> Status | None:
    """How an item stands before its texts are looked at; None where they need not be."""
    if name not in was.items or name not in now.items:
        side = was if name in was.items else now
        if name in side.refused:
            return None
        return "removed" if side is was else "added"
    if name in was.refused or name in now.refused:
        if name in was.refused and name in now.refused:
            return None
        return "accepted" if name in was.refused else "refused"
    if was.snapshot.dialect is now.snapshot.dialect and _is_same(was.items[name], now.items[name]):
        return None
    return "changed"


def _is_same(old: Item, new: Item) -> bool:
    """Whether what the item is written from is the very same, as values that one store remembers are."""
    if old.matched is not None and new.matched is not None:
        return old.matched.function is new.matched.function and old.matched.keyed == new.matched.keyed
    if old.node is not None and new.node is not None:
        return old.node.info is new.node.info and old.node.node_name == new.node.node_name
    return False


def _texts(name: str, side: _Side, status: Status | None) -> Texts:
    if status is None or name not in side.items or name in side.refused:
        return {}
    return texts_of(side.items[name], side.snapshot.dialect, side.cache)


def _changed(old: Item, new: Item, before: Texts, after: Texts) -> Status | None:
    """Whether texts of both sides differ, and in more than the numbers of nodes."""
    different = _differing(before, after)
    if not different:
        return None
    if old.formulas != new.formulas or any(place not in before or place not in after for place in different):
        return "changed"
    same = all(
        unnumbered(before[place].text, old.names) == unnumbered(after[place].text, new.names) for place in different
    )
    return "renumbered" if same else "changed"


def _differing(before: Texts, after: Texts) -> list[str]:
    """The places with another text."""
    return [place for place in {**before, **after} if _text(before, place) != _text(after, place)]


def _text(texts: Texts, place: str) -> str | None:
    return texts[place].text if place in texts else None


def _moved(kind: Kind, was: _Side, now: _Side) -> list[str]:
    """The items that stand elsewhere among those of both sides: a smallest set whose moves explain the new order.

    In the files functions are sorted by their C++ name, those of one name by their place in native_functions.yaml.
    """
    common = [name for name in _in_order(kind, was) if name in now.items]
    at = {name: index for index, name in enumerate(_in_order(kind, now))}
    places = [at[name] for name in common]
    if all(first < second for first, second in pairwise(places)):
        return []
    stay = _longest_rising(places)
    return [name for name, place in zip(common, places) if place not in stay]


def _in_order(kind: Kind, side: _Side) -> list[str]:
    if kind == "node":
        return list(side.items)
    return sorted(side.items, key=lambda name: _cpp_name(side.items[name]))


def _cpp_name(item: Item) -> str:
    return "" if item.matched is None else item.matched.function.cpp_name


def _longest_rising(values: list[int]) -> set[int]:
    """A longest rising subsequence."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, value in enumerate(values):
        at = bisect_left(tails, value)
        before.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [value]
        ends[at : at + 1] = [index]
    found: set[int] = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        found.add(values[index])
        index = before[index]
    return found
