"""YAML that is unlike the two files: what PyTorch's own generator (1.8.0a0) says of it, recorded."""

from __future__ import annotations

import pytest

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.v1_8 import V1_8_0A0

NATIVE = "- func: tilt(Tensor self, Tensor axis) -> Tensor\n  dispatch:\n    CPU: tilt\n"
DERIVATIVES = "- name: tilt(Tensor self, Tensor axis) -> Tensor\n  self: grad\n"

# native_functions.yaml is no more than this.
NATIVE_TEXTS_ACCEPTED: list[str] = [
    "--- []\n",
    "[]\n",
    "!!omap []",
    "\ufeff\ufeff[]",
    "%YAML 1.1\n--- []",
    "[]\n...\n",
    "&a []",
]
NATIVE_TEXTS_REFUSED: list[str] = [
    "",
    "\n",
    "# c\n",
    "---\n",
    "...\n",
    "{}\n",
    "''",
    "x",
    "null",
    "0",
    "!!set {}",
    "!!set {a}",
    "!!omap [a: b]",
    "!!python/tuple []",
    "!!binary ''",
    "!!binary aGk=",
    "!!seq\n",
    "\ufeff",
    "\ufeff\ufeff",
    "[]\n---\n[]",
    "[[]]",
    "- \n",
    "\t[]",
    "*a",
    "!!str",
    "--- |\n",
    "- []\n",
    "- {}\n",
]
# derivatives.yaml is no more than this.
DERIVATIVES_TEXTS_ACCEPTED: list[str] = [
    "--- []\n",
    "[]\n",
    "{}\n",
    "''",
    "!!set {}",
    "!!omap []",
    "!!python/tuple []",
    "!!binary ''",
    "\ufeff\ufeff[]",
    "%YAML 1.1\n--- []",
    "[]\n...\n",
    "&a []",
    "!!str",
    "--- |\n",
]
DERIVATIVES_TEXTS_REFUSED: list[str] = [
    "",
    "\n",
    "# c\n",
    "---\n",
    "...\n",
    "x",
    "null",
    "0",
    "!!set {a}",
    "!!omap [a: b]",
    "!!binary aGk=",
    "!!seq\n",
    "\ufeff",
    "\ufeff\ufeff",
    "[]\n---\n[]",
    "[[]]",
    "- \n",
    "\t[]",
    "*a",
    "- []\n",
    "- {}\n",
]
# This stands before the first function.
NATIVE_STARTS_ACCEPTED: list[str] = [
    "!!seq\n",
    "\ufeff",
    "---\n",
    "%YAML 1.2\n---\n",
    "&a\n",
    "# c\n",
    "--- # c\n",
]
NATIVE_STARTS_REFUSED: list[str] = [
    "!!python/tuple\n",
    "!!omap\n",
    "!!set\n",
    "\ufeff\ufeff",
    " ",
    "---\n---\n",
    "...\n",
    "x\n",
]
# This stands before the first derivatives entry.
DERIVATIVES_STARTS_ACCEPTED: list[str] = [
    "!!seq\n",
    "!!python/tuple\n",
    "\ufeff",
    "---\n",
    "%YAML 1.2\n---\n",
    "&a\n",
    "# c\n",
    "--- # c\n",
]
DERIVATIVES_STARTS_REFUSED: list[str] = [
    "!!omap\n",
    "!!set\n",
    "\ufeff\ufeff",
    " ",
    "---\n---\n",
    "...\n",
    "x\n",
]
# A field more in the function.
NATIVE_FIELDS_ACCEPTED: list[str] = [
    "cpp_no_default_args: !!omap []",
    "variants: !!python/str method",
    "manual_cpp_binding: !!python/bool yes",
    "device_guard: !!bool 'no'",
    "python_module: !!python/none x",
    "python_module: !!null x",
    "__line__: 3",
    "'__line__': x",
    "<<: {dispatch: x}",
    "<<: []",
]
NATIVE_FIELDS_REFUSED: list[str] = [
    "cpp_no_default_args: !!python/tuple []",
    "cpp_no_default_args: !!set {}",
    "manual_cpp_binding: !!bool x",
    "__line__: !!int x",
    "use_c10_dispatcher: !!seq x",
    "<<: {nosuch: x}",
    "<<: [x]",
    "<<: x",
    "1: x\n  '1': y",
]
# A field more in the derivatives entry.
DERIVATIVES_FIELDS_ACCEPTED: list[str] = [
    "<<: {axis: grad}",
    "axis: !!python/str grad",
    "axis: !!str 1",
    "output_differentiability: !!binary AQ==",
    "output_differentiability: !!set {True}",
    "output_differentiability: !!python/tuple [True]",
    "output_differentiability: !!omap [a: False]",
    "output_differentiability: &x [*x]",
    "axis: grad\n  <<: {axis: 1}",
    "<<: {axis: 1}\n  axis: grad",
]
DERIVATIVES_FIELDS_REFUSED: list[str] = [
    "=: grad",
    "'1': grad\n  1: grad",
    "1: grad\n  '1': grad",
    "<<: !!set {axis}",
    "axis: !!binary aGk=",
    "axis: !!timestamp x",
    "axis: !!int x",
    "axis: !!python/name:len",
    "axis: !!python/name:len x",
    "output_differentiability: !!binary AA==",
    "output_differentiability: !!set {False}",
    "output_differentiability: !!str [True]",
    "axis: &y [*y]",
    "? !!python/tuple [self]\n  : grad",
    "? [self]\n  : grad",
]

