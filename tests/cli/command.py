"""The command line as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

NATIVE = "aten/src/ATen/native/native_functions.yaml"
DERIVATIVES = "tools/autograd/derivatives.yaml"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run(
    *arguments: str, cwd: Path, stdin: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -m vt_lsp`, without anything of the environment that changes its answers."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "VT_LSP_DEBUG")}
    return subprocess.run(
        [sys.executable, "-m", "vt_lsp", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **(env or {})},
        timeout=120,
        check=False,
    )
