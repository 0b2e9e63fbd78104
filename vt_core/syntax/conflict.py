"""Merge-conflict markers, as Git writes them: lines that start with seven `<`, `|`, `=` or `>`."""

from __future__ import annotations

import re

from vt_core.text.spans import Span

_MARKER = re.compile(r"(?:(?<=[\n\r])|\A)(?:<{7}|\|{7}|={7}|>{7})(?=[ \t\r\n]|\Z)[^\r\n]*")
_LENGTH = 7


def conflict_markers(text: str) -> tuple[Span, ...]:
    """The lines that are markers, without their line breaks."""
    if not any(sign in text for sign in ("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        return ()
    return tuple([Span(*found.span()) for found in _MARKER.finditer(text)])


def without_markers(text: str, markers: tuple[Span, ...]) -> str:
    """The text with blanks in place of the markers: both sides of the conflict can be read, at their places."""
    parts: list[str] = []
    done = 0
    for start, end in markers:
        parts += text[done:start], " " * (end - start)
        done = end
    return "".join([*parts, text[done:]])


def sign_of(marker: Span) -> Span:
    """The marker itself, without the name of the side that follows it."""
    return Span(marker.start, marker.start + _LENGTH)
