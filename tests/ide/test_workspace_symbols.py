"""Workspace symbols: what is found, and in which order."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.workspace_symbols import workspace_symbols

NATIVE = """\
- func: sway(Tensor self) -> Tensor
  dispatch:
    CPU: sway
- func: sway.Scalar(Tensor self, Scalar gate) -> Tensor
- func: soft_gate(Tensor self) -> Tensor
- func: _soft_gate_backward(Tensor self) -> Tensor
- func: aside(Tensor self) -> Tensor
- func: gates(Tnsor self) -> Tensor
- func: broken_gate(Tensor self
   variants: x
"""
DERIVATIVES = """\
- name: sway(Tensor self) -> Tensor
  self: grad
- name: gone_gate(Tensor self) -> Tensor
  self: grad
"""


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return parse(NATIVE, DERIVATIVES).snapshot


def found(snapshot: Snapshot, query: str) -> list[str]:
    return [f"{symbol.kind} {symbol.name}" for symbol in workspace_symbols(snapshot, query)]


def test_everything_in_file_order(snapshot: Snapshot) -> None:
    assert found(snapshot, "") == [
        "operator sway",
        "operator sway.Scalar",
        "operator soft_gate",
        "operator _soft_gate_backward",
        "operator aside",
        "operator gates",
        "operator broken_gate",
        "entry sway",
        "entry gone_gate",
        "node SwayBackward",
    ]
    assert found(snapshot, " \t") == found(snapshot, "")


def test_spans_are_of_the_names(snapshot: Snapshot) -> None:
    for symbol in workspace_symbols(snapshot, ""):
        text = snapshot.document(symbol.file).text[slice(*symbol.span)]
        assert text == ("sway" if symbol.kind == "node" else symbol.name)
    containers = {symbol.kind: symbol.container for symbol in workspace_symbols(snapshot, "")}
    assert containers == {"operator": "native_functions.yaml", "entry": "derivatives.yaml", "node": "sway"}


def test_ranking(snapshot: Snapshot) -> None:
    assert found(snapshot, "sway") == [
        "operator sway",
        "entry sway",
        "operator sway.Scalar",  # of the whole name, without the overload
        "node SwayBackward",
    ]
    assert found(snapshot, "gate") == [
        "operator gates",
        "operator soft_gate",
        "entry gone_gate",
        "operator broken_gate",
        "operator _soft_gate_backward",
    ]
    assert found(snapshot, "sg")[0] == "operator soft_gate"
    assert found(snapshot, "sgb") == ["operator _soft_gate_backward"]
    assert found(snapshot, "sway.s") == ["operator sway.Scalar"]
    assert found(snapshot, "aten::sway.Scalar") == ["operator sway.Scalar"]
    assert found(snapshot, "SwayB") == ["node SwayBackward"]
    assert found(snapshot, "asi") == ["operator aside"]
    assert found(snapshot, "ase") == ["operator aside"]
    assert found(snapshot, "nosuch") == []


def test_own_case_first() -> None:
    other = parse(NATIVE + "- func: swayback(Tensor self) -> Tensor\n", DERIVATIVES).snapshot
    assert found(other, "swayb") == ["operator swayback", "node SwayBackward"]
    assert found(other, "SwayB") == ["node SwayBackward", "operator swayback"]


def test_no_more_than_asked_for(snapshot: Snapshot) -> None:
    assert len(workspace_symbols(snapshot, "", 3)) == 3
    assert workspace_symbols(snapshot, "", 0) == ()


@pytest.mark.parametrize("query", ["(", "[", "\\", "^a", ".*", "a" * 5000, "\U0001f600", "\n", "İ", "a_" * 60 + "b"])
def test_any_query(snapshot: Snapshot, query: str) -> None:
    workspace_symbols(snapshot, query)


def test_words_of_many_letters_cost_little() -> None:
    names = "".join([f"- func: {'a_' * 400}b{number}(Tensor self) -> Tensor\n" for number in range(20)])
    assert len(workspace_symbols(parse(names).snapshot, "a" * 99 + "b")) == 20
