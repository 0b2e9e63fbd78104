"""Completion in formulas."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from tests.ide.offers import EXTENT, NATIVE, SOFT_GATE, accepted, completions
from vt_core.ide.completion import complete
from vt_core.ide.completion_docs import resolve_completion
from vt_core.ide.helpers_index import read_helpers

HEAD = f"- name: {SOFT_GATE}\n"
HELPERS = read_helpers(
    {
        "FunctionsManual.h": "// The slope of a gate.\nTensor gate_slope(const Tensor & gate, double sharpness = 1);\n"
        "Tensor no_slope();\n"
    }
)


def offered(formula: str, key: str = "self", head: str = HEAD, rest: str = "") -> dict[str, str]:
    """What is offered in a formula, with its text."""
    found = completions(NATIVE, f"{head}  {key}: {formula}\n{rest}", HELPERS)
    return {label: item.text for label, item in found.items()}


def test_what_is_legal_in_a_formula() -> None:
    found = completions(NATIVE, f"{HEAD}  self: $0\n", HELPERS)
    assert list(found)[:7] == [
        "grad",
        "self",
        "gate",
        "sharpness",
        "result",
        "non_differentiable",
        'not_implemented("soft_gate: self")',
    ]
    assert (found["gate"].detail, found["sharpness"].detail) == ("const Tensor &", "Scalar")
    assert found["result"].detail == "Tensor, the output"
    assert found["gate_slope"].detail == "Tensor gate_slope(const Tensor & gate, double sharpness = 1)"
    assert (found["gate_slope"].text, found["no_slope()"].text) == ("gate_slope($0)", "no_slope()")


@pytest.mark.parametrize(
    "formula",
    [
        "grad.mul(gate) + $0",
        "grad.mul(gate)$0",
        "grad.mul($0",
        "'grad' + $0",
        '"grad" + $0self',
        "'grad + $0",
        '"grad.mul(gate) + $0"',
        "$0",
        "  $0",
        ">-\n    grad +\n    $0",
        "|\n    grad + $0",
        "grad\n    + $0",
        "g$0",
        "grad$0",
        "grad * (gate ? $0",
    ],
)
def test_grad_is_always_offered(formula: str) -> None:
    assert offered(formula)["grad"] == "grad"
    assert "grad" in offered(formula, rest="  gate: 'unclosed\n")


def test_several_outputs_have_several_gradients() -> None:
    head = f"- name: {EXTENT}\n"
    assert [label for label in offered("$0", head=head) if label.startswith("grad")] == [
        "grad",
        "grads[0]",
        "grads[1]",
        "grads[2]",
    ]
    flagged = head + "  output_differentiability: [True, False, True]\n"
    assert [label for label in offered("$0", head=flagged) if label.startswith("grads")] == ["grads[0]", "grads[1]"]
    assert completions(NATIVE, f"{flagged}  self: $0")["grads[1]"].detail == "the gradient of spots"
    assert offered("f(grads[$0)", head=flagged) == {"0": "0]", "1": "1]"}
    assert offered("f(grads[$0])", head=flagged) == {"0": "0", "1": "1"}
    single = head + "  output_differentiability: [True, False, False]\n"
    assert not [label for label in offered("$0", head=single) if label.startswith("grads")]
    names = offered("$0", head=head)
    assert {"low", "high", "spots", "axis", "mode"} <= names.keys()
    assert "result" not in names


def test_the_mask_of_a_joint_key() -> None:
    assert "grad_input_mask" in offered("$0", key="self, gate")
    assert "grad_input_mask" not in offered("$0")
    assert not [label for label in offered("$0", key="self, gate") if label.startswith("not_implemented")]


def test_attributes_that_are_saved_alone() -> None:
    found = completions(NATIVE, f"{HEAD}  self: grad.mul(self.$0)\n", HELPERS)
    assert list(found)[:7] == ["sizes()", "options()", "size", "numel()", "scalar_type()", "dim()", "strides()"]
    assert found["size"].text == "size($0)"
    assert found["sizes()"].detail == "IntArrayRef, saved instead of self"
    assert completions(NATIVE, f"{HEAD}  self: grad.$0\n")["sizes()"].detail == "IntArrayRef"
    assert "strides()" not in offered("gate.$0")
    assert "strides()" in offered("gate.$0", key="gate")
    assert "strides()" not in offered("self.$0", key="self, gate")
    assert "sizes()" not in offered("sharpness.$0")
    assert "sizes()" in offered("result.$0")
    assert list(offered("self.nu$0")) == ["numel()"]
    assert "sizes()" in offered("f(grad)[0].si$0")


def test_methods_that_the_file_calls() -> None:
    rest = "  gate: grad.clamp(1).conj() + result.clamp(2)\n\n- name: extent\n  self: grad.clamp(3)\n"
    found = completions(NATIVE, f"{HEAD}  self: grad.$0\n{rest}")
    assert (found["clamp"].text, found["conj()"].text) == ("clamp($0)", "conj()")
    assert found["clamp"].detail == "called in 2 entries"
    assert list(found).index("clamp") < list(found).index("conj()")
    assert "soft_gate" in offered("grad.sof$0")
    assert "gate_curve" not in offered("grad.gat$0")


def test_names_that_the_file_calls() -> None:
    rest = "\n- name: other\n  gate: squash(grad) + std::get<0>(pinch(grad)) + at::zap(grad)\n"
    found = completions(NATIVE, f"{HEAD}  self: $0\n{rest}")
    assert {"squash", "pinch"} <= found.keys()
    assert found["squash"].detail == "called in 1 entry"
    assert list(offered("at::$0", rest=rest))[:1] == ["zap"]
    assert list(offered("std::$0", rest=rest)) == ["get"]
    assert offered("squa$0") == {}


def test_calls_that_are_saved_alone() -> None:
    found = completions(NATIVE, f"{HEAD}  self: $0\n")
    assert found["TensorGeometry"].detail == "TensorGeometry, saved instead of the argument"
    assert {"to_args_sizes", "zeros_like"} <= found.keys()
    assert "size" not in found


def test_operators() -> None:
    assert offered("gate_c$0") == {"gate_curve": "gate_curve($0)"}
    assert offered("gate_c$0(gate)") == {"gate_curve": "gate_curve"}
    assert offered("at::gate_c$0urve(gate)") == {"gate_curve": "gate_curve"}
    assert completions(NATIVE, f"{HEAD}  self: gate_c$0")["gate_curve"].detail.startswith("gate_curve(Tensor self")
    assert "extent" in offered("at::$0")


@pytest.mark.parametrize(
    ("formula", "label", "line"),
    [
        ("$0", 'not_implemented("soft_gate: self")', "'not_implemented(\"soft_gate: self\")'"),
        ("not$0", 'not_implemented("soft_gate: self")', "'not_implemented(\"soft_gate: self\")'"),
        ('"$0"', 'not_implemented("soft_gate: self")', '"not_implemented(\\"soft_gate: self\\")"'),
        ("'$0'", 'not_implemented("soft_gate: self")', "'not_implemented(\"soft_gate: self\")'"),
        ("non$0", "non_differentiable", "non_differentiable"),
        ("grad * ga$0te", "gate", "grad * gate"),
        ("grad * $0gate", "self", "grad * selfgate"),
        ("'grad * sha$0'", "sharpness", "'grad * sharpness'"),
    ],
)
def test_an_offer_leaves_valid_yaml(formula: str, label: str, line: str) -> None:
    text = accepted(NATIVE, f"{HEAD}  self: {formula}\n", label)
    assert text == f"{HEAD}  self: {line}\n"
    assert parse(NATIVE, text).snapshot.derivatives.placed()


def test_whole_formulas_only_where_there_is_nothing_else() -> None:
    assert "non_differentiable" not in offered("grad + $0")
    assert "non_differentiable" not in offered("$0 + grad")
    assert 'not_implemented_list("blend: layers")' in offered(
        "$0", key="layers", head="- name: blend(Tensor[] layers, Tensor? weights=None) -> Tensor\n"
    )


def test_without_a_function() -> None:
    head = "- name: lost(Tensor a, int b=1) -> (Tensor, Tensor)\n"
    found = completions(NATIVE, f"{head}  a: $0")
    assert {"grad", "grads[0]", "grads[1]", "a", "b"} <= found.keys()
    assert (found["a"].detail, found["b"].detail) == ("Tensor", "int")
    assert "grad" in completions(NATIVE, "- self: $0")


@pytest.mark.parametrize(
    ("formula", "label", "expected"),
    [
        ("$0", "grad", "The gradient of the output"),
        ("$0", "gate_slope", "The slope of a gate."),
        ("$0", "result", "The output of the forward pass"),
        ("$0", "sharpness", "saves its value"),
        ("self.$0", "sizes()", "saves this alone"),
        ("self.$0", "strides()", "Only the formula of that very argument"),
        ("gate_c$0", "gate_curve", "gate_curve(Tensor self, Scalar sharpness) -> Tensor"),
    ],
)
def test_documentation(formula: str, label: str, expected: str) -> None:
    fixture = parse(NATIVE, f"{HEAD}  self: {formula}\n")
    found = complete(fixture.snapshot, fixture.file, fixture.offset, HELPERS)
    (item,) = [item for item in found.items if item.label == label]
    assert expected in resolve_completion(fixture.snapshot, item.data, HELPERS)


def test_order_does_not_depend_on_how_the_snapshot_came_about() -> None:
    first = completions(NATIVE, f"{HEAD}  self: g$0")
    shuffled = "\n\n".join(reversed(NATIVE.strip().split("\n\n"))) + "\n"
    assert list(first) == list(completions(shuffled, f"{HEAD}  self: g$0"))
