"""Kinds of mistakes in formulas that the generator lets through: each is told at its place, in old and new releases."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.registry import dialect_named

PAIR = "ripple(Tensor self, Tensor other) -> Tensor"
ONE = "ebb(Tensor self) -> Tensor"
SEVERAL = "surge(Tensor self, int dim=-1) -> (Tensor values, Tensor indices)"
UNNAMED = "swash(Tensor self) -> (Tensor, Tensor)"
LOG = "brine(Tensor self) -> (Tensor sign, Tensor logabs)"


class Case(NamedTuple):
    """`derivatives` is an entry below its name; the finding covers `told` in the file that `native` says."""

    name: str
    functions: tuple[str, ...]
    derivatives: str
    rule: str
    severity: str
    origin: str
    told: str
    native: bool = False
    releases: tuple[str, ...] = ("1.8", "2.15")


CASES = (
    Case("typo", (PAIR,), "  self: grad * othr\n", "unknown-identifier", "error", "build", "othr"),
    Case("old output", (ONE,), "  self: -at::mm(output.t(), grad)\n", "unknown-identifier", "error", "build", "output"),
    Case(
        "result of a named output",
        ("ebb(Tensor self) -> Tensor output",),
        "  self: -grad * result\n",
        *("unknown-identifier", "error", "build", "result"),
    ),
    Case(
        "result1", (SEVERAL,), "  self: back(grad, dim, result1)\n", "unknown-identifier", "error", "build", "result1"
    ),
    Case(
        "old marker",
        (PAIR,),
        "  self: grad\n  other: not_differentiable\n",
        "unknown-identifier",
        "error",
        "build",
        "not_differentiable",
    ),
    Case(
        "misspelt gradient",
        ("ebb(Tensor q) -> (Tensor output, Tensor attn)",),
        "  q: att_back(grad_output, grad_atn)\n",
        *("unknown-identifier", "error", "build", "grad_atn"),
        releases=("2.15",),
    ),
    Case(
        "tangent of a constant",
        (PAIR,),
        "  self: grad\n  result: self_t + other_t\n",
        "unknown-identifier",
        "error",
        "build",
        "other_t",
        releases=("2.15",),
    ),
    Case(
        "gradient in a JVP",
        (ONE,),
        "  self: grad\n  result: self_t * grad\n",
        "unknown-identifier",
        "error",
        "build",
        "grad",
        releases=("2.15",),
    ),
    Case("semicolon", (ONE,), "  self: unsqueeze_to(grad, 2);\n", "stray-semicolon", "warning", "build", ";"),
    Case("bracket", (ONE,), "  self: grad * (self + 1\n", "formula-syntax", "error", "build", "("),
    Case("closing bracket", (ONE,), "  self: grad * self)\n", "formula-syntax", "error", "build", ")"),
    Case("square bracket", (UNNAMED,), "  self: back(grads[0, grads[1])\n", "formula-syntax", "error", "build", "["),
    Case("operand", (ONE,), "  self: grad *\n", "formula-syntax", "error", "build", "*"),
    Case("empty argument", (ONE,), "  self: back(grad, , self)\n", "formula-syntax", "error", "build", ", ,"),
    Case("quote", (ONE,), "  self: 'not_implemented(\"ebb)'\n", "formula-syntax", "error", "build", '"ebb)'),
    Case(
        "mask of one",
        (ONE,),
        "  self: back(grad, grad_input_mask)\n",
        "grad-input-mask",
        "error",
        "build",
        "grad_input_mask",
    ),
    Case(
        "argument called grad",
        ("ebb_backward(Tensor grad, Tensor x) -> Tensor",),
        '  grad: back_grad(grad, x)\n  x: not_implemented("ebb_backward")\n',
        *("hidden-gradient", "error", "build", "Tensor grad"),
        native=True,
    ),
    Case(
        "argument called grad_fn",
        ("ebb(Tensor self, int grad_fn) -> Tensor",),
        "  self: grad\n",
        *("generated-name", "error", "build", "int grad_fn"),
        native=True,
    ),
    Case(
        "optional",
        ("ebb(Tensor self, Scalar? most) -> Tensor",),
        "  self: grad * most.toDouble()\n",
        "wrong-member",
        "error",
        "build",
        "most.toDouble",
    ),
    Case("pointer", (PAIR,), "  self: grad * other->conj()\n", "wrong-member", "error", "build", "other->conj"),
    Case("helper", (ONE,), "  self: maybe_multply(grad, 2)\n", "unknown-helper", "error", "build", "maybe_multply"),
    Case("too few arguments", (PAIR, ONE), "  self: ebb()\n  other: grad\n", "argument-count", "error", "build", "ebb"),
    Case("one value for two", (PAIR,), "  self, other: grad * 2\n", "formula-values", "error", "build", "grad * 2"),
    Case(
        "two values for one", (ONE, UNNAMED), "  self: swash(grad)\n", "formula-values", "error", "build", "swash(grad)"
    ),
    Case("dropped", (UNNAMED,), "  self: result1\n", "gradient-dropped", "warning", "lint", "result1"),
    Case(
        "dropped in part",
        (UNNAMED,),
        "  self: at::where(result0, zeros_like(result1), result1)\n",
        "gradient-dropped",
        "warning",
        "lint",
        "at::where(result0, zeros_like(result1), result1)",
    ),
    Case(
        "twice",
        ("ebb_backward(Tensor grad_output, Tensor self, Tensor target) -> Tensor",),
        "  grad_output: ebb_double_backward(grad, target, target)\n  self, target: zeros_backward(grad)\n",
        *("repeated-argument", "warning", "lint", "target"),
    ),
    Case(
        "beyond",
        (LOG,),
        "  self: back(grads[1], self)\n  output_differentiability: [False, True]\n",
        "grads-out-of-bounds",
        "error",
        "lint",
        "grads[1]",
    ),
    Case(
        "bare grads",
        (LOG,),
        "  self: back(grads, self)\n  output_differentiability: [False, True]\n",
        "lone-gradient-list",
        "information",
        "lint",
        "grads",
    ),
    Case(
        "no number",
        ("surge(Tensor self, int at) -> (Tensor, Tensor)",),
        "  self: back(grads[at], grads[0])\n",
        "grads-not-literal",
        "warning",
        "lint",
        "grads[at]",
    ),
    Case(
        "metadata",
        ("ebb(Tensor self, int[] repeats) -> Tensor",),
        "  self: back(grad, self.is_contiguous(), repeats)\n",
        "saved-for-metadata",
        "hint",
        "lint",
        "self.is_contiguous()",
    ),
    Case(
        "joint",
        (PAIR,),
        "  self, other: back(grad, self, other, grad_input_mask)\n",
        "joint-formula",
        "hint",
        "lint",
        "self, other",
    ),
    Case(
        "clone",
        (ONE, "ebb_(Tensor(a!) self) -> Tensor(a!)"),
        "  self: threshold_backward(grad, self, 0)\n",
        "inplace-clone",
        "hint",
        "lint",
        "self",
    ),
    Case(
        "integers",
        ("ebb(Tensor self, bool return_inverse=False) -> (Tensor, Tensor)",),
        '  self: not_implemented("ebb")\n',
        "integer-output",
        "warning",
        "lint",
        "ebb",
    ),
    Case("indices", (SEVERAL,), '  self: not_implemented("surge")\n', "integer-output", "warning", "lint", "surge"),
    Case(
        "no gradient",
        (ONE,),
        "  self: non_differentiable\n",
        "nothing-differentiable",
        "warning",
        "lint",
        "non_differentiable",
    ),
    Case(
        "grad_output",
        ("ebb(Tensor grad_output, Tensor self) -> Tensor",),
        "  self: zeros_like(grad)\n",
        "grad-output-without-formula",
        "warning",
        "lint",
        "grad_output",
    ),
    Case(
        "two formulas",
        (PAIR,),
        "  self, other: back(grad, self)\n  other: grad * self\n",
        "duplicate-formula",
        "error",
        "lint",
        "other",
    ),
    Case(
        "key twice",
        (ONE,),
        "  self: grad\n  self: grad * 2\n",
        "duplicate-key",
        "error",
        "lint",
        "self",
        releases=("1.8",),
    ),
    Case(
        "bilinear",
        (PAIR,),
        "  self: grad * other\n  other: grad * self\n  result: auto_linear\n",
        "auto-linear-bilinear",
        "warning",
        "lint",
        "auto_linear",
        releases=("2.15",),
    ),
    Case(
        "unguarded",
        (PAIR, "ripple_backward(Tensor grad_output, Tensor self, bool[2] output_mask) -> (Tensor, Tensor)"),
        "  self, other: ripple_backward(grad.contiguous(), self, grad_input_mask)\n",
        *("unguarded-gradient", "hint", "lint", "ripple_backward"),
    ),
    Case(
        "another's name",
        (PAIR, ONE),
        '  self: grad\n  other: not_implemented("ebb")\n',
        "not-implemented-name",
        "warning",
        "lint",
        "ebb",
    ),
    Case("product", (ONE,), "  self: grad * grad\n", "nonlinear-formula", "warning", "lint", "grad * grad"),
    Case("sum", (ONE,), "  self: grad + 1\n", "nonlinear-formula", "warning", "lint", "grad + 1"),
    Case(
        "tangents",
        (PAIR,),
        "  self: grad\n  other: grad\n  result: self_t * other_t\n",
        "nonlinear-formula",
        "warning",
        "lint",
        "self_t * other_t",
        releases=("2.15",),
    ),
    Case("fresh", (ONE,), "  self: zeros_like(self).copy_(grad)\n", "inplace-on-fresh", "hint", "lint", "copy_"),
    Case(
        "conjugate",
        ("mul.Tensor(Tensor self, Tensor other) -> Tensor",),
        "  self: grad * other\n",
        "missing-conjugate",
        "hint",
        "lint",
        "other",
    ),
    Case(
        "short flags",
        ("surge(Tensor self) -> (Tensor a, Tensor b, Tensor c)",),
        "  self: grad\n  output_differentiability: [True, False]\n",
        "output-differentiability-length",
        "error",
        "lint",
        "[True, False]",
        releases=("1.8",),
    ),
    Case(
        "overload",
        ("ebb.Tensor(Tensor self) -> Tensor", "ebb.int(Tensor self, int n) -> Tensor"),
        "  self: grad\n",
        "sibling-without-formula",
        "information",
        "lint",
        "ebb.int",
        native=True,
    ),
    Case(
        "in place",
        ("ebb(Tensor self, int n) -> Tensor", "ebb_(Tensor(a!) self) -> Tensor(a!)"),
        "  self: grad\n",
        "inplace-without-formula",
        "warning",
        "lint",
        "ebb_",
        native=True,
    ),
    Case(
        "argument called like the output",
        ("ebb(Tensor self, Tensor result) -> Tensor",),
        "  self: grad\n",
        *("hidden-gradient", "error", "build", "Tensor result"),
        native=True,
        releases=("1.8",),
    ),
    Case(
        "argument called like an output",
        ("surge(Tensor self, Tensor result1) -> (Tensor, Tensor)",),
        "  self: grad\n",
        *("generated-name", "error", "build", "Tensor result1"),
        native=True,
    ),
    Case(
        "false alone",
        (ONE,),
        "  output_differentiability: False\n",
        *("output-differentiability-type", "error", "lint", "False"),
        releases=("2.15",),
    ),
    Case(
        "flags in quotes",
        ("surge(Tensor self) -> (Tensor a, Tensor b)",),
        '  self: grad\n  output_differentiability: ["True", False]\n',
        *("output-differentiability-type", "error", "lint", '["True", False]'),
        releases=("1.8",),
    ),
    Case(
        "order of a key",
        (PAIR, "ripple_backward(Tensor? grad, Tensor self, bool[2] mask) -> (Tensor grad_self, Tensor grad_other)"),
        "  other, self: ripple_backward(grad, self, grad_input_mask)\n",
        *("key-order", "warning", "lint", "other, self"),
    ),
    Case(
        "marker of an output",
        (ONE,),
        "  self: non_differentiable\n  result: non_differentiable\n",
        *("unknown-identifier", "error", "build", "non_differentiable"),
        releases=("2.15",),
    ),
)


def told(case: Case, dialect: Dialect) -> tuple[list[Finding], dict[str, str]]:
    native = "".join(
        [
            f"- func: {schema}\n"
            + ("  variants: method\n" if "(a!) self" in schema else "")
            + "  dispatch:\n    CPU: kernel\n"
            for schema in case.functions
        ]
    )
    texts = {"native_functions": native, "derivatives": f"- name: {case.functions[0]}\n{case.derivatives}"}
    found = findings(
        new_snapshot({"native_functions": texts["native_functions"], "derivatives": texts["derivatives"]}, dialect)
    )
    return list(found), texts


@pytest.mark.parametrize(
    ("case", "release"),
    [pytest.param(case, release, id=f"{case.name}-{release}") for case in CASES for release in case.releases],
)
def test_a_mistake_is_told_at_its_place(case: Case, release: str) -> None:
    dialect = dialect_named(release)
    assert dialect is not None
    found, texts = told(case, dialect)
    wanted = [finding for finding in found if finding.rule == case.rule]
    assert wanted, found
    for finding in wanted:
        assert (finding.severity, finding.origin) == (case.severity, case.origin)
        assert finding.file == ("native_functions" if case.native else "derivatives")
    assert case.told in [texts[finding.file][slice(*finding.span)] for finding in wanted]
    # The functions are written as short as can be.
    errors = {finding.rule for finding in found if finding.severity == "error"} - {case.rule, "autogen-list"}
    assert not errors, found
