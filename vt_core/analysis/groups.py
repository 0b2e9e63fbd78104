"""Entries grouped by a key, each group in file order: the index of a snapshot, patched and never rebuilt."""

from __future__ import annotations

from collections.abc import Iterable

from vt_core.analysis.document import Document, GeneratedEntry, PlacedEntry

Groups = dict[str, tuple[PlacedEntry, ...]]


def add(groups: Groups, key: str, placed: PlacedEntry, document: Document) -> None:
    """Put an entry into its group, at its place in the file."""
    group = groups.get(key)
    groups[key] = (placed,) if group is None else in_file_order((*group, placed), document)


def append(groups: Groups, key: str, placed: PlacedEntry) -> None:
    """Put an entry that stands after all others into its group."""
    group = groups.get(key)
    groups[key] = (placed,) if group is None else (*group, placed)


def remove(groups: Groups, key: str, placed: PlacedEntry) -> None:
    """Take an entry out of its group."""
    group = tuple([other for other in groups.get(key, ()) if other is not placed])
    if group:
        groups[key] = group
    else:
        groups.pop(key, None)


def in_file_order(entries: Iterable[PlacedEntry], document: Document) -> tuple[PlacedEntry, ...]:
    """The entries by their place in the file."""
    keyed = [(_order(placed, document), placed) for placed in entries]
    keyed.sort(key=_first)
    return tuple([placed for _, placed in keyed])


_Order = tuple[int, int, int, int]


def _order(placed: PlacedEntry, document: Document) -> _Order:
    """Generated functions come after all others."""
    block = document.blocks.index(placed.block)
    if isinstance(placed, GeneratedEntry):
        return 1, block, placed.block.placed.index(placed.origin), placed.index
    return 0, block, placed.block.placed.index(placed), 0


def _first(keyed: tuple[_Order, PlacedEntry]) -> _Order:
    return keyed[0]
