"""A program between a client and a server that keeps what the client sends: `recorder.py FILE COMMAND …`."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path


def copy(record: Path, child: subprocess.Popen[bytes]) -> None:
    """Pass standard input on, until it ends."""
    assert child.stdin is not None
    with record.open("ab", buffering=0) as kept, child.stdin as stdin:
        while data := os.read(0, 65_536):
            kept.write(data)
            stdin.write(data)
            stdin.flush()


def main() -> None:
    """Run the server and end when it ends."""
    with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE) as child:
        threading.Thread(target=copy, args=(Path(sys.argv[1]), child), daemon=True).start()
        os._exit(child.wait())


if __name__ == "__main__":
    main()
