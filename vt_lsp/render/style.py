"""Colours, and text that a terminal shows as it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

Paint = Literal["error", "warning", "information", "hint", "strong", "frame"]

_CODES: dict[Paint, str] = {
    "error": "1;31",
    "warning": "1;33",
    "information": "1;36",
    "hint": "1;32",
    "strong": "1",
    "frame": "1;34",
}


class Style(NamedTuple):
    """Whether to colour, and how many columns a line of an excerpt may take."""

    color: bool = False
    width: int = 120

    def paint(self, text: str, paint: Paint) -> str:
        """The text in a colour."""
        return f"\x1b[{_CODES[paint]}m{text}\x1b[0m" if self.color and text else text


def printable(text: str) -> str:
    """The text with every character that would move the cursor, hide or reorder others written as an escape."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() or char == "\n" else _escaped(char) for char in text])


def one_line(text: str) -> str:
    """The text on one line, its own lines parted by blanks."""
    return " ".join(printable(text).split("\n"))


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
