"""Generated C++ as far as a hover has room for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.sections import Section, text
from vt_core.ide.preview import GeneratedPart

MOST_LINES = 80
MOST_COLUMNS = 240
_LEAST_LINES = 4
# What says the least goes first.
_FOLDED = {"save_storage": "// … debug checks", "check_storage": "// … debug checks"}


class Excerpt(NamedTuple):
    """A text and how many of the lines it leaves out; `cut` also where a line is not shown to its end."""

    text: str
    left_out: int
    cut: bool


def excerpt(parts: Sequence[GeneratedPart]) -> Excerpt:
    """The parts below the names of their files; where they are too long, without debug checks, then cut at the end."""
    shown = [text(part.sections).split("\n") for part in parts]
    whole = sum(map(len, shown))
    if whole > MOST_LINES:
        shown = [text(map(_folded, part.sections)).split("\n") for part in parts]
    limit = _limit([len(lines) for lines in shown])
    blocks: list[str] = []
    kept = 0
    file = ""
    for part, lines in zip(parts, shown):
        if part.file != file:
            blocks += ["", f"// {part.file}"] if blocks else [f"// {part.file}"]
        file = part.file
        if len(lines) > limit:
            lines = [*lines[: limit - 1], f"// … {len(lines) - limit + 1} more lines"]
        kept += len([line for line in lines if not line.lstrip().startswith("// …")])
        blocks += lines
    wide = [line if len(line) <= MOST_COLUMNS else line[: MOST_COLUMNS - 1] + "…" for line in blocks]
    return Excerpt("\n".join(wide), whole - kept, kept < whole or wide != blocks)


def _folded(section: Section) -> Section:
    line = _FOLDED.get(section.name)
    return section if line is None else Section(section.name, (line,), section.source, section.indent)


def _limit(lengths: Sequence[int]) -> int:
    """The most lines of a part, so that all together keep within `MOST_LINES`: long parts give way to short ones."""
    limit = room = MOST_LINES
    for index, length in enumerate(sorted(lengths)):
        limit = room // (len(lengths) - index)
        if length > limit:
            break
        room -= length
    return max(limit, _LEAST_LINES) if sum(lengths) > MOST_LINES else MOST_LINES
