from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from vt_core.syntax.formula import Call, Formula, formula_faults, read_formula
from vt_core.text.spans import Span

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
RELEASES = ["v1.8.0a0-c39fb97", "v1.8.1", "v2.1.2", "v2.5.1", "v2.9.1", "v2.13.0", "v2.15.0"]

# Text in which brackets, quotes, comments and template arguments are as likely as names.
FRAGMENTS = st.sampled_from(
    [
        *("grad", "grads[1]", "self", "f(", "std::get<0>(", "std::tuple<Tensor,Tensor>()", "1.5e-3", "é", "$"),
        *("(", ")", "[", "]", "{", "}", "<", ">", " < ", ", ", ".", "->", "::", "?", " ", "\n"),
        *('"', "'", "//", "/*", "*/", "\\", 'R"('),
    ]
)
HALF_TYPED = st.lists(FRAGMENTS, max_size=25).map("".join)


def cut(text: str, span: Span) -> str:
    return text[span.start : span.end]


def described(formula: Formula, call: Call) -> tuple[str, str, str | None, list[str], bool]:
    receiver = cut(formula.text, call.receiver) if call.receiver else None
    return call.scope, call.name, receiver, [cut(formula.text, span) for span in call.arguments], call.closed


def formulas(name: str) -> list[str]:
    """Every formula of a release's derivatives.yaml."""
    path = CORPUS / name / "derivatives.yaml"
    if not path.exists():
        if os.environ.get("VT_LSP_REQUIRE_ALL") == "1":
            pytest.fail("../shared/corpus is missing")
        pytest.skip("NOT CHECKED: ../shared/corpus is missing")
    entries = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    found = [text for entry in entries for text in formulas_of(entry)]
    assert len(found) > 500
    return found


def formulas_of(entry: dict[str, object]) -> Iterator[str]:
    for key, value in entry.items():
        if isinstance(value, dict):
            yield from formulas_of(value)
        elif isinstance(value, str) and key != "name":
            yield value


def test_tokens() -> None:
    text = "at::f(x_1 * -1.5e-3f, \"a\\\"b\", 'c') /* d */ ? 1'000 : y->z // e"
    assert [(token.kind, token.text) for token in read_formula(text).tokens] == [
        ("identifier", "at"),
        ("punctuation", "::"),
        ("identifier", "f"),
        ("punctuation", "("),
        ("identifier", "x_1"),
        ("punctuation", "*"),
        ("punctuation", "-"),
        ("number", "1.5e-3f"),
        ("punctuation", ","),
        ("string", '"a\\"b"'),
        ("punctuation", ","),
        ("char", "'c'"),
        ("punctuation", ")"),
        ("comment", "/* d */"),
        ("punctuation", "?"),
        ("number", "1'000"),
        ("punctuation", ":"),
        ("identifier", "y"),
        ("punctuation", "->"),
        ("identifier", "z"),
        ("comment", "// e"),
    ]


