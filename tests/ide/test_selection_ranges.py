"""Selection ranges: what the selection grows through."""

from __future__ import annotations

import pytest

from tests.ide.fixtures import parse
from vt_core.ide.selection_ranges import selection_ranges

NAME = "- name: sway(Tensor self, Tensor gate) -> Tensor\n"


def grown(native: str = "", derivatives: str = "") -> list[str]:
    found = parse(native, derivatives)
    return [found.text(span) for span in selection_ranges(found.snapshot, found.file, found.offset)]


def in_formula(marked: str) -> list[str]:
    """The stretches inside the formula: up to all of it."""
    found = grown(derivatives=f"{NAME}  self: {marked}\n")
    formula = marked.replace("$0", "")
    return found[: found.index(formula) + 1]


def test_from_token_to_file() -> None:
    text = f"{NAME}  self: at::f(grad, sel$0f)  # why\n- name: x() -> ()\n"
    assert grown(derivatives=text) == [
        "self",
        "grad, self",
        "(grad, self)",
        "f(grad, self)",
        "at::f(grad, self)",
        "self: at::f(grad, self)",
        f"{NAME}  self: at::f(grad, self)",
        text.replace("$0", ""),
    ]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("a * b$0 + c", ["b", "a * b", "a * b + c"]),
        ("a - -$0b", ["b", "-b", "a - -b"]),
        ("a ? b : $0c", ["c", "a ? b : c"]),
        ("(a +$0 b) * c", ["+", "a + b", "(a + b)", "(a + b) * c"]),
        ("g.s$0ize(1)[0]", ["size", "g.size", "g.size(1)", "g.size(1)[0]"]),
        ("f(a, g(b)$0, c)", ["g(b)", "a, g(b), c", "(a, g(b), c)", "f(a, g(b), c)"]),
        ("grads[$01] * 2", ["1", "[1]", "grads[1]", "grads[1] * 2"]),
        ('f(a, "x $0y")', ['"x y"', 'a, "x y"', '(a, "x y")', 'f(a, "x y")']),
    ],
)
def test_formulas(marked: str, expected: list[str]) -> None:
    assert in_formula(marked) == expected


def test_quoted_and_long_formulas() -> None:
    text = f"{NAME}  self: 'f(a, ''x'',\n    b$0)'\n"
    assert grown(derivatives=text)[:6] == [
        "b",
        "a, ''x'',\n    b",
        "(a, ''x'',\n    b)",
        "f(a, ''x'',\n    b)",
        "'f(a, ''x'',\n    b)'",
        "self: 'f(a, ''x'',\n    b)'",
    ]


def test_schemas() -> None:
    schema = "sway.out(Tensor(a$0!)? self, *, int[] y=[1]) -> (Tensor low, Tensor)"
    whole = schema.replace("$0", "")
    assert grown(f"- func: {schema}\n")[:7] == [
        "a!",
        "Tensor(a!)?",
        "Tensor(a!)? self",
        "Tensor(a!)? self, *, int[] y=[1]",
        "(Tensor(a!)? self, *, int[] y=[1])",
        "sway.out(Tensor(a!)? self, *, int[] y=[1])",
        whole,
    ]
    assert grown("- func: sway.o$0ut(Tensor self) -> Tensor\n")[:3] == ["out", "sway.out", "sway.out(Tensor self)"]
    assert grown("- func: f(int[2]? x$0) -> (Tensor low, Tensor)\n")[:2] == ["x", "int[2]? x"]
    assert grown("- func: f(int$0[2]? x) -> (Tensor low, Tensor)\n")[:4] == ["int", "int[2]", "int[2]?", "int[2]? x"]
    assert grown("- func: f() -> (Tensor lo$0w, Tensor)\n")[:3] == ["low", "Tensor low", "(Tensor low, Tensor)"]


def test_fields() -> None:
    text = "- func: f() -> Tensor\n  variants: function, met$0hod\n  dispatch:\n    CPU, CUDA: f\n    Math: g\n"
    assert grown(text)[:3] == ["method", "function, method", "variants: function, method"]
    moved = text.replace("$0", "").replace("CUDA", "CU$0DA")
    assert grown(moved)[:6] == [
        "CUDA",
        "CPU, CUDA",
        "CPU, CUDA: f",
        "CPU, CUDA: f\n    Math: g",
        "dispatch:\n    CPU, CUDA: f\n    Math: g",
        moved.replace("$0", "").rstrip(),
    ]


def test_comments() -> None:
    text = "# First words,\n# more wo$0rds.\n\n# Not these.\n- func: f() -> Tensor\n"
    whole = text.replace("$0", "")
    assert grown(text) == [
        "words",
        "more words.",
        "# more words.",
        "# First words,\n# more words.",
        whole[: whole.index("\n- ")],
        whole,
    ]


def test_broken_blocks() -> None:
    text = f"{NAME}   self: f(a, $0b\n"
    whole = text.replace("$0", "")
    assert grown(derivatives=text) == ["b", "a, b", "(a, b", "f(a, b", "self: f(a, b", whole.rstrip(), whole]


def test_nowhere() -> None:
    assert grown("$0") == [""]
    assert grown("$0\n\n- func: f() -> Tensor\n") == ["\n\n- func: f() -> Tensor\n"]
