"""Semantic tokens: what each word is, positions, reuse by block, and LSP's encoding."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpora import corpus_snapshot
from tests.ide.fixtures import example, parse
from vt_core.analysis.snapshot import Snapshot, edited, new_snapshot
from vt_core.dialects.registry import DEFAULT
from vt_core.ide.semantic_tokens import block_tokens, file_tokens, range_data, tokens_in
from vt_core.ide.token_data import PlacedToken, delta, encode
from vt_core.ide.token_types import TOKEN_MODIFIERS, TOKEN_TYPES, SemanticToken
from vt_core.syntax.nodes import FileRole
from vt_core.text.lines import Encoding, LineTable, to_units
from vt_core.text.spans import Span

SHORT = {"declaration": "decl", "readonly": "ro", "modification": "mod", "defaultLibrary": "lib"}


def shown(text: str, tokens: Iterable[SemanticToken]) -> list[str]:
    """`word type+modifier+…` for each token."""
    lines: list[str] = []
    for start, end, type_, modifiers in tokens:
        names = [SHORT[name] for bit, name in enumerate(TOKEN_MODIFIERS) if modifiers & 1 << bit]
        lines.append(f"{text[start:end]} {'+'.join([type_, *names])}")
    return lines


def native(entry: str) -> list[str]:
    found = parse(native=entry)
    return shown(entry, tokens_in(found.snapshot, "native_functions"))


def derivatives(entry: str, functions: str = "") -> list[str]:
    found = parse(native=functions, derivatives=entry)
    return shown(entry, tokens_in(found.snapshot, "derivatives"))


def formula(text: str, functions: str = "") -> list[str]:
    """The tokens of a formula beside a schema with `self`, `gate`, and the outputs `low` and `high`."""
    head = "- name: sway(Tensor self, Tensor gate) -> (Tensor low, Tensor high)\n  self: "
    return derivatives(head + text, functions)[len(derivatives(head + "x")) - 1 :]


def test_schema() -> None:
    schema = "sway.Deep(Tensor self, *, int[2]? reach=None, Odd other='x', Tensor(a!) out) -> (Tensor(a!) low, Tensor)"
    assert native(f"- func: {schema}\n") == [
        "func property",
        "sway function+decl",
        "Deep property+decl",
        "Tensor type+lib",
        "self parameter+decl",
        "* operator",
        "int type+lib",
        "2 number",
        "? operator",
        "reach parameter+decl",
        "= operator",
        "None keyword",
        "Odd type",
        "other parameter+decl",
        "= operator",
        "'x' string",
        "Tensor type+lib",
        "a! typeParameter+mod",
        "out parameter+decl+mod",
        "-> operator",
        "Tensor type+lib",
        "a! typeParameter+mod",
        "low variable+decl+mod",
        "Tensor type+lib",
    ]


def test_defaults_and_aliases() -> None:
    schema = "lib::f(Tensor(a)[] xs, int[2] y=[1,-2], float z=1e-5, Mode m=Mean, bool b=True) -> Tensor(a|b)"
    assert native(f"- func: {schema}\n")[1:] == [
        "lib namespace",
        "f function+decl",
        "Tensor type+lib",
        "a typeParameter",
        "xs parameter+decl",
        "int type+lib",
        "2 number",
        "y parameter+decl",
        "= operator",
        "1 number",
        "-2 number",
        "float type+lib",
        "z parameter+decl",
        "= operator",
        "1e-5 number",
        "Mode type",
        "m parameter+decl",
        "= operator",
        "Mean enumMember+ro",
        "bool type+lib",
        "b parameter+decl",
        "= operator",
        "True keyword",
        "-> operator",
        "Tensor type+lib",
        "a typeParameter",
        "| operator",
        "b typeParameter",
    ]


def test_fields() -> None:
    entry = """\
- func: f() -> Tensor
  variants: function, method
  structured_delegate: f.out
  structured_inherits: TensorIteratorBase
  structured: True
  python_module: nn
  cpp_no_default_args: ['a', "b"]
  tags: [core, pointwise]
  autogen: f.out, g_
  level: 3
  unheard: of
  precomputed:
  - dim -> int dim, bool wrapped
  ufunc_inner_loop:
    Generic: f (AllAndComplex, Half)
  dispatch:
    CPU, CUDA: f
    Math: at::native::f_math