@pytest.mark.parametrize("text", ['"a"', 'u8"a"', 'L"a"', 'R"(a"b)"', 'R"x(a)" )x"', '"\\\\"', '""'])
def test_a_string_is_one_token(text: str) -> None:
    formula = read_formula(f"f({text}, b)")
    assert [token.text for token in formula.strings()] == [text]
    assert formula.faults == ()


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("f()", [("", "f", None, [], True)]),
        ("f(a, b)", [("", "f", None, ["a", "b"], True)]),
        ("f( a + 1 ,\n  g( b ) )", [("", "f", None, ["a + 1", "g( b )"], True), ("", "g", None, ["b"], True)]),
        ("f(/*flag=*/true, /*x*/)", [("", "f", None, ["true", ""], True)]),
        ("f({1, 2}, x[1, 2], (3, 4))", [("", "f", None, ["{1, 2}", "x[1, 2]", "(3, 4)"], True)]),
        ("self.sizes()", [("", "sizes", "self", [], True)]),
        ("bias->f(x)", [("", "f", "bias", ["x"], True)]),
        ("-self.f().g(x)", [("", "f", "self", [], True), ("", "g", "self.f()", ["x"], True)]),
        ("(a + b).f()", [("", "f", "(a + b)", [], True)]),
        ("a * g(x)[0].f()", [("", "g", None, ["x"], True), ("", "f", "g(x)[0]", [], True)]),
        ("a, std::array<bool, 2>{true, false}.size()", [("", "size", "std::array<bool, 2>{true, false}", [], True)]),
        ("return (a).f()", [("", "f", "(a)", [], True)]),
        ("at::native::f(x)", [("at::native", "f", None, ["x"], True)]),
        ("a ? ::std::f(x) : ::g(y)", [("::std", "f", None, ["x"], True), ("", "g", None, ["y"], True)]),
        ("A<int>::f(x)", [("A<int>", "f", None, ["x"], True)]),
        ("x.A::f(y)", [("A", "f", "x", ["y"], True)]),
        ("f(std::tuple<Tensor, Tensor>(), b)",
         [("", "f", None, ["std::tuple<Tensor, Tensor>()", "b"], True), ("std", "tuple", None, [], True)]),
        ("std::vector<std::vector<int>>(n, 0)", [("std", "vector", None, ["n", "0"], True)]),
        ("f(std::array<bool, 2>{true, false}, b)", [("", "f", None, ["std::array<bool, 2>{true, false}", "b"], True)]),
        ("self.sum<int>(1)", [("", "sum", "self", ["1"], True)]),
        ("f(a < b, c > (d))", [("", "f", None, ["a < b", "c > (d)"], True)]),
        ("f(a<b, c)", [("", "f", None, ["a<b", "c"], True)]),
        ("f(a<b + 1, c>(d))", [("", "f", None, ["a<b + 1", "c>(d)"], True)]),
        ("f(a<b, c > d)", [("", "f", None, ["a<b", "c > d"], True)]),
        ("f(a<b, c> -d)", [("", "f", None, ["a<b", "c> -d"], True)]),
        ("f(a<b, c> & d)", [("", "f", None, ["a<b", "c> & d"], True)]),
        ("f<A<b, c>&>(d)", [("", "f", None, ["d"], True)]),
        ("not (a) and (b)", []),
        ("f([](c10::SymInt i){return -i;}, b)", [("", "f", None, ["[](c10::SymInt i){return -i;}", "b"], True)]),
        ("f(a)(b)", [("", "f", None, ["a"], True)]),
        ("f(a, g(b", [("", "f", None, ["a", "g(b"], False), ("", "g", None, ["b"], False)]),
        ("f(a, ", [("", "f", None, ["a", ""], False)]),
        ("f(, a", [("", "f", None, ["", "a"], False)]),
        ("f(", [("", "f", None, [], False)]),
        ("f(a[0) + b", [("", "f", None, ["a[0"], True)]),
        ("(f(a] + b)", [("", "f", None, ["a] + b"], True)]),
        ("{f(a, b} + c", [("", "f", None, ["a", "b"], False)]),
        ('f("(", a)', [("", "f", None, ['"("', "a"], True)]),
    ],
)  # fmt: skip
def test_calls(text: str, calls: list[tuple[str, str, str | None, list[str], bool]]) -> None:
    formula = read_formula(text)
    assert [described(formula, call) for call in formula.calls] == calls
    for call in formula.calls:
        assert cut(text, call.name_span) == call.name
        assert text[call.inside.start - 1] == "("
        assert all(text[comma] == "," for comma in call.separators)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("self.sizes()", [("self", ".", "sizes", True)]),
        ("x->y", [("x", "->", "y", False)]),
        ("f(a).b.c()", [("f(a)", ".", "b", False), ("f(a).b", ".", "c", True)]),
        ("self.item<int>()", [("self", ".", "item", True)]),
        ("self.", [("self", ".", "", False)]),
        ("f(self.)", [("self", ".", "", False)]),
        ("bias->", [("bias", "->", "", False)]),
        ("grads[0].to(grad.scalar_type())", [("grads[0]", ".", "to", True), ("grad", ".", "scalar_type", True)]),
        (". + .x", []),
        ("[&](Tensor a) -> Tensor { return a.b; }", [("a", ".", "b", False)]),
        ("1.5 * self", []),
    ],
)
def test_members(text: str, members: list[tuple[str, str, str, bool]]) -> None:
    found = read_formula(text).members
    assert [(cut(text, m.receiver), m.operator, m.name, m.called) for m in found] == members
    assert [cut(text, m.name_span) for m in found] == [m.name for m in found]


def test_identifiers_are_whole_names_outside_strings_and_comments() -> None:
    text = 'grad * grads[0] + x.grad(grad_x, "grad", /* grad */ at::grad)'
    assert read_formula(text).identifiers("grad") == (Span(0, 4), Span(20, 24), Span(56, 60))


