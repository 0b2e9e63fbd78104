"""What the server tells about itself: to the log file, and to whoever reads standard error."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Literal, TextIO

Level = Literal["error", "warning", "info", "debug"]


class Log:
    """A log file, appended to, flushed with each line. Without a file, errors go to standard error.

    `once` remembers what was told, so that a fault in one feature does not fill the disk.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._stream: TextIO | None = None
        self._lock = threading.Lock()
        self._told: set[str] = set()
        self.path = path
        if path is not None:
            # Raises OSError: a log that was asked for and cannot be written is told at the start.
            self._stream = path.open("a", encoding="utf-8", errors="backslashreplace")

    def write(self, level: Level, text: str) -> None:
        """Write an entry. Never raises."""
        stream = self._stream
        if stream is None:
            if level not in ("error", "warning"):
                return
            stream = sys.stderr
        stamp = time.strftime("%Y-%m-%d %H:%M:%S")
        try:
            with self._lock:
                stream.write(f"{stamp} {level}: {text.rstrip()}\n")
                stream.flush()
        except (OSError, ValueError, AttributeError):
            pass

    def first_time(self, what: str) -> bool:
        """Whether this is told for the first time."""
        if what in self._told:
            return False
        self._told.add(what)
        return True
