"""A release's own generator and ours, on the same texts."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.codegen.files import MatchedFunction, generated_files, template_names, template_problems
from vt_core.codegen.template_files import Templates
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named
from vt_core.syntax.nodes import FileRole

Texts = Mapping[FileRole, str]

PAIR: dict[FileRole, str] = {
    "native_functions": "ATen/native/native_functions.yaml",
    "derivatives": "autograd/derivatives.yaml",
    "tags": "ATen/native/tags.yaml",
}

# As the generated files call it.
TEMPLATES = "packaged/autograd/templates"

# What we write of all that the generator writes.
OURS = ("VariableType", "ADInplaceOrViewType", "Functions", "ViewFuncs")

_SCRIPT = Path(__file__).with_name("run_generator.py")
_LONGEST_RUN = 1200


class Case(NamedTuple):
    """Texts for the generator, and where its files go, None for nowhere."""

    texts: Texts
    out: Path | None = None


def dialect_of(release: str) -> Dialect:
    """The dialect of a wheel."""
    dialect = dialect_named(release)
    assert dialect is not None, f"no dialect is called {release}"
    return dialect


def texts_of(folder: Path) -> dict[FileRole, str]:
    """The pair that a wheel has, and its tags."""
    packaged = folder / "torchgen" / "packaged"
    return {role: (packaged / name).read_text(encoding="utf-8") for role, name in PAIR.items()}


def generator_refusals(folder: Path, cases: Sequence[Case]) -> list[str | None]:
    """What a wheel's generator says against each case, None where it refuses nothing."""
    rows = [{**case.texts, "out": None if case.out is None else str(case.out)} for case in cases]
    with tempfile.TemporaryDirectory() as work:
        file = Path(work) / "cases.json"
        file.write_text(json.dumps(rows), encoding="utf-8")
        command = [sys.executable, "-B", str(_SCRIPT), str(folder), str(file)]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST_RUN)
    assert run.returncode == 0, run.stderr[-3000:]
    answers: list[str | None] = json.loads(run.stdout)
    return answers


def our_refusals(snapshot: Snapshot) -> list[str]:
    """What we say that the generator refuses."""
    found = [one for one in findings(snapshot) if one.origin == "generator" and one.severity == "error"]
    return [f"{one.rule}: {one.message}" for one in found]


def our_files(snapshot: Snapshot, folder: Path) -> dict[str, bytes]:
    """The files that we write, from a wheel's templates."""
    dialect, templates_at = snapshot.dialect, folder / "torchgen" / TEMPLATES
    texts = {name: (templates_at / name).read_text(encoding="utf-8") for name in template_names(dialect)}
    templates = Templates(texts, TEMPLATES)
    assert not template_problems(templates, dialect)
    functions = [MatchedFunction(found.function, found.keyed) for found in snapshot.functions]
    infos = [(node.info, node.node_name) for node in snapshot.nodes]
    return {file.path: file.text.encode() for file in generated_files(functions, infos, templates, dialect)}


def differences(texts: Texts, dialect: Dialect, folder: Path, out: Path) -> list[str]:
    """How our files for a pair differ from those of a wheel's generator; both refusing it is no difference."""
    [refused] = generator_refusals(folder, [Case(texts, out)])
    snapshot = new_snapshot(texts, dialect)
    ours_refused = our_refusals(snapshot)
    if refused is not None or ours_refused:
        both = refused is not None and ours_refused
        print(f"refused: {refused} | {ours_refused[:3]}")
        return [] if both else [f"the generator: {refused}; ours: {ours_refused[:3]}"]
    theirs = {path.name: path.read_bytes() for path in out.iterdir() if path.name.startswith(OURS)}
    ours = our_files(snapshot, folder)
    print(f"{len(ours)} files, {sum(map(len, ours.values()))} bytes")
    missing = [f"only one writes {name}" for name in sorted(set(ours) ^ set(theirs))]
    both_have = sorted(set(ours) & set(theirs))
    return missing + [
        f"{name}, {first_difference(theirs[name], ours[name])}" for name in both_have if theirs[name] != ours[name]
    ]


def first_difference(theirs: bytes, ours: bytes) -> str:
    """Where two texts part, with both lines."""
    lines, own = theirs.splitlines(), ours.splitlines()
    same = zip(lines, own)
    at = next((index for index, (a, b) in enumerate(same) if a != b), min(len(lines), len(own)))
    return f"line {at + 1}:\n- {lines[at : at + 1]}\n+ {own[at : at + 1]}"