def test_grad_indices() -> None:
    text = f"grads[0] + f(grads[12]) + grads[ 1 ] + xgrads[1] + grads[i] + x.grads[2] + grads[1{'0' * 5000}]"
    found = read_formula(text).grad_indices
    assert [each.output for each in found] == [0, 12, 2, 10**18]
    assert [cut(text, each.span) for each in found[:3]] == ["grads[0]", "grads[12]", "grads[2]"]
    assert [cut(text, each.output_span) for each in found[:3]] == ["0", "12", "2"]


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("f(|)", "f", 0),
        ("f(a|, b)", "f", 0),
        ("f(a,| b)", "f", 1),
        ("f(a, b|)", "f", 1),
        ("f(a, b)|", None, 0),
        ("|f(a, b)", None, 0),
        ("f|(a, b)", None, 0),
        ("f(a, g(b|), c)", "g", 0),
        ("f(a, g(b)|, c)", "f", 1),
        ("f(a, g(b), |", "f", 2),
        ("f(a, g(b, c|", "g", 1),
        ("f({a, b|}, c)", "f", 0),
        ("f((a, b|), c)", "f", 0),
        ("f(std::array<bool, 2>{a}, b|)", "f", 1),
        ("f(a < b, c|)", "f", 1),
        ('f("a, b|", c)', "f", 0),
        ('f(a, "b, c|', "f", 1),
        ("self.f(a).g(b, |)", "g", 1),
        ("(f(a, b|] + c", "f", 1),
        ("{f(a, b} + c|", None, 0),
        ("(a, b|)", None, 0),
    ],
)
def test_enclosing_call(text: str, name: str | None, argument: int) -> None:
    offset = text.index("|")
    found = read_formula(text.replace("|", "")).enclosing_call(offset)
    assert (found and (found[0].name, found[1])) == (name and (name, argument))


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("f(a[0], {b})", []),
        ("f(a", [("unclosed-bracket", "(", 1)]),
        ("f(a))", [("unexpected-bracket", ")", 4)]),
        ("f(a]", [("unclosed-bracket", "(", 1), ("unexpected-bracket", "]", 3)]),
        ("f(a[0)", [("unclosed-bracket", "[", 3)]),
        (")(", [("unexpected-bracket", ")", 0), ("unclosed-bracket", "(", 1)]),
        ("f(')', \"(\") /* [ */", []),
        ("a < b > c <", []),
        ("std::tuple<Tensor, ", []),
        ('f("abc)', [("unterminated", '"abc)', 2)]),
        ('f("abc\\', [("unterminated", '"abc\\', 2)]),
        ('f("abc\n)', [("unterminated", '"abc', 2)]),
        ("f('a)", [("unterminated", "'a)", 2)]),
        ("f(a) /* b)", [("unterminated", "/* b)", 5)]),
        ('R"x(a)"', [("unterminated", 'R"x(a)"', 0)]),
    ],
)
def test_faults(text: str, faults: list[tuple[str, str, int]]) -> None:
    found = read_formula(text).faults
    assert [(fault.kind, fault.text, fault.span.start) for fault in found] == faults
    assert all(cut(text, fault.span) == fault.text for fault in found)
    assert formula_faults(text) == found


def test_token_at() -> None:
    formula = read_formula("f(a + bc)")
    assert [token and token.text for token in map(formula.token_at, range(11))] == (
        ["f", "f", "a", "a", "+", "+", "bc", "bc", "bc", ")", None]
    )
    assert read_formula("").token_at(0) is None


@given(HALF_TYPED)
@example("grads[0]" + "[" * 50 + ")" * 50)
def test_half_typed_text_is_read_in_full(text: str) -> None:
    formula = read_formula(text)
    end = 0
    for token in formula.tokens:
        assert text[end : token.span.start].strip() == ""
        assert token.text == cut(text, token.span) != ""
        end = token.span.end
    assert text[end:].strip() == ""
    for call in formula.calls:
        bounds = [call.inside.start, *call.separators, call.inside.end]
        assert bounds == sorted(bounds)
        assert len(call.arguments) in (len(call.separators) + 1, 0)
        for argument, before, after in zip(call.arguments, bounds, bounds[1:], strict=False):
            assert before <= argument.start <= argument.end <= after
            # An unterminated string may end in white space.
            assert cut(text, argument).strip() == cut(text, argument) or formula.faults
    for member in formula.members:
        assert cut(text, member.receiver)
    assert formula_faults(text) == formula.faults
    for offset in range(len(text) + 1):
        found = formula.enclosing_call(offset)
        assert found is None or found[1] <= len(found[0].separators)


@given(HALF_TYPED)
def test_grad_indices_are_the_generators(text: str) -> None:
    # Where no string or comment hides any, and no two stand without anything between them, of which the generator sees
    # the first only.
    if not any(mark in text for mark in ('"', "'", "/", "]grads")):
        wanted = [int(index) for index in re.findall(r"(?:^|\W)grads\[(\d+)\]", text)]
        assert [found.output for found in read_formula(text).grad_indices] == wanted


@pytest.mark.parametrize("release", RELEASES)
def test_the_formulas_of_the_releases(release: str) -> None:
    for text in formulas(release):
        formula = read_formula(text)
        assert formula.faults == formula_faults(text) == ()
        assert all(token.kind != "unknown" for token in formula.tokens), text
        assert all(call.closed for call in formula.calls)
        wanted = [int(index) for index in re.findall(r"(?:^|\W)grads\[(\d+)\]", text)]
        assert [found.output for found in formula.grad_indices] == wanted
        # A bracket just after a name, or after its template arguments, is a call.
        code = re.sub(r'"[^"]*"|/\*.*?\*/', " ", text)
        code = re.sub(r"<[\w:, ]+>(?=[({])", "", code)
        assert len(formula.calls) == len(re.findall(r"\w\(", code)), text
