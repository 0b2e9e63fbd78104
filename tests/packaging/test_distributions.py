"""The wheel and the sdist: what is in them, and that they install and work on each Python that there is here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import warnings
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.checkout_copy import copy_of_checkout
from tests.cli.command import EXAMPLES, ROOT
from tests.corpora import need
from tests.pipeline.processes import Ended, run
from vt_core import __version__

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


class Built(NamedTuple):
    """The two distributions."""

    wheel: Path
    sdist: Path


def tool(name: str) -> str:
    """A program that tests/programs.txt installs."""
    path = Path(sys.executable).with_name(name)
    need(f"{name} (tests/programs.txt)", there=path.is_file())
    return str(path)


def interpreter(version: str) -> str | None:
    """A Python of a version, on the PATH or installed by pyenv."""
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    named = shutil.which(f"python{version}")
    candidates = [named, *sorted(map(str, root.glob(f"versions/{version}.*/bin/python{version}")))]
    for path in candidates:
        if path is not None and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    warnings.warn(f"SKIPPED: no Python {version} here", stacklevel=2)
    return None


INTERPRETERS = {version: path for version in VERSIONS if (path := interpreter(version)) is not None}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_checkout(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """`python -m build` makes the sdist, and the wheel from it."""
    folder = tmp_path_factory.mktemp("dist")
    tool("pyproject-build")
    ended = run([sys.executable, "-m", "build", "--outdir", str(folder), str(source)], source, dict(os.environ))
    assert ended.code == 0, ended.out
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


def test_the_wheel(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
        info = f"vt_lsp-{__version__}.dist-info"
        metadata = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
        scripts = wheel.read(f"{info}/entry_points.txt").decode()
    assert built.wheel.name == f"vt_lsp-{__version__}-py3-none-any.whl"
    assert {name.split("/")[0] for name in names} == {"vt_core", "vt_lsp", info}
    assert {"vt_core/py.typed", "vt_lsp/py.typed", f"{info}/licenses/LICENSE"} <= names
    modules = {str(path.relative_to(ROOT)) for name in ("vt_core", "vt_lsp") for path in (ROOT / name).rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == modules
    pages = {f"vt_lsp/docs/rules/{page.name}" for page in (ROOT / "docs/rules").glob("*.md")}
    assert pages <= names
    assert (metadata["Version"], metadata["Requires-Python"]) == (__version__, ">=3.10")
    assert {f"Programming Language :: Python :: {version}" for version in VERSIONS} <= set(
        metadata.get_all("Classifier")
    )
    assert "vt-lsp = vt_lsp.cli:run_process" in scripts


def test_the_sdist_has_what_tests_need(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "action.yml", ".pre-commit-hooks.yaml")
    assert set(wanted) <= names
    for folder in ("vt_core", "vt_lsp", "tests", "docs", "examples", "editors/neovim", "editors/emacs"):
        assert any(name.startswith(f"{folder}/") for name in names), folder


def test_the_version_is_written_once(source: Path) -> None:
    told = f'"{__version__}"'
    holders = [
        str(path.relative_to(source))
        for path in sorted(source.rglob("*"))
        if path.suffix in (".py", ".toml", ".cfg") and "tests" not in path.parts and told in path.read_text("utf-8")
    ]
    assert holders == ["vt_core/__init__.py"]


# The sdist is the wheel's source: the oldest and the newest are enough.
CASES = [
    *[("wheel", version) for version in INTERPRETERS],
    *[("sdist", v) for v in {min(INTERPRETERS), max(INTERPRETERS)}],
]


@pytest.mark.parametrize(("kind", "version"), CASES)
def test_it_works_on(kind: str, version: str, built: Built, tmp_path: Path) -> None:
    uv = tool("uv")
    env = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    made = run([uv, "venv", "-q", "--python", INTERPRETERS[version], str(tmp_path / "venv")], tmp_path, env)
    assert made.code == 0, made.out
    install = [uv, "pip", "install", "-q", "--python", str(tmp_path / "venv/bin/python"), str(getattr(built, kind))]
    installed = run(install, tmp_path, env)
    assert installed.code == 0, installed.out
    works(tmp_path / "venv/bin/vt-lsp", tmp_path)


def works(command: Path, folder: Path) -> None:
    """The installed command prints its version, checks, explains and serves."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    assert run([str(command), "--version"], folder, env) == Ended(0, f"vt-lsp {__version__}\n")
    checked = run([str(command), "--check", str(EXAMPLES / "mistakes")], folder, env)
    assert (checked.code, "14 errors in 2 files" in checked.out) == (1, True), checked.out
    assert run([str(command), "--explain", "unknown-type"], folder, env).out.startswith("# unknown-type")
    served = run([str(command), "--stdio"], folder, env)  # its input is empty: it starts, and ends
    assert (served.code, "rror" in served.out) == (1, False), served


@pytest.mark.parametrize("installer", ["pipx", "uv tool"])
def test_from_a_checkout_as_a_tool(installer: str, source: Path, tmp_path: Path) -> None:
    binary = tmp_path / "bin"
    folders = {
        "PIPX_HOME": tmp_path / "pipx",
        "PIPX_BIN_DIR": binary,
        "PIPX_MAN_DIR": tmp_path / "man",
        "UV_TOOL_DIR": tmp_path / "uv",
        "UV_TOOL_BIN_DIR": binary,
    }
    env = {**os.environ, **{name: str(folder) for name, folder in folders.items()}}
    name, *more = installer.split()
    ended = run([tool(name), *more, "install", str(source)], tmp_path, env)
    assert ended.code == 0, ended.out
    works(binary / "vt-lsp", tmp_path)
