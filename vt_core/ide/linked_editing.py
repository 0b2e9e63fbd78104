"""Linked editing: places of one file that are typed into together.

Only where all of them must always be equal, whatever is meant. In the two files that is one thing: the letter of an
alias set that one argument has and returns repeat, `Tensor(a!) self … -> Tensor(a!)`. A return's letter that no
argument has means nothing.

Not linked, though they often are the same, since each can rightly change alone:

- an argument's name and the gradient key or formula words that name it: the schema of a derivatives entry must equal
  that of native_functions.yaml, another file, so that typing into it breaks the pair whatever else follows (renaming
  does all of it);
- the names of an in-place or out sibling's arguments, of out arguments and their returns: the generator lets them
  differ;
- an operator, its overload, its kernels, and what `structured_delegate` names: one can be turned to another operator;
- a letter that two arguments have: one of them was likely copied to be changed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import cursor_at
from vt_core.ide.meaning import schema_items
from vt_core.syntax.nodes import FileRole
from vt_core.syntax.schema import ArgumentSyntax, Piece
from vt_core.text.spans import Span

# What may be typed into linked places: more than letters ends the linking (`!` belongs to one place).
WORD_PATTERN = "[a-z]*"

_LETTERS = re.compile(r"[a-z]+")


class LinkedRanges(NamedTuple):
    """Places with the same text, in order, and a pattern (of ECMAScript) of what they may hold."""

    spans: tuple[Span, ...]
    word_pattern: str


def linked_ranges(snapshot: Snapshot, file: FileRole, offset: int) -> LinkedRanges | None:
    """The places that change together with the one at an offset, that one among them; None where none do."""
    cursor = cursor_at(snapshot, file, offset)
    key = "func" if file == "native_functions" else "name"
    if cursor.scalar is None or cursor.at is None or cursor.path != (key,) or cursor.part != "value":
        return None
    _, arguments, returns = schema_items(cursor.scalar.value)
    declared = [place for item in arguments for place in _letters(*item)]
    repeated = [place for item in returns for place in _letters(*item)]
    touched = [letter for span, letter in (*declared, *repeated) if span.start <= cursor.at <= span.end]
    if not touched:
        return None
    own = [span for span, letter in declared if letter == touched[0]]
    others = [span for span, letter in repeated if letter == touched[0]]
    if len(own) != 1 or not others:
        return None
    return LinkedRanges(tuple([cursor.in_scalar(*span) for span in (*own, *others)]), WORD_PATTERN)


def _letters(piece: Piece, syntax: ArgumentSyntax) -> list[tuple[Span, str]]:
    """The alias sets that an annotation names, at offsets of the schema."""
    if syntax.annotation is None:
        return []
    found = _LETTERS.finditer(piece.text, *syntax.annotation)
    return [(Span(*letter.span()).shifted(piece.start), letter.group()) for letter in found]
