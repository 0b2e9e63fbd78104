"""Document symbols: names, kinds, nesting."""

from __future__ import annotations

from tests.ide.fixtures import parse
from vt_core.ide.symbols import Symbol, block_symbols, document_symbols

NATIVE = """\
# Head.
- func: sway.out(Tensor self, *, int[2]? reach=None, Tensor(a!) out) -> (Tensor(a!) low, Tensor)
  variants: function
  tags: [core, pointwise]
  dispatch:
    CPU, CUDA: sway_out
    Math: sway_math
"""
DERIVATIVES = """\
- name: "sway(Tensor self, Tensor gate) -> Tensor"
  output_differentiability: [True]
  self, gate: >-
    f(grad,
      self)
  dispatch:
    Default:
      self: grad
"""


def lines(symbols: tuple[Symbol, ...], text: str, depth: int = 0) -> list[str]:
    """`kind name: detail` indented, and what is selected where that is not the name."""
    found: list[str] = []
    for symbol in symbols:
        selected = text[slice(*symbol.selection)]
        odd = "" if selected == symbol.name else f" <{selected}>"
        detail = f": {symbol.detail}" if symbol.detail else ""
        found.append(f"{'  ' * depth}{symbol.kind} {symbol.name}{detail}{odd}")
        found += lines(symbol.children, text, depth + 1)
    return found


def test_functions() -> None:
    found = document_symbols(parse(NATIVE).snapshot, "native_functions")
    assert lines(found, NATIVE) == [
        "function sway.out: (Tensor self, *, int[2]? reach=None, Tensor(a!) out) -> (Tensor(a!) low, Tensor)",
        "  variable self: Tensor",
        "  variable reach: int[2]? = None",
        "  variable out: Tensor(a!)",
        "  constant low: Tensor(a!)",
        "  property variants: function",
        "  property tags: core, pointwise",
        "  namespace dispatch",
        "    key CPU, CUDA: sway_out",
        "    key Math: sway_math",
    ]
    (entry,) = found
    assert NATIVE[slice(*entry.span)] == NATIVE[8:-1]
    dispatch = entry.children[-1]
    assert NATIVE[slice(*dispatch.span)] == "dispatch:\n    CPU, CUDA: sway_out\n    Math: sway_math"
    assert NATIVE[slice(*entry.children[1].span)] == "int[2]? reach=None"


def test_derivatives() -> None:
    found = document_symbols(parse(derivatives=DERIVATIVES).snapshot, "derivatives")
    assert lines(found, DERIVATIVES) == [
        "class sway: (Tensor self, Tensor gate) -> Tensor",
        "  variable self: Tensor",
        "  variable gate: Tensor",
        "  property output_differentiability: True",
        "  key self, gate: f(grad, self)",
        "  namespace dispatch",
        "    namespace Default",
        "      key self: grad",
    ]


def test_broken_and_half_typed() -> None:
    text = """\
- func: lone
- func: other(Tensor se
    dispatch:
      CPU: x
- variants: function
- func: ''
- plain
-
"""
    found = document_symbols(parse(text).snapshot, "native_functions")
    assert lines(found, text) == [
        "function lone",
        "function other: (Tensor se",
        "  variable se: Tensor",
        "  namespace dispatch",
        "    key CPU: x",
        "function entry <variants>",
        "  property variants: function",
        "function func",
    ]


def test_long_details_are_cut_to_one_line() -> None:
    text = "- name: f(Tensor self) -> Tensor\n  self: >\n    " + "grad +\n    " * 40 + "1\n"
    (entry,) = document_symbols(parse(derivatives=text).snapshot, "derivatives")
    assert len(entry.children[1].detail) == 120
    assert entry.children[1].detail.endswith("…")


def test_a_block_by_itself_and_the_file() -> None:
    snapshot = parse(NATIVE).snapshot
    block = snapshot.native.blocks[1]
    (alone,) = block_symbols("native_functions", block)
    (entry,) = document_symbols(snapshot, "native_functions")
    assert entry.span == alone.span.shifted(8)
    assert entry.children[-1].children[0].selection == alone.children[-1].children[0].selection.shifted(8)
