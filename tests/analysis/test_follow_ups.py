"""One mistake, one finding: what only follows from another mistake is left out."""

from __future__ import annotations

import pytest

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.v1_8 import V1_8_0A0

OPTIONS = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
TILT = "tilt(Tensor self, Tensor axis) -> Tensor"
KERNEL = "  dispatch:\n    CPU: x\n    CUDA: y\n"
OTHERS = (
    "  device_guard: False\n  use_c10_dispatcher: hacky_wrapper_for_legacy_signatures\n  structured_delegate: x_out\n"
)
MANY = "Scalar a, float b, Tensor c, str d"


@pytest.mark.parametrize(
    ("native", "derivatives", "rule"),
    [
        # A delegate where none can be: neither its name nor what else a delegate excludes matters.
        (
            f"- func: tilt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n{KERNEL}{OTHERS}",
            "[]",
            "structured-delegate-on-out",
        ),
        # One out argument too early, four arguments behind it.
        (f"- func: tilt.out(*, Tensor(a!) out, {OPTIONS}) -> Tensor(a!)\n", "[]", "argument-syntax"),
        # A name that makes a view function of it.
        (f"- func: view.x(Tensor(a) self, {MANY}) -> Tensor(a)\n{KERNEL}", "[]", "view-argument-type"),
        # Something else in the place of the variants.
        (f"- func: {TILT}\n  variants: {TILT}, c, d, e\n", "[]", "unknown-variant"),
        # The operator's own entry is broken.
        (f"- func: {TILT}\n{KERNEL}  structured: x\n", f"- name: {TILT}\n  self: grad\n", "field-type"),
        (f"- func: {TILT}\n{KERNEL}  dispatch: '\n", f"- name: {TILT}\n  self: grad\n", "yaml-syntax"),
        ("tilt: x\n", f"- name: {TILT}\n  self: grad\n", "not-a-list"),
    ],
)
def test_one_mistake_is_told_once(native: str, derivatives: str, rule: str) -> None:
    found = findings(new_snapshot({"native_functions": native, "derivatives": derivatives}, V1_8_0A0))
    assert [finding.rule for finding in found] == [rule]