"""
    assert native(entry)[4:] == [
        "variants property",
        "function enumMember",
        "method enumMember",
        "structured_delegate property",
        "f function",
        "out property",
        "structured_inherits property",
        "TensorIteratorBase class",
        "structured property",
        "True keyword",
        "python_module property",
        "nn namespace",
        "cpp_no_default_args property",
        "a parameter",
        "b parameter",
        "tags property",
        "core enumMember",
        "pointwise enumMember",
        "autogen property",
        "f function",
        "out property",
        "g_ function",
        "level property",
        "3 number",
        "unheard property",
        "of string",
        "precomputed property",
        "dim parameter",
        "-> operator",
        "int type",
        "dim parameter",
        "bool type",
        "wrapped parameter",
        "ufunc_inner_loop property",
        "Generic enumMember",
        "f function",
        "AllAndComplex type",
        "Half type",
        "dispatch property",
        "CPU enumMember",
        "CUDA enumMember",
        "f function",
        "Math enumMember",
        "at namespace",
        "native namespace",
        "f_math function",
    ]


def test_derivatives_declare_nothing() -> None:
    entry = """\
- name: sway(Tensor self, Tensor gate) -> (Tensor low, Tensor)
  output_differentiability: [True, False]
  self, low, ghost: grad
  gate: non_differentiable
"""
    assert derivatives(entry) == [
        "name property",
        "sway function",
        "Tensor type+lib",
        "self parameter",
        "Tensor type+lib",
        "gate parameter",
        "-> operator",
        "Tensor type+lib",
        "low variable",
        "Tensor type+lib",
        "output_differentiability property",
        "True keyword",
        "False keyword",
        "self parameter",
        "low variable+ro",
        "ghost variable",
        "grad variable+ro+lib",
        "gate parameter",
        "non_differentiable keyword",
    ]


def test_dispatch_of_derivatives() -> None:
    entry = """\
- name: f(Tensor self) -> Tensor
  dispatch:
    Default:
      self: grad
      result: auto_linear
    AutogradXLA:
      self: self_t
"""
    assert derivatives(entry)[6:] == [
        "dispatch property",
        "Default enumMember",
        "self parameter",
        "grad variable+ro+lib",
        "result variable+ro",
        "auto_linear keyword",
        "AutogradXLA enumMember",
        "self parameter",
        "self_t variable+ro+lib",
    ]


def test_words_of_formulas() -> None:
    functions = "- func: sway(Tensor self) -> Tensor\n"
    assert formula("sway(self, gate.size(-1)) + helper(grads[0], low, high, 0.5)\n", functions) == [
        "sway function+lib",
        "self parameter",
        "gate parameter",
        "size method",
        "- operator",
        "1 number",
        "+ operator",
        "helper function",
        "grads variable+ro+lib",
        "0 number",
        "low variable+ro",
        "high variable+ro",
        "0.5 number",
    ]
    assert formula("grad.sway().data->x\n", functions) == [
        "grad variable+ro+lib",
        "sway method+lib",
        "data property",
        "x property",
    ]
    assert formula("grad_low * grad_input_mask[1] && !retain_variables\n") == [
        "grad_low variable+ro+lib",
        "* operator",
        "grad_input_mask variable+ro+lib",
        "1 number",
        "&& operator",
        "! operator",
        "retain_variables variable+ro+lib",
    ]


def test_cpp_of_formulas() -> None:
    assert formula("a < b ? std::tuple<Tensor, Tensor>() : std::get<0>(at::f(M_PI, true, at::kLong))\n") == [
        "a variable",
        "< operator",
        "b variable",
        "? operator",
        "std namespace",
        "tuple type",
        "Tensor type",
        "Tensor type",
        ": operator",
        "std namespace",
        "get function",
        "0 number",
        "at namespace",
        "f function",
        "M_PI macro",
        "true keyword",
        "at namespace",
        "kLong variable+ro",
    ]
    assert formula('not_implemented("self: 1") /* why */ + (int64_t) MemoryFormat::Contiguous + c10::nullopt\n') == [
        "not_implemented function",
        '"self: 1" string',
        "/* why */ comment",
        "+ operator",
        "int64_t type+lib",
        "MemoryFormat type",
        "Contiguous enumMember+ro",
        "+ operator",
        "c10 namespace",
        "nullopt variable+ro",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "'f(self, ''x'')'",
        "\"f(self, 'x')\"",
        "\"f(self,\\\n    'x')\"",
        "f(self,\n    'x')",
        "\n    f(self, 'x')",
        ">-\n    f(self,\n    'x')",
        "|\n     f(self,\n      'x')\n",
        "\"f(\\x73elf, 'x')\"",
    ],
)
def test_quoted_and_long_formulas(written: str) -> None:
    text = f"- name: sway(Tensor self) -> Tensor\n  self: {written}\n"
    found = derivatives(text)[7:]
    assert [line.split()[-1] for line in found] == ["function", "parameter", "string"]
    assert found[0] == "f function"
    assert found[1].removesuffix(" parameter") in ("self", "\\x73elf")
    assert found[2].removesuffix(" string") in ("'x'", "''x''")


def test_a_token_over_lines_is_one_on_each() -> None:
    text = "- name: f(Tensor self) -> Tensor\n  self: self /* one\n    two */ * 2\n"
    assert derivatives(text)[-5:] == ["self parameter", "/* one comment", "two */ comment", "* operator", "2 number"]


def test_broken_blocks_by_their_text() -> None:
    text = """\
