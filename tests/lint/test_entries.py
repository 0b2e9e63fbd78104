"""What only several entries show, and that it follows every edit."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import edited, new_snapshot
from vt_core.analysis.store import Store
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

FILES: tuple[FileRole, ...] = ("native_functions", "derivatives")
NATIVE = """\
- func: ebb(Tensor self) -> Tensor
  dispatch:
    CPU: ebb
- func: ebb_(Tensor(a!) self) -> Tensor(a!)
  variants: method
  dispatch:
    CPU: ebb_
- func: ebb.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  dispatch:
    CPU: ebb_out
- func: ebb.rows(Tensor self, int n) -> Tensor
  dispatch:
    CPU: ebb_rows
- func: ebb_backward(Tensor grad_output, Tensor self) -> Tensor
  dispatch:
    CPU: ebb_backward
- func: surge_(Tensor(a!) self) -> Tensor(a!)
  variants: method
  dispatch:
    CPU: surge_
- func: surge(Tensor self, int n) -> (Tensor, Tensor)
  dispatch:
    CPU: surge
"""
DERIVATIVES = """\
- name: ebb(Tensor self) -> Tensor
  self: ebb_backward(grad, self)
- name: ebb_backward(Tensor grad_output, Tensor self) -> Tensor
  grad_output: maybe_multiply(grad, 2)
  self: not_implemented("ebb_backward")
- name: surge(Tensor self, int n) -> (Tensor, Tensor)
  self: ebb_backward(grads[0], self) + grads[1]
"""
DIALECTS = [dialect for name in ("1.8", "2.15") if (dialect := dialect_named(name)) is not None]


def rules(native: str, derivatives: str, dialect: Dialect) -> list[str]:
    found = findings(new_snapshot({"native_functions": native, "derivatives": derivatives}, dialect))
    return sorted([finding.rule for finding in found])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_second_of_two_entries_is_told_with_the_first(dialect: Dialect) -> None:
    entry = "- name: ebb(Tensor self) -> Tensor\n  self: grad\n"
    found = findings(new_snapshot({"native_functions": NATIVE, "derivatives": entry + entry}, dialect))
    (twice,) = [finding for finding in found if finding.rule == "duplicate-entry"]
    assert twice.span == Span(len(entry) + 8, len(entry) + 11)
    assert [(related.file, related.span.start) for related in twice.related] == [("derivatives", 8)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_in_place_entry_of_its_own_needs_no_clone_of_another(dialect: Dialect) -> None:
    assert "inplace-clone" in rules(NATIVE, DERIVATIVES, dialect)
    own = "- name: ebb_(Tensor(a!) self) -> Tensor(a!)\n  self: grad\n"
    assert "inplace-clone" not in rules(NATIVE, DERIVATIVES + own, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_siblings_without_formulas(dialect: Dialect) -> None:
    found = rules(NATIVE, DERIVATIVES, dialect)
    assert found.count("sibling-without-formula") == 1
    assert found.count("inplace-without-formula") == 1
    own = "- name: ebb.rows(Tensor self, int n) -> Tensor\n  self: grad\n"
    assert "sibling-without-formula" not in rules(NATIVE, DERIVATIVES + own, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_entry_for_an_out_variant(dialect: Dialect) -> None:
    entry = "- name: ebb.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n  self: grad\n"
    assert "out-entry" in rules(NATIVE, entry, dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_the_generator_refuses_is_not_told_twice(dialect: Dialect) -> None:
    entry = "- name: surge(Tensor self, int n) -> (Tensor, Tensor)\n  self: surge_backward(grads[7], grads[7])\n"
    found = rules(NATIVE, entry, dialect)
    assert "grads-out-of-bounds" in found
    assert "repeated-argument" not in found


Step = tuple[FileRole, float, int, str]
WORDS = [
    "ebb",
    "ebb_backward",
    "surge",
    "grad",
    "grads",
    "self",
    "maybe_multply",
    "rows",
    "_",
    ", self",
    "()",
    '"ebb"',
    "\n",
]


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(FILES), st.floats(0, 1), st.integers(0, 14), st.sampled_from(["", "\n", *WORDS])),
        min_size=1,
        max_size=10,
    )
)
def test_every_edit_tells_what_a_fresh_start_tells(dialect: Dialect, steps: list[Step]) -> None:
    snapshot = new_snapshot({"native_functions": NATIVE, "derivatives": DERIVATIVES}, dialect)
    for file, where, length, text in steps:
        whole = snapshot.document(file).text
        at = int(where * len(whole))
        snapshot = edited(snapshot, file, Span(at, min(len(whole), at + length)), text)
        texts = {role: snapshot.document(role).text for role in FILES}
        fresh = new_snapshot(texts, dialect, Store())
        assert findings(snapshot) == findings(fresh)
        assert set(snapshot.called.unknown) == set(fresh.called.unknown)
