from __future__ import annotations

import pytest

from tests.codegen.pairs import NEWEST, OLDEST, emitted, native, pair, release
from vt_core.codegen.files import section_text

VIEW = "select.by(Tensor(a) self, SymInt[] size, SymInt? at, Tensor? like, int[] dims, SymInt n) -> Tensor(a)"


def texts(schema: str, dialect: str = "2.15") -> tuple[str, str]:
    view = emitted(pair(native(schema), dialect=release(dialect)), schema.partition("(")[0]).view_func
    assert view is not None
    assert view.header == f"#include <ATen/ops/{schema.partition('.')[0].partition('(')[0]}_ops.h>"
    return section_text(view.declaration, release(dialect)), section_text(view.definition, release(dialect))


def test_the_object_of_a_view() -> None:
    declaration, definition = texts(VIEW)
    assert declaration == (
        "#define SELECT_BY_VIEW_FUNC_AVAILABLE\n"
        "struct SelectByViewFunc : public torch::autograd::ViewFunc {\n"
        "  SelectByViewFunc(c10::SymIntArrayRef size, ::std::optional<c10::SymInt> at, "
        "const ::std::optional<at::Tensor> & like, at::IntArrayRef dims, c10::SymInt n) "
        ": size(size.vec()), at(at), like(like), dims(dims.vec()), n(n)\n"
        "  {}\n"
        "  virtual ~SelectByViewFunc() override = default;\n"
        "  virtual std::vector<c10::SymInt> get_symints() const override;\n"
        "  virtual size_t num_symints() const override;\n"
        "  virtual std::vector<at::Tensor> get_tensors() const override;\n"
        "  virtual size_t num_tensors() const override;\n"
        "  virtual at::Tensor operator()(const at::Tensor&) const override;\n"
        "  virtual std::unique_ptr<ViewFunc> clone_and_set(\n"
        "      std::optional<std::vector<c10::SymInt>> = ::std::nullopt,\n"
        "      std::optional<std::vector<at::Tensor>> = ::std::nullopt) const override;\n"
        "\n"
        "protected:\n"
        "  virtual void set_symints(std::vector<c10::SymInt>) override;\n"
        "  virtual void set_tensors(std::vector<at::Tensor>) override;\n"
        "\n"
        "private:\n"
        "  ::std::vector<c10::SymInt> size;\n"
        "  ::std::optional<c10::SymInt> at;\n"
        "  ::std::optional<at::Tensor> like;\n"
        "  ::std::vector<int64_t> dims;\n"
        "  c10::SymInt n;\n"
        "};"
    )
    assert definition.startswith(
        "std::vector<c10::SymInt> SelectByViewFunc::get_symints() const {\n"
        "  ::std::vector<c10::SymInt> symints;\n"
        "  symints.reserve(size.size() + (at.has_value() ? 1 : 0) + 1);\n"
        "  symints.insert(symints.end(), size.begin(), size.end());\n"
        "  if(at.has_value()) symints.insert(symints.end(), *(at));\n"
        "  symints.push_back(n);\n"
        "  return symints;\n"
        "}\n"
        "\n"
        "size_t SelectByViewFunc::num_symints() const {\n"
        "  return static_cast<size_t>(size.size() + (at.has_value() ? 1 : 0) + 1);\n"
        "}\n"
        "\n"
        "void SelectByViewFunc::set_symints(std::vector<c10::SymInt> symints) {\n"
        "  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());\n"
        "  auto i = 0;\n"
        "  std::copy(symints.begin() + i, symints.begin() + i + size.size(), size.begin());\n"
        "  i += size.size();\n"
        "  if(at.has_value()) at = symints[i];\n"
        "  i += (at.has_value() ? 1 : 0);\n"
        "  n = symints[i];\n"
        "}\n"
        "\n"
    )
    assert "  if(like.has_value()) like = tensors[i];\n}\n" in definition
    assert "  return at::_ops::select_by::call(input_base, size, at, like, dims, n);\n" in definition
    assert "  auto output = std::make_unique<SelectByViewFunc>(size, at, like, dims, n);\n" in definition


def test_the_object_of_a_list_of_views() -> None:
    declaration, definition = texts("unbind(Tensor(a -> *) self) -> Tensor(a)[]")
    assert "  UnbindViewFunc(int64_t view_idx) : view_idx(view_idx)\n" in declaration
    assert declaration.endswith("private:\n  int64_t view_idx;\n};")
    assert "  return at::_ops::unbind::call(input_base)[view_idx];\n" in definition
    assert "  return static_cast<size_t>(0);\n" in definition
    assert "  TORCH_INTERNAL_ASSERT(symints.size() == num_symints());\n\n}\n" in definition


def test_the_object_of_a_view_without_arguments() -> None:
    declaration, _ = texts("_conj(Tensor(a) self) -> Tensor(a)")
    assert declaration.startswith("#define _CONJ_VIEW_FUNC_AVAILABLE\nstruct _ConjViewFunc : ")
    assert declaration.endswith("private:\n\n};")


@pytest.mark.parametrize(
    ("dialect", "body", "destructor", "null"),
    [
        ("2.3", "{};", "override {};", "c10::nullopt"),
        ("2.5", "{};", "override {};", "::std::nullopt"),
        ("2.6", "{}", "override = default;", "::std::nullopt"),
    ],
)
def test_spellings(dialect: str, body: str, destructor: str, null: str) -> None:
    lines = texts("t(Tensor(a) self) -> Tensor(a)", dialect)[0].split("\n")
    assert lines[3:5] == [f"  {body}", f"  virtual ~TViewFunc() {destructor}"]
    assert lines[11] == f"      std::optional<std::vector<c10::SymInt>> = {null},"


def test_what_has_no_object() -> None:
    view = "t(Tensor(a) self) -> Tensor(a)"
    assert emitted(pair(native(view), dialect=OLDEST), "t").view_func is None
    inplace = "t_(Tensor(a!) self) -> Tensor(a!)"
    assert emitted(pair(native(inplace), dialect=NEWEST), "t_").view_func is None
    assert emitted(pair(native("tilt(Tensor self) -> Tensor")), "tilt").view_func is None