- name: f(Tensor self) -> Tensor
  output_differentiability: [False]
    self: "grad.mul(self   # why
  other: f(self,
    2)
"""
    found = parse(native="- func: f(Tensor self) -> Tensor\n", derivatives=text)
    assert found.snapshot.derivatives.odd
    assert shown(text, tokens_in(found.snapshot, "derivatives"))[6:] == [
        "output_differentiability property",
        "False keyword",
        "self parameter",
        "grad variable+ro+lib",
        "mul method",
        "self parameter",
        "other variable",
        "f function+lib",
        "self parameter",
        "2 number",
    ]
    assert native("- func: f(Tensor self) -> Tensor\n   dispatch:\n    CPU: g\n")[-3:] == [
        "dispatch property",
        "CPU enumMember",
        "g function",
    ]


def test_half_typed() -> None:
    assert native("- func: f(Tensor se") == ["func property", "f function+decl", "Tensor type+lib", "se parameter+decl"]
    assert native("- func: f(Tensor(a!") == ["func property", "f function+decl", "Tensor type+lib"]
    assert native("- fu") == []
    assert native("") == []


def test_aliases_are_written_once() -> None:
    text = "- name: f(Tensor self) -> Tensor\n  self: &x grad\n- name: g(Tensor self) -> Tensor\n  self: *x\n"
    assert derivatives(text)[6:8] == ["self parameter", "grad variable+ro+lib"]
    assert derivatives(text).count("grad variable+ro+lib") == 1


def test_a_block_by_itself() -> None:
    found = parse(native="# first\n- func: f() -> Tensor\n- func: g() -> Tensor\n")
    block = found.snapshot.native.blocks[2]
    assert shown(block.text, block_tokens(found.snapshot, "native_functions", block))[1] == "g function+decl"


def decoded(data: list[int]) -> list[PlacedToken]:
    """What a client reads."""
    found: list[PlacedToken] = []
    line = column = 0
    for at in range(0, len(data), 5):
        down, along, length, type_, modifiers = data[at : at + 5]
        line, column = line + down, along if down else column + along
        found.append(PlacedToken(line, column, length, TOKEN_TYPES[type_], modifiers))
    return found


def expected(snapshot: Snapshot, file: FileRole, encoding: Encoding, span: Span | None = None) -> list[PlacedToken]:
    """The tokens placed by the whole text's own lines."""
    table = LineTable.of(snapshot.document(file).text)
    found: list[PlacedToken] = []
    for start, end, type_, modifiers in tokens_in(snapshot, file, span):
        line, column = table.position(start)
        text = table.line_text(line)
        first, last = to_units(text, column, encoding), to_units(text, column + end - start, encoding)
        found.append(PlacedToken(line, first, last - first, type_, modifiers))
    return found


