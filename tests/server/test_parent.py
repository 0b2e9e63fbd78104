"""Whether a process is there."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from vt_lsp.server import parent


def test_processes() -> None:
    assert parent.is_running(os.getpid())
    child = subprocess.Popen([sys.executable, "-c", "pass"], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.read()  # it has ended, or is about to; nobody has looked at it yet
    gone = threading.Event()
    parent.watch(child.pid, gone.set, seconds=0.01)
    if sys.platform == "linux":
        assert gone.wait(30)
    child.wait()
    assert gone.wait(30)
    assert not parent.is_running(child.pid)
    child.stdout.close()


def test_ids_that_nobody_can_have() -> None:
    called = threading.Event()
    for process_id in (0, -1, os.getpid()):
        parent.watch(process_id, called.set, seconds=0.01)
    assert not called.wait(0.1)
    assert parent.is_running(2**80)
