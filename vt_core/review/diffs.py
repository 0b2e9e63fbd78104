"""The C++ of a changed function or node as a diff, hunk by hunk, with the reason of each section in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.preview import PreviewSection, located
from vt_core.ide.preview_reasons import reason
from vt_core.review.compare import Change
from vt_core.review.texts import Item, Text, unnumbered

_CONTEXT = 2


class DiffLine(NamedTuple):
    """A line: gone, come, or the same on both sides."""

    tag: Literal["-", "+", " "]
    text: str


class Hunk(NamedTuple):
    """Lines that differ with some around them; the names of the sections they are in, and why those are there."""

    sections: tuple[str, ...]
    reasons: tuple[str, ...]
    lines: tuple[DiffLine, ...]


class PlaceDiff(NamedTuple):
    """The hunks of one place of a generated file."""

    place: str
    file: str
    hunks: tuple[Hunk, ...]


class _Line(NamedTuple):
    section: str
    text: str


class _Side(NamedTuple):
    snapshot: Snapshot
    file: str
    lines: list[_Line]
    sections: list[PreviewSection]


def diffs_of(change: Change, old: Snapshot, new: Snapshot) -> tuple[PlaceDiff, ...]:
    """What differs in the texts of a change, in the order in which they are written."""
    found: list[PlaceDiff] = []
    for place in change.places:
        was = _side(old, change.old, change.before.get(place))
        now = _side(new, change.new, change.after.get(place))
        found.append(PlaceDiff(place, now.file or was.file, tuple(_hunks(was, now))))
    return tuple(found)


def shape_of(change: Change, diffs: Iterable[PlaceDiff]) -> tuple[object, ...]:
    """A key for changes that are the same but for the names of the function and its nodes."""
    names: list[str] = []
    for item in (change.old, change.new):
        if item is not None:
            names += item.names
    own = _own_names(change)
    return tuple(
        [
            (one.place, line.tag, re.sub(own, "*", unnumbered(line.text, names)) if own else line.text)
            for one in diffs
            for hunk in one.hunks
            for line in hunk.lines
            if line.tag != " "
        ]
    )


def _own_names(change: Change) -> str:
    found: dict[str, None] = {}
    for item in (change.new, change.old):
        if item is None:
            continue
        if item.matched is not None:
            f = item.matched.function
            found.update(dict.fromkeys([f.func.name.text, f.wrapper_name, f.unambiguous_name, f.cpp_name]))
        found.update(dict.fromkeys([name.rstrip("0123456789") for name in item.names]))
    return "|".join([rf"\b{re.escape(name)}\b" for name in sorted(found, key=len, reverse=True)])


def _side(snapshot: Snapshot, item: Item | None, text: Text | None) -> _Side:
    if item is None or text is None:
        return _Side(snapshot, "", [], [])
    if item.function is None:
        return _Side(snapshot, text.part.file, [_Line("", line) for line in text.text.split("\n")], [])
    (part,) = located(snapshot, item.function, item.entry, [text.part])
    lines: list[_Line] = []
    sections: list[PreviewSection] = []
    for section in part.sections:
        for line in section.text.split("\n"):
            lines.append(_Line(section.name, line))
            sections.append(section)
    return _Side(snapshot, text.part.file, lines, sections)


def _hunks(old: _Side, new: _Side) -> Iterator[Hunk]:
    for group in SequenceMatcher(None, old.lines, new.lines, autojunk=False).get_grouped_opcodes(_CONTEXT):
        names: dict[str, None] = {}
        reasons: dict[str, None] = {}
        lines: list[DiffLine] = []
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                lines += [DiffLine(" ", line.text) for line in old.lines[old_start:old_end]]
                continue
            gone, come = old.lines[old_start:old_end], new.lines[new_start:new_end]
            lines += [DiffLine("-", line.text) for line in gone]
            lines += [DiffLine("+", line.text) for line in come]
            names.update(dict.fromkeys([line.section for line in (*gone, *come) if line.section]))
            # Of a section that both sides have, why it is there now.
            after = _reasons(new, new_start, new_end)
            before = {name: why for name, why in _reasons(old, old_start, old_end).items() if name not in after}
            reasons.update(dict.fromkeys([why for why in after.values() if why]))
            reasons.update(dict.fromkeys([f"No longer: {why}" for why in before.values() if why]))
        yield Hunk(tuple(names), tuple(reasons), tuple(lines))


def _reasons(side: _Side, start: int, end: int) -> dict[str, str]:
    """By section, why those of some lines are there."""
    found: dict[str, str] = {}
    for section in side.sections[start:end]:
        key = f"{section.name}:{section.origin}"
        if key not in found:
            quoted = side.snapshot.document(section.origin.file).text[slice(*section.origin.span)]
            found[key] = reason(side.file, section, quoted)
    return {f"{key.partition(':')[0]}:{why}": why for key, why in found.items()}
