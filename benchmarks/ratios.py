"""How fast vt-lsp is, as ratios to the time that PyYAML's C loader needs to compose both files once (U).

Usage: python benchmarks/ratios.py CORPUS [CORPUS …]

A corpus is a folder with `native_functions.yaml` and `derivatives.yaml`. Figures are printed with the limit that the
project sets itself; nothing fails on them: this machine may be busy. With `VT_GENERATOR_1_8` naming a checkout of
PyTorch at commit c39fb9771d, its own generator is timed beside ours (family 1.8 only).
"""

from __future__ import annotations

import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import edited, new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named
from vt_core.text.spans import Span

FORMULA = re.compile(r"^  (\w[\w, ]*): (.*\bgrad\b.*)$", re.MULTILINE)
KEYSTROKES = " + self"


def unit(corpus: Path) -> float:
    """U, in seconds: file reading included, median of 5."""
    return median_of(5, lambda: compose_both(corpus))


def compose_both(corpus: Path) -> None:
    for name in ("native_functions.yaml", "derivatives.yaml"):
        yaml.compose((corpus / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def median_of(count: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(count):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def lay_out(corpus: Path, root: Path) -> None:
    """A folder like a PyTorch checkout that holds the corpus."""
    native, autograd = root / "aten/src/ATen/native", root / "tools/autograd"
    native.mkdir(parents=True)
    autograd.mkdir(parents=True)
    shutil.copy(corpus / "native_functions.yaml", native)
    shutil.copy(corpus / "derivatives.yaml", autograd)
    (root / "version.txt").write_text(corpus.name.lstrip("v").split("-")[0] + "\n")
    templates = root / "templates"
    templates.mkdir()
    for name, hole in TEMPLATES.items():
        (templates / name).write_text(hole)


TEMPLATES = {
    "VariableType.h": "// ${generated_comment}\n${type_derived_method_declarations}\n",
    "VariableType.cpp": "// ${generated_comment}\n${type_derived_method_definitions}\n  ${wrapper_registrations}\n",
    "Functions.h": "// ${generated_comment}\n${autograd_function_declarations}\n",
    "Functions.cpp": "// ${generated_comment}\n${autograd_function_definitions}\n",
}


def run(root: Path, *options: str) -> None:
    subprocess.run([sys.executable, "-m", "vt_lsp", *options], cwd=root, capture_output=True, check=False)


def edit_times(corpus: Path, dialect: Dialect) -> list[float]:
    """One formula edit to all findings of both files, in process, for each of many keystrokes."""
    texts = {
        "native_functions": (corpus / "native_functions.yaml").read_text(encoding="utf-8"),
        "derivatives": (corpus / "derivatives.yaml").read_text(encoding="utf-8"),
    }
    snapshot = new_snapshot(
        {"native_functions": texts["native_functions"], "derivatives": texts["derivatives"]}, dialect
    )
    findings(snapshot)
    ends = [match.end() for match in FORMULA.finditer(texts["derivatives"])]
    times = []
    for end in random.Random(5).sample(ends, 120):
        for count, character in enumerate(KEYSTROKES):
            start = time.perf_counter()
            snapshot = edited(snapshot, "derivatives", Span(end + count, end + count), character)
            findings(snapshot)
            times.append(time.perf_counter() - start)
        snapshot = edited(snapshot, "derivatives", Span(end, end + len(KEYSTROKES)), "")
    return sorted(times)


MEMORY = """
import resource, sys
sys.argv = ["vt-lsp", "--generate", "out", "--templates", "templates"]
from vt_lsp.cli import main
try:
    main()
except SystemExit:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def peak_memory(root: Path) -> int:
    """MB that the process takes at most while everything is generated."""
    done = subprocess.run([sys.executable, "-c", MEMORY], cwd=root, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1])


def generator_time(corpus: Path, root: Path) -> float | None:
    """The time of the generator itself on the same pair, None where no checkout is named."""
    checkout = os.environ.get("VT_GENERATOR_1_8")
    if checkout is None or not corpus.name.startswith("v1.8"):
        return None
    code = (
        "import functools, yaml\nyaml.load = functools.partial(yaml.load, Loader=yaml.SafeLoader)\n"
        "from tools.autograd.load_derivatives import load_derivatives\n"
        "from tools.autograd.gen_variable_type import gen_variable_type\n"
        "from tools.autograd.gen_autograd_functions import gen_autograd_functions_lib\n"
        "from tools.codegen.selective_build.selector import SelectiveBuilder\n"
        f"native, derivatives = {str(corpus / 'native_functions.yaml')!r}, {str(corpus / 'derivatives.yaml')!r}\n"
        "infos = load_derivatives(derivatives, native)\n"
        f"out, templates = {str(root / 'theirs')!r}, {str(root / 'templates')!r}\n"
        "gen_variable_type(out, native, infos, templates, SelectiveBuilder.get_nop_selector())\n"
        "gen_autograd_functions_lib(out, infos, templates)\n"
    )
    (root / "theirs").mkdir()
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=checkout, check=True, capture_output=True)
    return time.perf_counter() - start


def report(what: str, figure: float, limit: str, unit_: str = "U") -> None:
    print(f"  {what}: {figure:.3g} {unit_} (limit {limit})", flush=True)


def measure(corpus: Path) -> None:
    u = unit(corpus)
    print(f"{corpus.name}: U = {1000 * u:.1f} ms")
    dialect = dialect_named(corpus.name.lstrip("v").split("-")[0])
    assert dialect is not None, f"no dialect for {corpus.name}"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lay_out(corpus, root)
        report("--help, whole process", 1000 * median_of(5, lambda: run(root, "--help")), "150", "ms")
        report("--check, whole process", median_of(7, lambda: run(root, "--check")) / u, "6")
        times = edit_times(corpus, dialect)
        report("formula edit to all findings, p50", statistics.median(times) / u, "0.02")
        report("formula edit to all findings, p99", times[int(0.99 * (len(times) - 1))] / u, "0.2")
        ours = median_of(3, lambda: regenerate(root))
        report("--generate, everything, whole process", ours / u, "15")
        theirs = generator_time(corpus, root)
        if theirs is not None:
            report("times as fast as the generator itself", theirs / ours, "at least 3", "x")
        report("peak memory while everything is generated", peak_memory(root), "150", "MB")


def regenerate(root: Path) -> None:
    shutil.rmtree(root / "out", ignore_errors=True)
    run(root, "--generate", "out", "--templates", "templates")


def main() -> int:
    corpora = [Path(argument).resolve() for argument in sys.argv[1:]]
    if not corpora:
        print(__doc__, file=sys.stderr)
        return 2
    for corpus in corpora:
        measure(corpus)
    return 0


if __name__ == "__main__":
    sys.exit(main())