CASES = [
    *[(text, "[]\n", True) for text in NATIVE_TEXTS_ACCEPTED],
    *[(text, "[]\n", False) for text in NATIVE_TEXTS_REFUSED],
    *[(NATIVE, text, True) for text in DERIVATIVES_TEXTS_ACCEPTED],
    *[(NATIVE, text, False) for text in DERIVATIVES_TEXTS_REFUSED],
    *[(start + NATIVE, "[]\n", True) for start in NATIVE_STARTS_ACCEPTED],
    *[(start + NATIVE, "[]\n", False) for start in NATIVE_STARTS_REFUSED],
    *[(NATIVE, start + DERIVATIVES, True) for start in DERIVATIVES_STARTS_ACCEPTED],
    *[(NATIVE, start + DERIVATIVES, False) for start in DERIVATIVES_STARTS_REFUSED],
    *[(f"{NATIVE}  {field}\n", DERIVATIVES, True) for field in NATIVE_FIELDS_ACCEPTED],
    *[(f"{NATIVE}  {field}\n", DERIVATIVES, False) for field in NATIVE_FIELDS_REFUSED],
    *[(NATIVE, f"{DERIVATIVES}  {field}\n", True) for field in DERIVATIVES_FIELDS_ACCEPTED],
    *[(NATIVE, f"{DERIVATIVES}  {field}\n", False) for field in DERIVATIVES_FIELDS_REFUSED],
    (NATIVE, DERIVATIVES.replace("- ", "- &m\n  ") + "- *m\n", False),
    (NATIVE, DERIVATIVES.replace("- ", "- &m\n  ") + "- <<: *m\n", True),
    (NATIVE.replace("- ", "- &m\n  ") + "- *m\n", DERIVATIVES, False),
    (NATIVE, DERIVATIVES + DERIVATIVES, True),
    (NATIVE + NATIVE, DERIVATIVES, False),
]


@pytest.mark.parametrize(("native", "derivatives", "accepted"), CASES)
def test_the_verdict_on_unusual_yaml(native: str, derivatives: str, accepted: bool) -> None:
    found = findings(new_snapshot({"native_functions": native, "derivatives": derivatives}, V1_8_0A0))
    refusals = [finding.message for finding in found if finding.severity == "error" and finding.origin == "generator"]
    assert bool(refusals) is not accepted, refusals
