"""As `test_incremental`, for releases that generate variants: what follows from others follows them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.analysis.test_incremental import LineMove as LineMove
from tests.analysis.test_incremental import Replacement, apply_lines, apply_replacement, line_moves
from vt_core.analysis.findings import findings
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.analysis.store import Store
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v2_x import V2_1, V2_15
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

NATIVE = """\
- func: wash(Tensor self, int times=1) -> Tensor
  variants: function, method
  dispatch:
    CPU: wash

- func: wash_(Tensor(a!) self, int times=1) -> Tensor(a!)
  dispatch:
    CPU: wash_
  autogen: wash.out

- func: _foreach_wash(Tensor[] self, int times=1) -> Tensor[]
  device_check: NoCheck
  dispatch:
    CPU: wash_list

- func: _foreach_wash_(Tensor(a!)[] self, int times=1) -> ()
  device_check: NoCheck
  dispatch:
    CPU: wash_list_
  autogen: _foreach_wash.out

- func: slab(Tensor(a) self, SymInt[] size) -> Tensor(a)
  dispatch:
    CPU: slab

- func: slab_copy(Tensor self, SymInt[] size) -> Tensor
  dispatch:
    CompositeExplicitAutogradNonFunctional: slab_copy
  tags: view_copy
  autogen: slab_copy.out

- func: pour(Tensor self, Tensor(a!) cup) -> Tensor
  dispatch:
    CPU: pour
  autogen: pour_functional, pour.out

- func: tile(Tensor self) -> Tensor
  structured_delegate: tile.out

- func: tile.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: tile_out

- func: rand_mist(int[] size, *, ScalarType? dtype, Layout? layout, Device? device, bool? pin_memory) -> Tensor
  tags: [nondeterministic_seeded, core]
  dispatch:
    CompositeExplicitAutograd: rand_mist
  autogen: rand_mist.out
"""

DERIVATIVES = """\
- name: wash(Tensor self, int times=1) -> Tensor
  self: grad * self
  result: auto_element_wise

- name: slab(Tensor(a) self, SymInt[] size) -> Tensor(a)
  dispatch:
    Default:
      self: grad.reshape_symint(self.sym_sizes())
      result: auto_linear
    AutogradNestedTensor:
      self: grad.reshape_as(self)

- name: pour(Tensor self, Tensor(a!) cup) -> Tensor
  self, cup: pour_backward(grad, cup, grad_input_mask)

- name: tile(Tensor self) -> Tensor
  self: tile_backward(grad, result)
"""

TAGS = """\
- tag: core
  desc: |
    One of the operators that backends have.
- tag: nondeterministic_seeded
  desc: random
- tag: view_copy
  desc: the copy of a view
- tag: pt2_compliant_tag
  desc: compliant
"""

TEXTS: dict[FileRole, str] = {"native_functions": NATIVE, "derivatives": DERIVATIVES, "tags": TAGS}
FILES: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")

SNIPPETS = [
    *["\n", " ", "- ", ":", "'", "#", "[", "_", "a", "_copy", "_foreach_", "x", ", ", "!", " -> *", "core", "SymInt"],
    "- func: wash.two(Tensor self, int times, int two) -> Tensor\n  dispatch:\n    CPU: w\n  autogen: wash.two_out\n",
    "- func: slab_copy(Tensor self, SymInt[] size) -> Tensor\n  tags: view_copy\n",
    "- func: slab_(Tensor(a!) self, SymInt[] size) -> Tensor(a!)\n  tags: inplace_view\n",
    "- name: slab_copy(Tensor self, SymInt[] size) -> Tensor\n  self: grad\n",
    "- name: _foreach_wash(Tensor[] self, int times=1) -> Tensor[]\n  self: grads\n",
    "- name: wash_(Tensor(a!) self, int times=1) -> Tensor(a!)\n  self: grad\n",
    "- name: pour_functional(Tensor self, Tensor cup) -> (Tensor, Tensor cup_out)\n  self: grads[1]\n",
    "- tag: core\n  desc: again\n",
    "  structured_delegate: tile.out\n",
    "  autogen: wash.out\n",
    "  tags: core\n",
]


def replacements() -> st.SearchStrategy[Replacement]:
    return st.builds(
        Replacement,
        st.sampled_from(FILES),
        st.floats(0, 1),
        st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 120)),
        st.one_of(st.sampled_from(SNIPPETS), st.just("")),
    )


def answers(snapshot: Snapshot) -> dict[str, object]:
    """All that a snapshot tells, without identities."""
    return {
        "texts": {file: snapshot.document(file).text for file in FILES},
        "findings": findings(snapshot),
        "functions": [
            (
                match.function.func.text,
                match.function.is_generated,
                None if match.info is None else match.info.func.func.text,
                match.exact,
                [(one.autograd_key, one.node_name, one.forward, one.info.derivatives) for one in match.keyed],
            )
            for match in snapshot.functions
        ],
        "nodes": [(node.node_name, node.info.func.func.text) for node in snapshot.nodes],
    }


def fresh(snapshot: Snapshot) -> Snapshot:
    return new_snapshot({file: snapshot.document(file).text for file in FILES}, snapshot.dialect, Store())


@pytest.mark.parametrize("dialect", [V2_1, V2_15], ids=["2.1", "2.15"])
def test_the_pair_itself(dialect: Dialect) -> None:
    snapshot = new_snapshot(TEXTS, dialect)
    assert not [finding for finding in findings(snapshot) if finding.severity != "hint"]
    generated = [match.function.func.name.text for match in snapshot.functions if match.function.is_generated]
    assert generated == [
        *["wash.out", "_foreach_wash.out", "slab_copy.out", "pour.out", "pour_functional", "rand_mist.out"]
    ]
    nodes = {node.node_name for node in snapshot.nodes}
    assert {"SlabBackward0_copy", "ForeachWashBackward0", "SlabBackwardAutogradNestedTensor0"} <= nodes


@pytest.mark.parametrize("dialect", [V2_1, V2_15], ids=["2.1", "2.15"])
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(st.one_of(replacements(), line_moves()), min_size=1, max_size=10))
def test_edits_equal_a_fresh_start(dialect: Dialect, steps: list[Replacement | LineMove]) -> None:
    start = new_snapshot(TEXTS, dialect)
    before = answers(start)
    snapshot = start
    for step in steps:
        snapshot = apply_replacement(snapshot, step) if isinstance(step, Replacement) else apply_lines(snapshot, step)
        assert answers(snapshot) == answers(fresh(snapshot))
    assert answers(start) == before  # an older snapshot does not notice


def test_taking_edits_back() -> None:
    """Each line of each file deleted and put back."""
    start = new_snapshot(TEXTS, V2_15)
    expected = answers(start)
    snapshot = start
    for file, text in TEXTS.items():
        at = 0
        for line in text.splitlines(keepends=True):
            snapshot = edited(snapshot, file, Span(at, at + len(line)), "")
            assert answers(snapshot) == answers(fresh(snapshot))
            snapshot = edited(snapshot, file, Span(at, at), line)
            assert answers(snapshot) == expected
            at += len(line)
