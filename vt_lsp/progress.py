"""One line on a terminal that says what takes so long. It goes when the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vt_lsp.console import Console


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
    from threading import Timer

    timer = Timer(seconds, show, (console, text))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if timer.finished.is_set():
            clear(console)
