"""Where results and messages go, and how they look there."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import TextIOWrapper
from typing import NamedTuple, TextIO

from vt_lsp.options import ColorChoice
from vt_lsp.render.style import Style

_WIDTH = 120


class Console(NamedTuple):
    """The streams and their styles. `live`: a person looks at `err` right now, so progress may be shown there."""

    out: TextIO
    err: TextIO
    style: Style
    err_style: Style
    live: bool


def make_console(choice: ColorChoice) -> Console:
    """The console of this process. A stream that was closed before it began takes everything and keeps nothing."""
    out, err = _usable(sys.stdout), _usable(sys.stderr)
    return Console(out, err, _style(out, choice), _style(err, choice), err.isatty())


def use_color(choice: ColorChoice, terminal: bool, environment: Mapping[str, str]) -> bool:
    """Whether to colour: as the user says, else on a terminal, unless NO_COLOR is set (no-color.org)."""
    if choice != "auto":
        return choice == "always"
    return terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    # A name or formula that the terminal's encoding has no characters for must not end the program.
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _style(stream: TextIO, choice: ColorChoice) -> Style:
    terminal = stream.isatty()
    width = _WIDTH
    if terminal:
        with suppress(OSError):
            width = min(_WIDTH, os.get_terminal_size(stream.fileno()).columns or _WIDTH)
    return Style(use_color(choice, terminal, os.environ), width)
