from __future__ import annotations

import pytest

from tests.codegen.values import DIALECT, entry_of, function, kernel, marked
from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.function_faults import function_faults
from vt_core.codegen.output_differentiability import OutputFlags, read_output_flags
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place
from vt_core.syntax.yaml_text import read_yaml


def rules(f: NativeFunction, info: DifferentiabilityInfo | None = None) -> list[tuple[str, str | None]]:
    return [(fault.rule, fault.origin) for fault in function_faults(f, info, DIALECT)]


def test_the_parts_of_a_body() -> None:
    f = kernel("tilt(Tensor self, Tensor axis, Tensor? by, int n) -> (Tensor up, Tensor down, int count)")
    info = entry_of(f, self="grads[0] + grads[1]", axis="non_differentiable")
    plan = plan_body(f, info, DIALECT)
    assert [a.name for a in plan.inputs] == ["self", "by"]
    assert [a.name for a in plan.args_with_derivatives] == ["self"]
    assert [o.name for o in plan.outputs] == ["up", "down"]
    assert (plan.requires_derivative, plan.view_of, plan.faults) == (True, None, ())


def test_a_formula_of_grad_differentiates_the_first_output_only() -> None:
    f = kernel("tilt(Tensor self) -> (Tensor, Tensor)")
    assert [o.name for o in plan_body(f, entry_of(f, self="grad"), DIALECT).outputs] == ["result0"]
    assert [o.name for o in plan_body(f, entry_of(f, "[False, True]", self="grad"), DIALECT).outputs] == ["result1"]
    assert [o.name for o in plan_body(f, None, DIALECT).outputs] == ["result0", "result1"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[True, False]", OutputFlags((True, False), True)),
        ("[yes, 1, x, [a], 0x10, .nan, 2020-01-01]", OutputFlags((True,) * 7, False)),
        ("[0, 0.0, -0, 0b0, 0:00.0, off]", OutputFlags((False,) * 6, True)),
        ("[null, '', [], {}]", OutputFlags((False,) * 4, False)),
        ("['False', 0x0b]", OutputFlags((True, True), False)),
        ("[]", OutputFlags((), False)),
        ("{x: 1, False: 2, 0: 3, no: 4}", OutputFlags((True, False), True)),
        ("!!set {x, y, x}", OutputFlags((True, True), False)),
        ("!!set {False, 0}", OutputFlags((False,), True)),
        ("!!omap [a: False]", OutputFlags((True,), False)),
        ("!!python/tuple [False]", OutputFlags((False,), True)),
        ("!!binary AQA=", OutputFlags((True, False), True)),
        ("!!binary ''", OutputFlags((), False)),
        ("[!!binary '', !!binary AA==]", OutputFlags((False, True), False)),
        ("True", None),
        ("text", None),
        ("0", None),
    ],
)
def test_output_differentiability_is_what_python_makes_of_it(value: str, expected: OutputFlags | None) -> None:
    node = read_yaml(value).node
    assert node is not None
    assert read_output_flags(node) == expected


@pytest.mark.parametrize(
    ("key", "argument", "kind", "nearest", "span"),
    [
        ("self__axes", "axes", "unknown", "axis", (6, 10)),
        ("self__n", "n", "not-tensor", "", (6, 7)),
    ],
)
def test_a_key_that_names_no_differentiable_argument(
    key: str, argument: str, kind: str, nearest: str, span: tuple[int, int]
) -> None:
    f = kernel("tilt(Tensor self, Tensor axis, int n) -> Tensor")
    (fault,) = function_faults(f, entry_of(f, **{key: "grad"}), DIALECT)
    assert (fault.rule, fault.data["argument"], fault.data["kind"]) == ("unknown-gradient-argument", argument, kind)
    assert (fault.data["nearest"], fault.data["arguments"]) == (nearest, "self, axis")
    assert fault.place == Place("derivatives", (key.replace("__", ", "),), "key", *span)


def test_two_arguments_of_one_name() -> None:
    f = kernel("tilt(Tensor x, Tensor x) -> Tensor")
    (fault,) = function_faults(f, entry_of(f, x="grad"), DIALECT)
    assert (fault.rule, fault.data["kind"]) == ("unknown-gradient-argument", "twice")


def test_a_missing_argument_hides_behind_a_doubled_one() -> None:
    """The generator compares counts only, and stumbles later if a guard needs the missing argument's edge."""
    f = kernel("tilt(Tensor x, Tensor x, Tensor y) -> Tensor")
    assert rules(f, entry_of(f, x="grad", lost="grad.sum()")) == []
    assert rules(f, entry_of(f, x="grad", lost="grad * y")) == [("unknown-gradient-argument", None)] * 2


