"""The shape of the code: layers, sizes, style, and what a run of `--check` loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ["text", "syntax", "model", "dialects", "codegen", "lint", "rules", "analysis", "ide", "review"]
MODULES = sorted([*ROOT.glob("vt_core/**/*.py"), *ROOT.glob("vt_lsp/**/*.py")])
MOST_LINES = 400
MOST_FUNCTION_LINES = 60


def layer_of(module: str) -> int:
    """The height of a module: `vt_core`'s layers, then `vt_lsp`."""
    parts = module.split(".")
    if parts[0] == "vt_lsp":
        return len(LAYERS)
    return LAYERS.index(parts[1]) if len(parts) > 1 and parts[1] in LAYERS else -1


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_go_downward(path: Path) -> None:
    here = layer_of(module_name(path))
    above = [name for name in imported(path) if name.split(".")[0] in ("vt_core", "vt_lsp") and layer_of(name) > here]
    assert not above


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_sizes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    long = [f.name for f in functions if (f.end_lineno or 0) - f.lineno + 1 > MOST_FUNCTION_LINES]
    assert not long


def test_vt_core_does_no_io_and_runs_nothing() -> None:
    """The core is texts in, values out."""
    forbidden = {"io", "os", "pathlib", "subprocess", "socket", "shutil", "tempfile", "urllib", "pickle", "torch"}
    reached = {
        (module_name(path), name)
        for path in MODULES
        if path.is_relative_to(ROOT / "vt_core")
        for name in imported(path)
        if name.split(".")[0] in forbidden - {"io"}
    }
    assert not reached


def test_check_loads_no_server_and_no_heavy_module() -> None:
    code = (
        "import sys\nfrom vt_lsp.cli import main\n"
        "try:\n    main(['--check', '--quiet', sys.argv[1]])\nexcept SystemExit:\n    pass\n"
        "print(sorted(set(sys.modules) & {'pygls', 'lsprotocol', 'asyncio', 'pathlib', 'json', 'inspect'}))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", PATHS + code, str(ROOT / "examples/clean")],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = run.stdout.strip().splitlines()[-1]
    assert "pygls" not in loaded
    assert "lsprotocol" not in loaded
    assert "asyncio" not in loaded


PATHS = f"import sys\nsys.path[:0] = {[str(ROOT), *[p for p in sys.path if 'site-packages' in p]]!r}\n"


@pytest.mark.parametrize(
    "command",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=["ruff check", "ruff format", "mypy --strict"],
)
def test_style_and_types(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
