"""Whatever the files hold: nothing raises, and every finding points at something short on one line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.analysis.test_incremental import (
    FILES,
    LineMove,
    Replacement,
    apply_lines,
    apply_replacement,
    line_moves,
    pair,
    replacements,
)
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.v1_8 import V1_8_1
from vt_core.text.spans import Span


def check_span(snapshot: Snapshot, file: str, span: Span) -> None:
    (text,) = [snapshot.document(known).text for known in FILES if known == file]
    piece = text[span.start : span.end]
    assert 0 <= span.start <= span.end <= len(text)
    assert "\n" not in piece
    assert "\r" not in piece
    assert piece or not text.strip()


def check(snapshot: Snapshot, finding: Finding) -> None:
    check_span(snapshot, finding.file, finding.span)
    assert "\n" not in finding.message
    for related in finding.related:
        check_span(snapshot, related.file, related.span)
    for edit in () if finding.fix is None else finding.fix.edits:
        assert 0 <= edit.span.start <= edit.span.end <= len(snapshot.document(edit.file).text)


@pytest.mark.parametrize("name", ["clean", "mistakes"])
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(st.one_of(replacements(), line_moves()), min_size=1, max_size=3))
def test_findings_point_at_one_line(name: str, steps: list[Replacement | LineMove]) -> None:
    snapshot = new_snapshot(pair(name), V1_8_1)
    for step in steps:
        snapshot = apply_replacement(snapshot, step) if isinstance(step, Replacement) else apply_lines(snapshot, step)
    for finding in findings(snapshot):
        check(snapshot, finding)


VALUES = [
    *["", "~", "x", "0", "[x]", "[[x]]", "{x: y}", "'", "|\n    x", ">\n    x\n    y", "'\n    x'", '"x\\\n    y"'],
    *[
        "&a x",
        "*a",
        "!!timestamp x",
        "!!set {x}",
        "'x\n    y(z) -> w'",
        "x(y)",
        "\n    - x\n    - y",
        "\n    x: y\n    z: w",
    ],
]
FIELDS = [
    "dispatch",
    "structured",
    "structured_delegate",
    "variants",
    "cpp_no_default_args",
    "nosuch",
    "use_c10_dispatcher",
]


def check_all(native: str, derivatives: str) -> None:
    snapshot = new_snapshot({"native_functions": native, "derivatives": derivatives}, V1_8_1)
    for finding in findings(snapshot):
        check(snapshot, finding)


SCHEMA = "tilt(Tensor self, Tensor axis) -> Tensor"


@pytest.mark.parametrize("value", VALUES)
def test_a_value_of_any_form_in_any_field(value: str) -> None:
    """As a field's value, as a formula, as a schema, and merged in."""
    for line in (*[f"  {field}: {value}\n" for field in FIELDS], f"  func: {value}\n", f"  <<: {{nosuch: {value}}}\n"):
        check_all(f"- func: {SCHEMA}\n{line}", "[]\n")
    for key in ("self", "output_differentiability", "name", "self, axis", "dispatch", "<<"):
        check_all(f"- func: {SCHEMA}\n", f"- name: {SCHEMA}\n  axis: grad\n  {key}: {value}\n")


@pytest.mark.parametrize("field", FIELDS)
def test_a_value_that_stands_elsewhere(field: str) -> None:
    check_all(f"- func: &a tilt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  {field}: *a\n", "[]\n")
    check_all(
        f"- &a\n  func: {SCHEMA}\n- <<: *a\n  {field}: x\n", f"- name: &b {SCHEMA}\n  self: grad\n  {field}: *b\n"
    )
