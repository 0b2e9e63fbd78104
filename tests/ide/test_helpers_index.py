"""C++ functions found by the look of the sources."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vt_core.ide.helpers_index import (
    Helper,
    Parameter,
    functions_of,
    kernel_definitions,
    read_helpers,
    read_parameters,
)
from vt_core.text.lines import LineTable

HEADER = """\
#pragma once
#define FOO(x) int not_this(x);

namespace torch {
namespace autograd { namespace details {

struct Ranges {
  size_t size() { return 0; }
};
extern const char* kMessage;

// Spreads the gradient over the tiles.
// Twice.
at::Tensor spread_tiles(const at::Tensor & grad, at::IntArrayRef tile, bool twice=false);
TORCH_API std::tuple<Tensor, Tensor> halves(std::array<bool, 2> mask, const char* why = "a, (b");
Tensor spread_tiles(Tensor grad, c10::optional<std::pair<int, int>> tile /* of, the */ = c10::nullopt);
/*
 * Nothing at all.
 */
void nothing(void);

}}} // namespace
"""
SOURCE = """\
#include <x.h>
namespace torch { namespace {

using at::Tensor;
const char* kMessage = "no; { semicolon } (";

template <typename T, typename U = std::vector<T>>
T spread_base(const T& grad) {
  Tensor local(grad);
  if (grad.defined()) { return other(grad); }
  return R"(})";
}

static inline Tensor spread_tiles(
    const Tensor& grad, // what (comes
    IntArrayRef tile,
    bool twice) {
  auto f = [&](int x) -> int { return x; };
  for (int i = 0; i < 1'000; i++) { char c = '{'; }
  return grad;
}

auto arrow(int n) -> Tensor { return {}; }
Tensor Struct::method(int n) { return {}; }
MAKE_SOMETHING(a, b);
Tensor declared = make(3);
}}
"""


def names(helpers: tuple[Helper, ...]) -> list[str]:
    return [helper.name for helper in helpers]


def test_declarations_and_definitions() -> None:
    found = read_helpers({"manual.h": HEADER, "manual.cpp": SOURCE})
    assert list(found) == ["spread_tiles", "halves", "nothing", "spread_base", "arrow"]
    first, second, third = found["spread_tiles"]
    assert first.declaration == (
        "at::Tensor spread_tiles(const at::Tensor & grad, at::IntArrayRef tile, bool twice=false)"
    )
    assert first.return_type == "at::Tensor"
    assert first.comment == "Spreads the gradient over the tiles.\nTwice."
    assert first.parameters == (
        Parameter("const at::Tensor &", "grad", None),
        Parameter("at::IntArrayRef", "tile", None),
        Parameter("bool", "twice", "false"),
    )
    assert (first.file, first.line, first.column, first.is_definition) == ("manual.h", 13, 11, False)
    assert second.parameters[1] == Parameter("c10::optional<std::pair<int, int>>", "tile", "c10::nullopt")
    assert (third.file, third.line, third.is_definition) == ("manual.cpp", 13, True)
    assert third.declaration == ("static inline Tensor spread_tiles(const Tensor& grad, IntArrayRef tile, bool twice)")
    assert third.start == (13, 0)
    assert third.end == (20, 1)
    assert found["nothing"][0].comment == "Nothing at all."
    assert found["nothing"][0].parameters == ()
    assert found["halves"][0].parameters[1] == Parameter("const char*", "why", '"a, (b"')
    assert found["spread_base"][0].return_type == "T"
    assert found["arrow"][0].declaration.startswith("auto arrow(int n)")


def test_parameters() -> None:
    assert read_parameters("") == read_parameters(" void ") == ()
    assert read_parameters("const Tensor &, int64_t, const Tensor") == (
        Parameter("const Tensor &", "", None),
        Parameter("int64_t", "", None),
        Parameter("const Tensor", "", None),
    )
    assert read_parameters("std::array<bool,3> mask={true, false}") == (
        Parameter("std::array<bool,3>", "mask", "{true, false}"),
    )
    assert read_parameters("std::function<int(int, int)> f, unsigned long n") == (
        Parameter("std::function<int(int, int)>", "f", None),
        Parameter("unsigned long", "n", None),
    )


def test_what_is_half_typed_costs_itself() -> None:
    half = "Tensor one(int a) {\n  if (a) {\n}\n\nTensor two(\n\nTensor three(int b) {\n}\nTensor four(int c);\n"
    assert "one" in names(functions_of("f", half))
    assert "four" in names(functions_of("f", half))


def test_kernels() -> None:
    source = (
        "namespace at { namespace native {\n"
        "Tensor tame_cpu(const Tensor& self);\n"
        "Tensor tame_cpu(const Tensor& self) {\n  return other_cpu(self);\n}\n"
        "MAKE_UNARY(one)\nMAKE_UNARY(two)\n\nTensor& other_cpu(Tensor& self) { return self; }\n"
        "TORCH_IMPL_FUNC(fold_out)\n(const Tensor& self, int64_t n) {\n  fold(self);\n}\n"
        "}}\n"
    )
    found = kernel_definitions("k.cpp", source, {"tame_cpu", "fold_out", "absent"})
    assert [(kernel.name, kernel.line, kernel.column) for kernel in found] == [("tame_cpu", 2, 7), ("fold_out", 9, 16)]
    assert found[1].declaration == "TORCH_IMPL_FUNC(fold_out)(const Tensor& self, int64_t n)"
    assert found[1].end == (12, 1)
    assert names(kernel_definitions("k.cpp", source, {"other_cpu"})) == ["other_cpu"]
    assert kernel_definitions("k.cpp", source, {"absent"}) == ()


PIECES = st.sampled_from(
    [
        *"(){};<>,=\"'\n/*#\\:&",
        "//",
        "Tensor ",
        "f(",
        "namespace a {",
        "template <",
        'R"(',
        "a",
        "1",
        " ",
        "TORCH_IMPL_FUNC(",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_read(text: str) -> None:
    table = LineTable.of(text)
    for helper in (*functions_of("f", text), *kernel_definitions("f", text, {"a", "f"})):
        at = table.offset(helper.line, helper.column)
        assert text.startswith(helper.name, at)
        assert (0, 0) <= helper.start <= (helper.line, helper.column) <= helper.end <= table.position(len(text))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(SOURCE)), st.integers(0, 30))
def test_sources_with_a_piece_cut_out(at: int, length: int) -> None:
    text = SOURCE[:at] + SOURCE[at + length :]
    for helper in functions_of("f", text):
        assert text.splitlines()[helper.line].startswith(helper.name, helper.column)
