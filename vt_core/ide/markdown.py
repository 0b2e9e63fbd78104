"""Markdown around texts of the files, whatever those hold."""

from __future__ import annotations

import re
from collections.abc import Iterable

MOST_QUOTED = 100


def code(text: str, most: int = MOST_QUOTED) -> str:
    """A text in a code span: on one line, cut to `most` characters."""
    line = " ".join(text.split())
    if len(line) > most:
        line = line[: most - 1] + "…"
    if not line.isprintable():
        line = "".join([char if char.isprintable() else "\ufffd" for char in line])
    if "`" not in line:
        return f"`{line or ' '}`"
    ticks = "`" * (_longest_run(line) + 1)
    return f"{ticks} {line} {ticks}"


def codes(texts: Iterable[str]) -> str:
    """Several texts in code spans, between commas."""
    return ", ".join([code(text) for text in texts])


def fenced(text: str, language: str = "cpp") -> str:
    """A text as a block of code, behind a fence that it cannot close."""
    if not text.isascii():
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def bullets(lines: Iterable[str]) -> str:
    """A list; a line that holds line breaks brings its own nested items."""
    return "\n".join([f"- {line}" for line in lines])


def nested(head: str, items: Iterable[str]) -> str:
    """An item of a list with items of its own."""
    return "\n".join([head, *[f"  - {item}" for item in items]])


def paragraphs(parts: Iterable[str]) -> str:
    """The parts that say something, each a paragraph."""
    return "\n\n".join([part for part in parts if part])
