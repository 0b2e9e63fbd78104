"""One line on a terminal that says what takes so long. It goes when the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vt_lsp.console import Console

if TYPE_CHECKING:
    from threading import Event


def show(console: Console, text: str) -> None:
    """Put a line in place of the one before."""
    if console.live:
        console.err.write(f"\r{text:<79.79}")
        console.err.flush()


def clear(console: Console) -> None:
    """Take the line away."""
    if console.live:
        console.err.write(f"\r{'':79}\r")
        console.err.flush()


@contextmanager
def shown_after(console: Console, seconds: float, text: str) -> Iterator[None]:
    """Show a line if the work inside takes longer than some seconds."""
    if not console.live:
        yield
        return
    from threading import Event, Thread  # for people at terminals only

    done, shown = Event(), Event()
    thread = Thread(target=_show_late, args=(console, seconds, text, done, shown), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        if shown.is_set():
            clear(console)


def _show_late(console: Console, seconds: float, text: str, done: Event, shown: Event) -> None:
    if not done.wait(seconds):
        show(console, text)
        shown.set()
