"""The VS Code extension, in the real editor (code-server) with a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpora import ROOT
from tests.editors.clients import assert_recorded, initializations
from tests.editors.vscode_tools import (
    EXTENSION,
    commit_all,
    lay_out,
    package,
    remove,
    run,
    run_in_editor,
    this_platform,
)
from tests.server.wire import framed, initialize
from vt_core import __version__
from vt_lsp.settings import setting_names

IMAGES = ROOT / "docs" / "images"


@pytest.fixture(scope="module")
def universal() -> Path:
    return package()


@pytest.fixture(scope="module")
def vsix(universal: Path) -> Path:
    """The VSIX for this platform; made last, so that the extension's folder holds what it holds."""
    return package(this_platform())


@pytest.fixture
def checkout() -> Iterator[Path]:
    root = lay_out("v2.15.0")
    yield root
    remove(root)


def test_the_version_is_that_of_the_server() -> None:
    assert json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["version"] == __version__


def test_every_setting_of_the_server_is_one_of_the_editor() -> None:
    described = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["contributes"]["configuration"]
    in_editor = {name.removeprefix("vt-lsp.") for name in described["properties"]}
    told = re.search(r"const OF_SERVER = \[(.*?)\]", (EXTENSION / "src/settings.ts").read_text(encoding="utf-8"))
    assert told is not None
    of_server = set(re.findall(r"'(\w+)'", told[1]))
    assert {re.sub(r"[A-Z]", lambda one: f"-{one[0].lower()}", name) for name in of_server} == setting_names()
    assert of_server <= in_editor


def test_types() -> None:
    run("node_modules/.bin/tsc", "--noEmit")


def test_the_bundled_server_needs_nothing_else(vsix: Path, tmp_path: Path) -> None:
    """In a Python without any package, isolated from the user's own."""
    assert vsix.is_file()
    command = [sys.executable, "-I", "-S", str(EXTENSION / "python" / "start_server.py"), "useBundled"]
    request = framed(initialize(tmp_path)) + framed({"jsonrpc": "2.0", "id": 1, "method": "shutdown"})
    done = subprocess.run(
        command, input=request + framed({"jsonrpc": "2.0", "method": "exit"}), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b'"name":"vt-lsp"' in done.stdout


def test_by_mouse_and_keyboard(vsix: Path, checkout: Path, tmp_path: Path) -> None:
    """Also takes the pictures of the documentation; they are kept with VT_LSP_REWRITE=1, all others in $VT_PICTURES."""
    if os.environ.get("VT_LSP_BY_MOUSE") != "1":
        reason = "by mouse and keyboard in VS Code only with VT_LSP_BY_MOUSE=1: a step of it fails in whole runs"
        warnings.warn(f"SKIPPED: {reason}", stacklevel=1)
        pytest.skip(reason)
    docs = by_mouse_and_keyboard(vsix, checkout, tmp_path)
    if os.environ.get("VT_LSP_REWRITE") == "1":
        shutil.copytree(docs, IMAGES, dirs_exist_ok=True)
    taken = {picture.name for picture in docs.iterdir()}
    assert taken == {picture.name for picture in IMAGES.glob("vscode-*.png")}
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    assert all(f"../../docs/images/{name}" in readme for name in taken)


def by_mouse_and_keyboard(vsix: Path, checkout: Path, folder: Path) -> Path:
    """Do it in a folder of its own. Returns where the documentation's pictures are."""
    workspace, examples, docs = folder / checkout.name, folder / "mistakes", folder / "images"
    shutil.copytree(checkout, workspace)
    shutil.copytree(ROOT / "examples" / "mistakes", examples)
    for one in (workspace, examples):
        commit_all(one)
    docs.mkdir()
    kept = ["--pictures", os.environ["VT_PICTURES"]] if "VT_PICTURES" in os.environ else []
    given = ["--vsix", vsix, "--workspace", workspace, "--examples", examples, "--docs", docs, *kept]
    run_in_editor("test/ui/run.mjs", *given)
    return docs


def test_grammars() -> None:
    run("node", "test/grammar/run.mjs")


@pytest.mark.parametrize("suite", ["main", "no-python", "python-extension", "untrusted", "universal"])
def test_in_the_extension_host(vsix: Path, universal: Path, suite: str) -> None:
    in_the_host(universal if suite == "universal" else vsix, suite)


def test_a_server_that_crashes_and_what_it_was_told(vsix: Path, tmp_path: Path) -> None:
    """The capabilities that the editor really sends are those that the server is tested with."""
    records = tmp_path / "records"
    records.mkdir()
    recorder = ROOT / "tests" / "editors" / "recorder.py"
    in_the_host(vsix, "crashes", "--record", records, "--recorder", recorder)
    opened = [one for record in records.iterdir() for one in initializations(record)]
    assert len(opened) >= 6
    assert all(one["capabilities"] == opened[0]["capabilities"] for one in opened)
    assert_recorded("visual_studio_code", opened[0])


def in_the_host(package: Path, suite: str, *options: str | Path) -> None:
    run("node", "scripts/build.mjs", "--tests")
    workspace = ROOT / "examples" / "mistakes"
    given = ["--vsix", package, "--workspace", workspace, "--python", sys.executable, *options]
    run_in_editor("test/host/run.mjs", *given, suite)
