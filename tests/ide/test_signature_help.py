"""Signature help in formulas and schemas."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from tests.ide.offers import EXTENT, NATIVE, SOFT_GATE
from vt_core.ide.helpers_index import read_helpers
from vt_core.ide.signature_help import SignatureHelp, signature_help

HELPERS = read_helpers(
    {
        "FunctionsManual.h": "// The slope of a gate.\nTensor gate_slope(const Tensor & gate, double sharpness = 1);\n",
        "FunctionsManual.cpp": "Tensor gate_slope(const Tensor & gate, double sharpness) {\n  return gate;\n}\n",
    }
)


def found(native: str, derivatives: str = "") -> SignatureHelp | None:
    fixture = parse(native, derivatives)
    return signature_help(fixture.snapshot, fixture.file, fixture.offset, HELPERS)


def shown(help_: SignatureHelp | None) -> str:
    """The best signature with its active parameter in `<>`."""
    assert help_ is not None
    signature = help_.signatures[help_.active_signature]
    if help_.active_parameter is None:
        return signature.label
    start, end = signature.parameters[help_.active_parameter].span
    return f"{signature.label[:start]}<{signature.label[start:end]}>{signature.label[end:]}"


def in_formula(formula: str) -> SignatureHelp | None:
    return found(NATIVE, f"- name: {SOFT_GATE}\n  self: {formula}\n")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("gate_slope($0", "Tensor gate_slope(<const Tensor & gate>, double sharpness = 1)"),
        ("gate_slope(gate, $0", "Tensor gate_slope(const Tensor & gate, <double sharpness = 1>)"),
        ("gate_slope(gate, 1, $0", "Tensor gate_slope(const Tensor & gate, double sharpness = 1)"),
        ("grad * gate_slope(ga$0te, 1) + 1", "Tensor gate_slope(<const Tensor & gate>, double sharpness = 1)"),
        ('"grad * gate_slope(gate, $0"', "Tensor gate_slope(const Tensor & gate, <double sharpness = 1>)"),
        ("gate_slope(gate_curve($0", "Tensor gate_curve(<const Tensor & self>, Scalar sharpness)"),
        ("gate_slope(gate_curve(gate, 2), $0", "Tensor gate_slope(const Tensor & gate, <double sharpness = 1>)"),
        ("at::gate_curve(gate, $0", "Tensor gate_curve(const Tensor & self, <Scalar sharpness>)"),
        ("grad.soft_gate($0", "Tensor soft_gate(<const Tensor & gate>, Scalar sharpness = 1)"),
        ("f({1, gate_curve(gate, $0", "Tensor gate_curve(const Tensor & self, <Scalar sharpness>)"),
        ("extent(grad, $0", ("std::tuple<Tensor,Tensor,Tensor> extent(const Tensor & self, <int64_t axis>, "
         'std::string mode = "it")')),
    ],
)  # fmt: skip
def test_in_formulas(formula: str, expected: str) -> None:
    assert shown(in_formula(formula)) == expected


@pytest.mark.parametrize(
    "formula", ["$0", "gate_slope(gate)$0", "unknown($0", "grad.gate_slope($0", "std::gate_curve($0"]
)
def test_nothing_to_show_in_formulas(formula: str) -> None:
    assert in_formula(formula) is None


def test_declarations_that_say_the_same_are_one() -> None:
    help_ = in_formula("gate_slope($0")
    assert help_ is not None
    assert [signature.documentation for signature in help_.signatures] == ["The slope of a gate."]


def test_overloads() -> None:
    native = NATIVE + "- func: gate_curve.wide(Tensor self, Scalar sharpness, int width) -> Tensor\n"
    help_ = found(native, f"- name: {SOFT_GATE}\n  self: gate_curve(gate, 1, $0\n")
    assert help_ is not None
    assert (len(help_.signatures), help_.active_signature, help_.active_parameter) == (2, 1, 2)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("soft_gate($0", SOFT_GATE.replace("Tensor self", "<Tensor self>")),
        ("soft_gate(Tensor self, $0", SOFT_GATE.replace("Tensor gate", "<Tensor gate>")),
        ("soft_gate(Tensor self, Tensor gate, *, $0", SOFT_GATE.replace("Scalar sharpness=1", "<Scalar sharpness=1>")),
        ("'extent(Tensor self, int axis, $0", EXTENT.replace("str mode='it'", "<str mode='it'>")),
    ],
)
def test_in_the_schema_of_an_entry(typed: str, expected: str) -> None:
    assert shown(found(NATIVE, f"- name: {typed}\n  self: grad\n")) == expected


def test_in_the_schema_of_a_function() -> None:
    assert shown(found(f"{NATIVE}- func: soft_gate.deep(Tensor self, $0\n")) == SOFT_GATE.replace(
        "Tensor gate", "<Tensor gate>"
    )
    assert shown(found(f"{NATIVE}- func: gate_curve_($0\n")).startswith("gate_curve(<Tensor self>")
    assert found("- func: lonely(Tensor $0self) -> Tensor\n") is None


@pytest.mark.parametrize("typed", ["$0", "soft_gate$0", "soft_gate(Tensor self)$0", "no_such($0", f"{SOFT_GATE}$0"])
def test_nothing_to_show_in_schemas(typed: str) -> None:
    assert found(NATIVE, f"- name: {typed}\n") is None


def test_nothing_to_show_elsewhere() -> None:
    assert found("- func: f() -> Tensor\n  variants: function($0\n") is None
    assert found(NATIVE, "# soft_gate($0\n") is None
    assert found(NATIVE, f"- name: {SOFT_GATE}\n  output_differentiability: f($0\n") is None
