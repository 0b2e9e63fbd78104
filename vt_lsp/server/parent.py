"""Watching the process that started the server: when it is gone, nobody will ever end us."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

_SECONDS = 2.0


def watch(process_id: int, on_gone: Callable[[], None], seconds: float = _SECONDS) -> None:
    """Call `on_gone`, from a thread of its own, soon after a process has ended."""
    if process_id <= 0 or process_id == os.getpid():
        return
    threading.Thread(target=_watch, args=(process_id, on_gone, seconds), daemon=True, name="parent").start()


def _watch(process_id: int, on_gone: Callable[[], None], seconds: float) -> None:
    while is_running(process_id):
        time.sleep(seconds)
    on_gone()


def is_running(process_id: int) -> bool:
    """Whether a process exists; a zombie is gone."""
    if sys.platform == "win32":
        return _is_running_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OverflowError:
        return True  # no process has such a number: the client's own idea of its id
    except OSError:
        return True  # it is there and somebody else's
    return not _is_zombie(process_id)


def _is_zombie(process_id: int) -> bool:
    """A killed parent stays a zombie until its own parent looks at it. Only Linux tells cheaply."""
    try:
        with open(f"/proc/{process_id}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[:1] == ["Z"]
    except OSError:
        return False


def _is_running_on_windows(process_id: int) -> bool:
    import ctypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined, unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    synchronize, timeout, access_denied = 0x00100000, 0x102, 5
    handle = ctypes.c_void_p(kernel.OpenProcess(synchronize, False, process_id))
    if not handle:
        # Somebody else's process is there too.
        return bool(ctypes.get_last_error() == access_denied)  # type: ignore[attr-defined, unused-ignore]
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timeout)
    finally:
        kernel.CloseHandle(handle)
