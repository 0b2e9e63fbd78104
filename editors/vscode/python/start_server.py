"""Starts the language server for the extension: `python start_server.py useBundled|fromEnvironment [options]`.

The packages of the extension are used first, or, with `fromEnvironment`, only where the environment has no vt-lsp.
The extension has looked at the Python's version before.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import NoReturn


def main(strategy: str, options: list[str]) -> NoReturn:
    """Become the server."""
    bundled = strategy == "useBundled"
    if bundled or importlib.util.find_spec("vt_lsp") is None:
        if not bundled:
            sys.stderr.write(f"{sys.executable} has no vt-lsp: the one of the extension is used\n")
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        sys.path.insert(0, os.path.join(root, "bundled", "libs"))
    from vt_lsp.cli import run_process

    sys.argv = ["vt-lsp", "--stdio", *options]
    run_process()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