ODD = (
    "\ufeff- func: f(Tensor self, str x='\U0001f600é', int y=1) -> Tensor  # \U0001f600\r\n"
    "  variants: function\r\n\r\n- func: g(Tensor self) -> Tensor\r\n  dispatch:\r\n    CPU: \U0001f600g, h\r\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [ODD, ODD.replace("\r\n", "\r"), ODD[1:], "\ufeff", "", "\ufeff\n" + ODD[1:]])
def test_data_in_every_encoding(text: str, encoding: Encoding) -> None:
    snapshot = new_snapshot({"native_functions": text, "derivatives": ""}, DEFAULT)
    data = file_tokens(snapshot, "native_functions", encoding).data()
    assert decoded(data) == expected(snapshot, "native_functions", encoding)
    assert encode(decoded(data)) == data
    for start in range(0, len(text) + 1, 7):
        span = Span(start, start + 40)
        part = range_data(snapshot, "native_functions", span, encoding)
        assert decoded(part) == expected(snapshot, "native_functions", encoding, span)


def patched(data: list[int], old: list[int], new: list[int]) -> list[int]:
    for edit in delta(old, new):
        data = [*data[: edit.start], *edit.data, *data[edit.start + edit.delete_count :]]
    return data


@settings(deadline=None)
@given(st.lists(st.integers(0, 2), max_size=8), st.lists(st.integers(0, 2), max_size=8))
def test_delta_leads_from_old_to_new(old: list[int], new: list[int]) -> None:
    old, new = [number for number in old for _ in range(5)], [number for number in new for _ in range(5)]
    assert patched(old, old, new) == new
    assert len(delta(old, new)) == (old != new)
    assert all(edit.start % 5 == edit.delete_count % 5 == len(edit.data) % 5 == 0 for edit in delta(old, new))


TYPED = ["x", "\n", "- name: new(Tensor self) -> Tensor\n", "'", ":", "(", "\U0001f600", "\ufeff", "", "sway", "  "]


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from([0.0, 0.2, 0.5, 0.9]), st.integers(0, 30), st.sampled_from(TYPED)),
        max_size=6,
    )
)
def test_reuse_gives_the_same_as_a_fresh_start(edits: list[tuple[bool, float, int, str]]) -> None:
    snapshot = new_snapshot(example("clean"), DEFAULT)
    files: tuple[FileRole, ...] = ("native_functions", "derivatives")
    known = {file: file_tokens(snapshot, file, "utf-16") for file in files}
    for in_native, where, length, text in edits:
        file = files[0] if in_native else files[1]
        start = int(where * snapshot.document(file).starts[-1])
        snapshot = edited(snapshot, file, Span(start, min(start + length, snapshot.document(file).starts[-1])), text)
        for each in files:
            old = known[each].data()
            known[each] = file_tokens(snapshot, each, "utf-16", known[each])
            fresh = file_tokens(snapshot, each, "utf-16").data()
            assert known[each].data() == fresh
            assert patched(old, old, fresh) == fresh


def test_only_changed_blocks_are_looked_at_again() -> None:
    texts = example("clean")
    before = new_snapshot(texts, DEFAULT)
    known = file_tokens(before, "derivatives", "utf-16")
    at = texts["derivatives"].index("grad.mul(self.abs")
    after = file_tokens(edited(before, "derivatives", Span(at, at), "x"), "derivatives", "utf-16", known)
    new = [block for block in after.blocks if known.blocks.get(block) is not after.blocks[block]]
    assert len(new) == 3  # the first two always are
    assert "xgrad.mul" in new[1].text + new[2].text


def test_an_operator_that_goes_changes_the_formulas_that_call_it() -> None:
    texts = example("clean")
    before = new_snapshot(texts, DEFAULT)
    known = file_tokens(before, "derivatives", "utf-16")
    at = texts["native_functions"].index("gate_curve(")
    without = edited(before, "native_functions", Span(at, at + 4), "tide")
    after = file_tokens(without, "derivatives", "utf-16", known)
    new = [block.text for block in after.blocks if known.blocks.get(block) is not after.blocks[block]]
    assert new
    assert all("gate_curve(" in text for text in new[1:])
    assert after.data() == file_tokens(without, "derivatives", "utf-16").data() != known.data()


@pytest.mark.parametrize("name", ["v1.8.1", "v2.15.0"])
def test_corpora(name: str) -> None:
    """Tokens lie apart, each on its line, and cover nearly every word of every formula and schema."""
    snapshot = corpus_snapshot(name)
    files: tuple[FileRole, ...] = ("native_functions", "derivatives")
    for file in files:
        text = snapshot.document(file).text
        tokens = tokens_in(snapshot, file)
        assert all(before.end <= after.start for before, after in pairwise(tokens))
        assert all(token.start < token.end and text[token.start : token.end].isprintable() for token in tokens)
        assert len(tokens) > 12_000
        data = file_tokens(snapshot, file, "utf-16").data()
        assert decoded(data) == expected(snapshot, file, "utf-16")
