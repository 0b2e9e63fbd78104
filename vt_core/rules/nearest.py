"""The known name that a wrong one most likely means."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, candidates: Iterable[str]) -> str:
    """The candidate that is `word` but for its case, else the most similar one, `""` if none is similar enough."""
    listed = list(candidates)
    folded = word.casefold()
    for candidate in listed:
        if candidate.casefold() == folded:
            return candidate
    close = get_close_matches(word, listed, 1)
    return close[0] if close else ""


def is_slip(word: str, meant: str) -> bool:
    """Whether one slip of the fingers makes `word` of `meant`: other case, or a letter added, dropped, mistaken or
    swapped with the next. Words of up to three letters are too short to tell."""
    word, meant = word.casefold(), meant.casefold()
    if word == meant:
        return True
    if min(len(word), len(meant)) < 4 or abs(len(word) - len(meant)) > 1:
        return False
    start = 0
    while start < min(len(word), len(meant)) and word[start] == meant[start]:
        start += 1
    rest, goal = word[start:], meant[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return goal in (rest[1:], swapped) or rest == goal[1:] or rest[1:] == goal[1:]


def split_names(names: str) -> list[str]:
    """The names of a fault's list (`"a, b"`)."""
    return [name for name in names.split(", ") if name]
