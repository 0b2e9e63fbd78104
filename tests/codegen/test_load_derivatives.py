"""What the generator refuses when it loads an entry with its function, and where each fault stands."""

from __future__ import annotations

import pytest

from tests.codegen.values import DIALECT, kernel
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.load_derivatives import differentiability_info
from vt_core.model.derivatives import DerivativesEntry
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

ONE = "tilt(Tensor self, Tensor axis) -> Tensor"
TWO = "tilt(Tensor self, Tensor axis) -> (Tensor low, Tensor high)"


def faults_of(schema: str, **formulas: str) -> tuple[Fault, ...]:
    f: NativeFunction = kernel(schema)
    written = {key.replace("__", ", "): formula for key, formula in formulas.items()}
    entry = DerivativesEntry(schema, f.func.name.name, written, None)
    return differentiability_info(entry, [f], DIALECT, CppCache()).faults


def pointed_at(fault: Fault, formulas: dict[str, str]) -> str:
    (key,) = fault.place.path
    return formulas[key][fault.place.start : fault.place.end]


@pytest.mark.parametrize(
    ("schema", "formulas", "rule", "at", "wrong"),
    [
        (ONE, {"self": "grads[0]"}, "only-grads-0", "grads[0]", None),
        (ONE, {"self": "f(grads[00], xgrads[0])"}, "only-grads-0", "grads[00]", None),
        (TWO, {"self": "grads[0] + grads[0]"}, "only-grads-0", "grads[0]", None),
        (ONE, {"self": "grad", "axis": "grads[0]"}, "grad-and-grads", "grads[0]", "grads"),
        (ONE, {"self": "f(grads)", "axis": "grad"}, "grad-and-grads", "grad", "grad"),
        (TWO, {"self": "grads[0] + grads[0]", "axis": "x.grad"}, "grad-and-grads", "grad", "grad"),
        (TWO, {"self": "grads[1]", "axis": "grad"}, "grad-and-grads", "grad", "grad"),
        (TWO, {"self": "f(mygrads[2], grads[2])"}, "grads-out-of-bounds", "grads[2]", None),
    ],
)
def test_gradients_in_formulas(schema: str, formulas: dict[str, str], rule: str, at: str, wrong: str | None) -> None:
    (fault,) = faults_of(schema, **formulas)
    assert (fault.rule, fault.data.get("wrong")) == (rule, wrong)
    assert pointed_at(fault, formulas) == at


def test_gradients_that_are_used_well() -> None:
    assert faults_of(ONE, self="grad", axis="f(grad_x, xgrads)") == ()
    assert faults_of(TWO, self="grads[0]", axis="grads[1]") == ()
    assert faults_of(TWO, self="f(grads)", axis="grads[0]") == ()


def test_an_index_of_any_length() -> None:
    """`int` refuses more than 4,300 digits."""
    (fault,) = faults_of(TWO, self=f"grads[{'9' * 5000}]")
    assert (fault.rule, fault.data["outputs"]) == ("grads-out-of-bounds", "2")
    assert faults_of(TWO, self=f"grads[{'0' * 5000}1] + grads[0]") == ()


def test_a_reserved_name_is_pointed_at() -> None:
    schema = "tilt(Tensor self, bool[2] grad_input_mask) -> Tensor"
    (fault,) = faults_of(schema, self="grad")
    assert fault.rule == "reserved-argument-name"
    assert schema[fault.place.start : fault.place.end] == "grad_input_mask"


@pytest.mark.parametrize(
    ("name", "formula", "saved"),
    [
        ("(axis)", "grad * axis", ["(axis)"]),
        ("a*", "grad * aaa", ["a*"]),
        ("se.f", "self.sizes()", ["se.f_sizes"]),
        ("e\u0301", "grad * e\u0301 + e", ["e\u0301"]),
        ("x\u00b2", "x\u00b2.dim()", ["x\u00b2_dim"]),
        ("1x", "1x + grad", ["1x"]),
        ("$", "f(grad)", ["$"]),
    ],
)
def test_a_name_is_searched_for_as_an_expression(name: str, formula: str, saved: list[str]) -> None:
    f = kernel(f"tilt(Tensor input, int {name}) -> Tensor")
    info = differentiability_info(
        DerivativesEntry(f.func.text, "tilt", {"input": formula}, None), [f], DIALECT, CppCache()
    ).info
    assert info is not None
    assert [attribute.name for attribute in info.all_saved_inputs] == saved


@pytest.mark.parametrize("name", ["axis)", "(", "*", "a[", "?", "a\\", "a{99999999999}", "(" * 5000])
def test_a_name_that_is_no_expression(name: str) -> None:
    schema = f"tilt(Tensor self, int {name}) -> Tensor"
    (fault,) = faults_of(schema, self="grad")
    assert (fault.rule, fault.data["what"], fault.data["argument"]) == ("argument-syntax", "not-searchable", name)
    assert schema[fault.place.start : fault.place.end] == f"int {name}"
    (fault,) = faults_of(f"tilt(Tensor self) -> (Tensor {name}, Tensor)", self="grads[1]")
    assert fault.data["what"] == "not-searchable"
    assert faults_of(schema, self="non_differentiable") == ()


def test_a_name_that_would_be_searched_for_ever() -> None:
    assert faults_of("tilt(Tensor self, int (a*a*)*b) -> Tensor", self="grad * " + "a" * 500) == ()


def test_sole_keys_that_name_nothing() -> None:
    options = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
    schema = f"tilt(Tensor input, Tensor mask, *, {options}) -> Tensor"
    found = faults_of(schema, inptu__dtype="grad", mask="non_differentiable")
    assert [(fault.rule, fault.origin, fault.data["argument"], fault.data["kind"]) for fault in found] == [
        ("unknown-gradient-argument", "lint", "inptu", "unknown"),
        ("unknown-gradient-argument", "lint", "dtype", "not-tensor"),
    ]
    assert {fault.data["arguments"] for fault in found} == {"input"}
    assert faults_of(schema, mask="non_differentiable") == ()