def test_output_differentiability_of_an_inplace_function() -> None:
    f = kernel("tilt_(Tensor(a!) self) -> Tensor(a!)")
    (fault,) = function_faults(f, entry_of(f, "[False]", self="grad"), DIALECT)
    assert fault.rule == "inplace-output-not-differentiable"
    assert fault.place == Place("derivatives", ("output_differentiability", "False"))
    assert rules(f, entry_of(f, "[null]", self="grad")) == [("derivative-ignored", None)]


def test_output_differentiability_must_be_a_list() -> None:
    f = kernel("tilt(Tensor self) -> Tensor")
    (fault,) = function_faults(f, entry_of(f, "False", self="grad"), DIALECT)
    assert (fault.rule, fault.data["kind"], fault.data["value"]) == ("output-differentiability-type", "bool", "False")


def test_a_derivative_that_is_ignored() -> None:
    f = kernel("tilt(Tensor self) -> Tensor")
    (fault,) = function_faults(f, entry_of(f, "[False]", self="grad"), DIALECT)
    assert (fault.rule, fault.data["reason"]) == ("derivative-ignored", "no-output")
    assert fault.place.path == ("output_differentiability",)
    listed = kernel("argmax.dim(Tensor self) -> Tensor")
    (fault,) = function_faults(listed, entry_of(listed, self="grad"), DIALECT)
    assert (fault.data["reason"], fault.place) == ("listed", Place("derivatives", ("name",), "value", 0, 10))


@pytest.mark.parametrize(
    ("schema", "rule", "at"),
    [
        ("view.x(Tensor(a) self, str by) -> Tensor(a)", "view-argument-type", "str by"),
        ("view(Tensor(a) self, int[] n, Tensor x) -> Tensor(a)", "view-argument-type", "Tensor x"),
        ("view(Tensor(a) self) -> (Tensor(a), Tensor(a))", "view-outputs", "(Tensor(a), Tensor(a))"),
        ("set(Tensor self) -> Tensor", "reset-grad-accumulator", "set"),
        ("tilt.x(Tensor self, bool[] m) -> Tensor", "cpp-type", "bool[] m"),
        ("tilt.x(Tensor self) -> Tensor?", "cpp-type", "Tensor?"),
        ("tilt(Tensor self, int[] m=1) -> Tensor", "list-default", "1"),
        ("tilt_(Tensor(a!) self, *, Tensor(b!) out) -> Tensor(b!)", "inplace-and-out", "Tensor(b!) out"),
        ("_foreach_exp_(Tensor(a!)[] self) -> (Tensor(a!)[], Tensor)", "inplace-return", "(Tensor(a!)[], Tensor)"),
        ("data(Tensor self) -> Tensor", "manual-kernel-registration", "data"),
    ],
)
def test_faults_of_a_schema(schema: str, rule: str, at: str) -> None:
    f = kernel(schema)
    (fault,) = function_faults(f, None, DIALECT)
    assert (fault.rule, marked(f, fault.place), fault.origin) == (rule, at, None)


def test_several_faults_come_at_once() -> None:
    f = kernel("set(Tensor self, bool[] m, int[] n=0) -> Tensor")
    found = [rule for rule, _ in rules(f, entry_of(f, "3", self="grad", other="grad"))]
    assert sorted(found) == [
        "cpp-type",
        "list-default",
        "output-differentiability-type",
        "reset-grad-accumulator",
        "unknown-gradient-argument",
    ]


def test_a_composite_function_is_declared_only() -> None:
    """Its body is never written, so that most of what is wrong with it stops a later step of the build."""
    assert rules(function("view(Tensor self, str by) -> (Tensor, Tensor)")) == []
    assert rules(function("tilt(Tensor self, int[] n=0) -> Tensor")) == [("list-default", "build")]
    assert rules(function("tilt_(Tensor(a!) self, *, Tensor(b!) out) -> Tensor(b!)")) == [("inplace-and-out", "build")]
    assert rules(function("tilt(Tensor self, bool[] n) -> Tensor")) == [("cpp-type", None)]


def test_a_kernel_of_its_own_is_asked_for() -> None:
    f = function("tilt.x(Tensor self) -> Tensor")
    (fault,) = function_faults(f, entry_of(f, self="grad"), DIALECT)
    assert (fault.rule, marked(f, fault.place), fault.data["reason"]) == ("missing-dispatch", "tilt.x", "formula")
    manual = function("copy_(Tensor(a!) self) -> Tensor(a!)")
    (fault,) = function_faults(manual, None, DIALECT)
    assert (fault.rule, fault.data["reason"]) == ("missing-dispatch", "manual")
    assert rules(function("data(Tensor self) -> Tensor", manual_kernel_registration=True)) == []
    (fault,) = function_faults(function("tilt(int n) -> int", manual_kernel_registration=True), None, DIALECT)
    assert fault.place == Place("native_functions", ("manual_kernel_registration",))
