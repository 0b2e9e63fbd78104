"""Which entries differ between two snapshots, key by key, and which of them a change of the C++ follows from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Literal, NamedTuple

from vt_core.analysis.document import Document, GeneratedEntry, PlacedEntry, changed_blocks
from vt_core.analysis.snapshot import Snapshot
from vt_core.review.texts import Item
from vt_core.syntax.entries import operator_names
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence

Status = Literal["added", "removed", "changed"]


class KeyChange(NamedTuple):
    """A key of an entry whose value is another, as texts; None on the side where it is not."""

    key: str
    before: str | None
    after: str | None


class EntryChange(NamedTuple):
    """An entry of the pair that was added, removed or changed."""

    file: FileRole
    operator: str
    status: Status
    keys: tuple[KeyChange, ...]

    @property
    def is_of_schema(self) -> bool:
        """Whether the schema is another, or there is none on one side."""
        return self.status != "changed" or any(change.key == "func" for change in self.keys)

    @property
    def said(self) -> str:
        """The entry and its keys in a few words."""
        keys = ", ".join(dict.fromkeys([f"`{change.key.partition('.')[0]}`" for change in self.keys]))
        return f"{self.file}.yaml: `{self.operator}`" + (f": {keys}" if self.status == "changed" else f" {self.status}")


# The release's generator writes it otherwise, whatever the entries say.
RELEASE: Literal["release"] = "release"
# Something that no entry of the function shows, such as an entry that stands elsewhere in the file.
ELSEWHERE: Literal["elsewhere"] = "elsewhere"

Cause = EntryChange | Literal["release", "elsewhere"]


class EntryChanges(NamedTuple):
    """All changed entries by file and operator; and by both sides' entries, to find those of an item at once."""

    every: tuple[EntryChange, ...]
    of: dict[PlacedEntry, EntryChange]
    released: bool


def entry_changes(old: Snapshot, new: Snapshot) -> EntryChanges:
    """How the entries of the two files differ."""
    every: list[EntryChange] = []
    of: dict[PlacedEntry, EntryChange] = {}
    files: tuple[FileRole, ...] = ("native_functions", "derivatives")
    for file in files:
        before, after = _entries(old, new, file)
        for name in {**before, **after}:
            was, now = before.get(name), after.get(name)
            change = _entry_change(file, name, was, now)
            if change is not None:
                every.append(change)
                of.update({one: change for one in (was, now) if one is not None})
    return EntryChanges(tuple(every), of, old.dialect is not new.dialect)


def _entries(old: Snapshot, new: Snapshot, file: FileRole) -> tuple[dict[str, PlacedEntry], dict[str, PlacedEntry]]:
    """The entries of both sides that may differ, by operator."""
    first, second = old.document(file), new.document(file)
    if old.store is new.store:
        removed, added = changed_blocks(first, second)
        sides = [placed for block in removed for placed in block.placed], [p for block in added for p in block.placed]
    else:
        texts = {placed.entry.text for placed in first.placed()} & {placed.entry.text for placed in second.placed()}
        sides = _other_than(texts, first), _other_than(texts, second)
    return _by_operator(old, first, sides[0]), _by_operator(new, second, sides[1])


def _other_than(texts: Set[str], document: Document) -> list[PlacedEntry]:
    return [placed for placed in document.placed() if placed.entry.text not in texts]


def _by_operator(snapshot: Snapshot, document: Document, entries: Iterable[PlacedEntry]) -> dict[str, PlacedEntry]:
    found: dict[str, PlacedEntry] = {}
    for placed in entries:
        name = operator_of(snapshot, placed)
        while name in found:
            name += "'"
        found[name] = placed
    return found


def operator_of(snapshot: Snapshot, placed: PlacedEntry) -> str:
    """The operator that an entry is about, readable or not."""
    function = snapshot.native_index.functions.get(placed)
    if function is not None:
        return function.func.name.text
    info = snapshot.derivatives_index.infos.get(placed)
    if info is not None:
        return info.func.func.name.text
    field = "func" if placed.file == "native_functions" else "name"
    return next(iter(operator_names(placed.block.text, field)), "?")


def _entry_change(file: FileRole, name: str, was: PlacedEntry | None, now: PlacedEntry | None) -> EntryChange | None:
    if was is None or now is None:
        present = was or now
        assert present is not None
        changes = [_one_sided(key, text, added=was is None) for key, text in _flat(present.entry.node)]
        return EntryChange(file, name, "added" if was is None else "removed", tuple(changes))
    if was.entry.text == now.entry.text:
        return None
    before, after = dict(_flat(was.entry.node)), dict(_flat(now.entry.node))
    keys = [
        KeyChange(key, before.get(key), after.get(key))
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    ]
    return EntryChange(file, name, "changed", tuple(keys)) if keys else None


def _one_sided(key: str, text: str, *, added: bool) -> KeyChange:
    return KeyChange(key, None if added else text, text if added else None)


def _flat(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The values of an entry by their keys, parted by dots."""
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            yield from _flat(value, (*path, key.value if isinstance(key, Scalar) else "?"))
    else:
        yield ".".join(path), written(node)


def written(node: Node) -> str:
    """A value as one line."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return f"[{', '.join([written(item) for item in node.items])}]"
    return f"{{{', '.join([f'{written(key)}: {written(value)}' for key, value in node.pairs])}}}"


def causes_of(
    old: Snapshot, new: Snapshot, was: Item | None, now: Item | None, changes: EntryChanges
) -> tuple[Cause, ...]:
    """What the change of a function or node follows from, the nearest first."""
    involved = [*_involved(old, was), *_involved(new, now)]
    reached = [(changes.of[placed], own) for placed, own in involved if placed in changes.of]
    found = dict.fromkeys([change for change, own in reached if own or change.is_of_schema])
    if found:
        return tuple(found)
    bases = {name for snapshot, item in ((old, was), (new, now)) for name in _bases(snapshot, item)}
    kin = [change for change in changes.every if _base(change.operator) in bases]
    if kin:
        return tuple(kin)
    return (RELEASE,) if changes.released else (ELSEWHERE,)


def _involved(snapshot: Snapshot, item: Item | None) -> Iterator[tuple[PlacedEntry, bool]]:
    """The entries that an item is made from, and whether more than their schema matters to it."""
    if item is None:
        return
    if item.function is not None:
        yield _written(item.function), True
    if item.entry is not None:
        yield item.entry, True
        info = snapshot.derivatives_index.infos.get(item.entry)
        if info is not None:
            functions = snapshot.native_index.by_schema.get(info.func.func.text, ())
            yield from ((_written(one), False) for one in functions)


def _written(placed: PlacedEntry) -> PlacedEntry:
    return placed.origin if isinstance(placed, GeneratedEntry) else placed


def _bases(snapshot: Snapshot, item: Item | None) -> Iterator[str]:
    if item is None:
        return
    yield _base(item.name)
    if item.entry is not None:
        yield _base(operator_of(snapshot, item.entry))


def _base(operator: str) -> str:
    name = operator.partition("(")[0].partition(".")[0]
    return name.removeprefix("_foreach_").removesuffix("_").removesuffix("_copy")
