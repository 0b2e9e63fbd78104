"""The generators of releases 2.1 on, each run beside ours on its own pair: whole files, byte for byte.

Opt-in, for the wheels are large: there are tests here only where `VT_TORCHGEN` names a folder that holds `torchgen/` of
a release in a sub-folder called like it (`2.15.0/torchgen`). docs/development.md says how to fill it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.codegen.files import MatchedFunction, generated_files, template_names, template_problems
from vt_core.codegen.template_files import Templates
from vt_core.dialects.registry import dialect_named
from vt_core.syntax.nodes import FileRole

SOURCES = os.environ.get("VT_TORCHGEN")

# Without it, pytest finds no test here.
__test__ = SOURCES is not None

PAIR: dict[FileRole, str] = {
    "native_functions": "ATen/native/native_functions.yaml",
    "derivatives": "autograd/derivatives.yaml",
    "tags": "ATen/native/tags.yaml",
}

# As the generated files call it.
TEMPLATES = "packaged/autograd/templates"

# What we write of all that `gen_autograd` writes.
OURS = ("VariableType", "ADInplaceOrViewType", "Functions", "ViewFuncs")

# Run with the release's folder and that of the output. Files name the script that wrote them, PyTorch's own.
GENERATOR = """
import sys
root, out = sys.argv[1:]
sys.path.insert(0, root)
__file__ = root + "/tools/setup_helpers/generate_code.py"
from torchgen.packaged.autograd.gen_autograd import gen_autograd
from torchgen.selective_build.selector import SelectiveBuilder
native, packaged = root + "/torchgen/packaged/ATen/native/", root + "/torchgen/packaged/"
everything = SelectiveBuilder.get_nop_selector()
gen_autograd(native + "native_functions.yaml", native + "tags.yaml", out, packaged + "autograd", everything)
"""


def releases() -> list[str]:
    """The sub-folders that hold a generator."""
    return sorted(path.parents[1].name for path in Path(SOURCES or ".").glob("*/torchgen/packaged")) if SOURCES else []


def folder_of(release: str) -> Path:
    return (Path(SOURCES or ".") / release).resolve()


def snapshot_of(release: str) -> Snapshot:
    dialect = dialect_named(release)
    assert dialect is not None, f"no dialect is called {release}"
    packaged = folder_of(release) / "torchgen/packaged"
    return new_snapshot({role: (packaged / name).read_text(encoding="utf-8") for role, name in PAIR.items()}, dialect)


def our_files(release: str) -> Iterator[tuple[str, str]]:
    snapshot = snapshot_of(release)
    assert not [found for found in findings(snapshot) if found.origin == "generator"]
    dialect, folder = snapshot.dialect, folder_of(release) / "torchgen" / TEMPLATES
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in template_names(dialect)}
    templates = Templates(texts, TEMPLATES)
    assert not template_problems(templates, dialect)
    functions = [MatchedFunction(found.function, found.keyed) for found in snapshot.functions]
    infos = [(node.info, node.node_name) for node in snapshot.nodes]
    for file in generated_files(functions, infos, templates, dialect):
        yield file.path, file.text


def first_difference(theirs: bytes, ours: bytes) -> str:
    """Where two texts part, with both lines."""
    lines, own = theirs.splitlines(), ours.splitlines()
    same = zip(lines, own)
    at = next((index for index, (a, b) in enumerate(same) if a != b), min(len(lines), len(own)))
    return f"line {at + 1}:\n- {lines[at : at + 1]}\n+ {own[at : at + 1]}"


def test_a_release_is_there() -> None:
    assert releases(), f"{SOURCES} has no <release>/torchgen/packaged"


@pytest.mark.parametrize("release", releases())
def test_files(release: str, tmp_path: Path) -> None:
    command = [sys.executable, "-B", "-c", GENERATOR, str(folder_of(release)), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    theirs = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name.startswith(OURS)}
    ours = {name: text.encode() for name, text in our_files(release)}
    assert sorted(ours) == sorted(theirs)
    parted = {name: first_difference(theirs[name], text) for name, text in ours.items() if text != theirs[name]}
    assert not parted, "\n".join(f"{name}, {where}" for name, where in parted.items())
    print(f"{release}: {len(ours)} files the same, {sum(map(len, ours.values()))} bytes")
