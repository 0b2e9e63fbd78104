"""Call hierarchy over formulas."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import example
from tests.ide.navigation import HELPERS, at, shown
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.call_hierarchy import (
    CallEdge,
    CallItem,
    incoming_calls,
    outgoing_calls,
    prepare_call_hierarchy,
)
from vt_core.ide.helpers_index import Helper

NATIVE = """\
- func: sway(Tensor self, Tensor other) -> Tensor
  variants: function, method
- func: sway_(Tensor(a!) self, Tensor other) -> Tensor(a!)
  variants: method
- func: sway_backward(Tensor grad, Tensor other) -> Tensor
- func: curve(Tensor self) -> Tensor
- func: curve.Two(Tensor self, Tensor other) -> Tensor
"""
DERIVATIVES = """\
- name: sway(Tensor self, Tensor other) -> Tensor
  self: sway_backward(grad, other) + sway_back(std::max(curve(grad), 1))
  other: sway_backward(grad, self).mul(sway_back(grad)) + unheard_of(curve(grad, self))
- name: sway_backward(Tensor grad, Tensor other) -> Tensor
  grad: grad.sway(other)
  other: x.sway_(grad)
"""


def place(snapshot: Snapshot, item: CallItem) -> str:
    target = item.target
    if isinstance(target, Helper):
        return f"{item.kind} {item.name} {target.file}:{target.line + 1}"
    assert target.span.start <= target.selection.start <= target.selection.end <= target.span.end
    return f"{item.kind} {item.name} {shown(snapshot, target.file, target.selection)}"


def edges(snapshot: Snapshot, found: tuple[CallEdge, ...]) -> list[tuple[str, list[str]]]:
    return [
        (place(snapshot, edge.item), [shown(snapshot, "derivatives", span).split(":", 1)[1] for span in edge.spans])
        for edge in found
    ]


SWAY = "entry sway derivatives:1:9 sway"
BACKWARD = "entry sway_backward derivatives:4:9 sway_backward"
CURVE = "function curve native:6:9 curve"
CURVE_TWO = "function curve.Two native:7:9 curve.Two"
HELPER = "helper sway_back FunctionsManual.cpp:1"


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay(", [SWAY]),
        ("func: sw|ay_(", [SWAY]),
        ("name: sw|ay(", [SWAY]),
        ("self: sway_back|ward", [BACKWARD]),
        ("+ sway_bac|k", [HELPER]),
        ("(cur|ve(grad),", [CURVE]),
        ("func: curve.T|wo", [CURVE_TWO]),
        ("gra|d, other) + sway_back", [SWAY]),
        ("  oth|er: sway_backward", [SWAY]),
        ("Tensor sel|f) -> Tensor\n- func: curve.Two", []),
        ("unheard|_of", []),
        ("variants: function|, method", []),
    ],
)
def test_prepare(where: str, expected: list[str]) -> None:
    fixture = at(where, NATIVE, DERIVATIVES)
    items = prepare_call_hierarchy(fixture.snapshot, fixture.file, fixture.offset, HELPERS)
    assert [place(fixture.snapshot, item) for item in items] == expected


def test_outgoing() -> None:
    fixture = at("func: sw|ay(", NATIVE, DERIVATIVES)
    snapshot = fixture.snapshot
    (item,) = prepare_call_hierarchy(snapshot, fixture.file, fixture.offset)
    assert edges(snapshot, outgoing_calls(snapshot, item.kind, item.key, HELPERS)) == [
        (BACKWARD, ["2:9 sway_backward", "3:10 sway_backward"]),
        (HELPER, ["2:38 sway_back", "3:40 sway_back"]),
        (CURVE, ["2:57 curve"]),
        (CURVE_TWO, ["3:70 curve"]),
    ]
    assert [edge.item.kind for edge in outgoing_calls(snapshot, item.kind, item.key)] == [
        "entry",
        "function",
        "function",
    ]
    assert outgoing_calls(snapshot, "helper", "sway_back", HELPERS) == ()
    assert outgoing_calls(snapshot, "entry", "gone(Tensor self) -> Tensor", HELPERS) == ()


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("func: sw|ay(", [(BACKWARD, ["5:14 sway", "6:12 sway_"])]),
        ("func: sway_back|ward", [(SWAY, ["2:9 sway_backward", "3:10 sway_backward"])]),
        ("+ sway_bac|k", [(SWAY, ["2:38 sway_back", "3:40 sway_back"])]),
        ("func: cur|ve(", [(SWAY, ["2:57 curve"])]),
        ("func: curve.T|wo", [(SWAY, ["3:70 curve"])]),
    ],
)
def test_incoming(where: str, expected: list[tuple[str, list[str]]]) -> None:
    fixture = at(where, NATIVE, DERIVATIVES)
    snapshot = fixture.snapshot
    (item,) = prepare_call_hierarchy(snapshot, fixture.file, fixture.offset, HELPERS)
    assert edges(snapshot, incoming_calls(snapshot, item.kind, item.key)) == expected


def test_both_ways_agree_in_the_example() -> None:
    snapshot = new_snapshot(example("clean"), DEFAULT)
    down: set[tuple[str, str, tuple[object, ...]]] = set()
    items: dict[str, CallItem] = {}
    for info in snapshot.derivatives_index.entries.values():
        caller = info.specification
        for edge in outgoing_calls(snapshot, "entry", caller):
            down.add((caller, edge.item.key, edge.spans))
            items[edge.item.key] = edge.item
    up = {
        (edge.item.key, key, edge.spans)
        for key, item in items.items()
        for edge in incoming_calls(snapshot, item.kind, item.key)
    }
    assert down == up
    assert len(down) >= 6
