"""Random faults in backends' files: what the releases' generators refuse, we refuse, and nothing else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conformance.generators import dialect_of, texts_of
from tests.conformance.wheels import Wheels, chosen_releases
from vt_core.analysis.backend import backend_findings
from vt_core.analysis.backend_checks import Kernels
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.model.native_function import NativeFunction

CASES = 300
LISTS = ("supported", "autograd", "full_codegen", "symint", "ir_gen")
SCRIPT = Path(__file__).with_name("run_backend_generator.py")
KEYS = ("XLA", "PrivateUse1", "Lazy", "XLAA", "Vulkan", "CPU", "MPS", "HPU", "", "3", "AutogradXLA")
VALUES = ("", "[]", "abs", "{abs: 1}", "True", "false", "3", "'add.Tensor'")
OTHER_KEYS = ("use_out_as_primary", "device_guard", "non_native", "extra_headers", "kernels", "suported")
ITEMS = ("", "3", "yes", "{func: abs}", "[abs]", "abs_BAD", "add", "add_out", "aten::abs", "'abs '", "abs.", "_s_where")


class Case(NamedTuple):
    backend: str
    kernels: str | None = None


def refusals(folder: Path, cases: list[Case], work: Path) -> list[str | None]:
    """What a wheel's generator says against each case."""
    file = work / "cases.json"
    file.write_text(json.dumps([case._asdict() for case in cases]), encoding="utf-8")
    command = [sys.executable, "-B", str(SCRIPT), str(folder), str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stderr[-3000:]
    answers: list[str | None] = json.loads(run.stdout)
    return answers


def ours(case: Case, snapshot: Snapshot) -> list[str]:
    """What we say that the generator refuses."""
    kernels = None if case.kernels is None else Kernels("kernels", case.kernels)
    return [
        f"{one.rule}: {one.message}"
        for one in backend_findings(case.backend, snapshot, kernels)
        if one.origin == "build"
    ]


def written(fields: Mapping[str, object]) -> str:
    lines: list[str] = []
    for key, value in fields.items():
        lines += [f"{key}:", *[f"- {item}" for item in value]] if isinstance(value, list) else [f"{key}: {value}"]
    return "\n".join(lines) + "\n"


def made(snapshot: Snapshot, seed: str) -> list[Case]:
    """Files with up to three faults, some of them with the kernels that they ask for, or nearly."""
    source = random.Random(seed)
    functions = list(snapshot.native_index.functions.values())
    found: list[Case] = []
    for _ in range(CASES):
        chosen = source.sample(functions, 6)
        names = [function.func.name.text for function in chosen]
        fields: dict[str, object] = {"backend": "XLA", "cpp_namespace": "torch_xla", "supported": names[:4]}
        if source.random() < 0.6:
            fields["autograd"] = names[4:]
        kernels: str | None = None
        if source.random() < 0.5:
            kernels = "".join([f"at::Tensor XLANativeFunctions::{one.cpp_name}(int a) {{}}\n" for one in chosen])
        for _ in range(source.randrange(4)):
            damage(fields, functions, source)
        found.append(Case(written(fields), kernels))
    return found


def damage(fields: dict[str, object], functions: list[NativeFunction], source: random.Random) -> None:
    """One change that may be a fault."""
    kind = source.randrange(7)
    lists = [value for value in fields.values() if isinstance(value, list)]
    if kind == 0:
        fields["backend"] = source.choice(KEYS)
    elif kind == 1:
        fields.pop(source.choice(list(fields)))
    elif kind == 2 and source.random() < 0.1:
        fields["class_name"] = source.choice(("XLANativeFunctions", "Kernels", ""))
    elif kind == 2:
        fields[source.choice((*LISTS, *OTHER_KEYS))] = source.choice(VALUES)
    elif kind == 3 and lists:
        source.choice(lists).append(source.choice(ITEMS))
    elif kind == 4 and lists:
        some = source.choice(lists)
        fields[source.choice(LISTS)] = source.sample(some, min(len(some), 2))
    elif kind == 5 and lists:
        some = source.choice(lists)
        if some:
            at = source.randrange(len(some))
            some[at] = source.choice((f"{some[at]}x", str(some[at]).partition(".")[0], f"{some[at]}.out"))
    elif lists:
        source.choice(lists).append(variant(source.choice(lists), functions, source))


def variant(items: list[object], functions: list[NativeFunction], source: random.Random) -> str:
    """Another variant of an operator that is listed, where there is one."""
    bases = {str(item).partition(".")[0].rstrip("_") for item in items}
    near = [one for one in functions if one.root_name in bases]
    return source.choice(near or functions).func.name.text


@pytest.mark.parametrize("release", chosen_releases())
def test_verdicts_on_backends(release: str, wheels: Wheels, tmp_path: Path) -> None:
    folder = wheels.folder(release)
    snapshot = new_snapshot({**texts_of(folder), "derivatives": "[]\n"}, dialect_of(release))
    cases = made(snapshot, release)
    wrong, refused = [], 0
    for case, said in zip(cases, refusals(folder, cases, tmp_path)):
        told = ours(case, snapshot)
        refused += said is not None
        if (said is None) == bool(told):
            wrong.append(f"{case.backend}\nthe generator: {said}\nours: {told[:3]}")
    assert not wrong, f"{len(wrong)} of {len(cases)}\n" + "\n\n".join(wrong[:6])
    assert CASES // 5 < refused < CASES
