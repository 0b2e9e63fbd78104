"""The C++ of a changed function or node as a diff, hunk by hunk, with the reason of each section in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.files import section_text
from vt_core.codegen.sections import Section
from vt_core.ide.preview import GeneratedPart, located
from vt_core.ide.preview_reasons import reason
from vt_core.review.compare import Change
from vt_core.review.texts import Item, Text

_CONTEXT = 2
# Words, with what stands between them; the name of an overload (`add.out`) only as a string has a dot.
_WORD = re.compile(r'((?<=")[\w.]+(?=")|\w+)')


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
    """The lines of one side, and for each the section that it is of."""

    snapshot: Snapshot
    item: Item | None
    file: str
    lines: list[_Line]
    sections: list[Section]


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
    own = _own_names(change)
    return tuple(
        [
            (one.place, line.tag, _nameless(line.text, own))
            for one in diffs
            for hunk in one.hunks
            for line in hunk.lines
            if line.tag != " "
        ]
    )


def _own_names(change: Change) -> frozenset[str]:
    found: set[str] = set()
    for item in (change.new, change.old):
        if item is None:
            continue
        if item.matched is not None:
            f = item.matched.function
            found.update([f.func.name.text, f.func.name.name, f.wrapper_name, f.unambiguous_name, f.cpp_name])
        found.update(item.names)
    return frozenset(found)


def _nameless(line: str, own: frozenset[str]) -> str:
    words = _WORD.split(line)
    return "".join(["*" if word in own else word for word in words])


def _side(snapshot: Snapshot, item: Item | None, text: Text | None) -> _Side:
    lines: list[_Line] = []
    sections: list[Section] = []
    if item is None or text is None:
        return _Side(snapshot, None, "", lines, sections)
    for section in text.part.sections:
        for line in section_text([section], snapshot.dialect).split("\n"):
            lines.append(_Line(section.name, line))
            sections.append(section)
    return _Side(snapshot, item, text.part.file, lines, sections)


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
            if not (old.lines and new.lines):  # the whole method or node, whose cause says enough
                continue
            # Of a section that both sides have, why it is there now.
            after = _reasons(new, new_start, new_end)
            before = {name: why for name, why in _reasons(old, old_start, old_end).items() if name not in after}
            reasons.update(dict.fromkeys([why for why in after.values() if why]))
            reasons.update(dict.fromkeys([f"No longer: {why}" for why in before.values() if why]))
        yield Hunk(tuple(names), tuple(reasons), tuple(lines))


def _reasons(side: _Side, start: int, end: int) -> dict[tuple[str, str], str]:
    """Why the sections of some lines are there, by section and reason."""
    item, found = side.item, {}
    sections = tuple(dict.fromkeys(side.sections[start:end]))
    if item is None or item.function is None or not sections:
        return {}
    (part,) = located(side.snapshot, item.function, item.entry, [GeneratedPart(side.file, sections)])
    for section in part.sections:
        quoted = side.snapshot.document(section.origin.file).text[slice(*section.origin.span)]
        why = reason(side.file, section, quoted)
        found[section.name, why] = why
    return found
