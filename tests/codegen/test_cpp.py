from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.codegen.values import DIALECT, function, marked
from vt_core.codegen.cpp import (
    CppCache,
    argument_faults,
    argument_type,
    cpp_arguments,
    cpp_bindings,
    cpp_returns,
    default_faults,
    default_text,
    formals,
    return_names,
    return_type,
    returns_type,
    type_faults,
)
from vt_core.model.schema import Annotation, Argument, Return
from vt_core.model.types import BaseType, ListType, OptionalType, Type

TYPES = st.recursive(
    st.sampled_from(sorted(DIALECT.schema.base_types)).map(BaseType),
    lambda inner: (
        st.builds(OptionalType, inner) | st.builds(ListType, inner, st.none() | st.integers(min_value=1, max_value=4))
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(
    ("schema_type", "cpp"),
    [
        ("Tensor", "const Tensor &"),
        ("Tensor(a)", "const Tensor &"),
        ("Tensor(a!)", "Tensor &"),
        ("Tensor?", "const c10::optional<Tensor> &"),
        ("Tensor(a!)?", "Tensor &"),
        ("Tensor[]", "TensorList"),
        ("Tensor(a!)[]", "TensorList"),
        ("Tensor?[]", "const c10::List<c10::optional<Tensor>> &"),
        ("Tensor[]?", "c10::optional<TensorList>"),
        ("Tensor[][]", "ArrayRef<TensorList>"),
        ("int", "int64_t"),
        ("int?", "c10::optional<int64_t>"),
        ("int[2]", "IntArrayRef"),
        ("int[]?", "c10::optional<IntArrayRef>"),
        ("int?[]", "ArrayRef<c10::optional<int64_t>>"),
        ("float[]?", "c10::optional<ArrayRef<double>>"),
        ("bool[3]", "std::array<bool,3>"),
        ("bool[3]?", "c10::optional<std::array<bool,3>>"),
        ("bool?[]", "ArrayRef<c10::optional<bool>>"),
        ("str", "std::string"),
        ("Dimname[]", "DimnameList"),
        ("Scalar[]", "ArrayRef<Scalar>"),
        ("MemoryFormat?", "c10::optional<MemoryFormat>"),
        ("bool[]", None),
        ("bool[]?", None),
        ("bool[][]", None),
    ],
)
def test_argument_types(schema_type: str, cpp: str | None) -> None:
    (argument,) = function(f"tilt({schema_type} x) -> ()").func.arguments.all
    assert argument_type(argument, DIALECT) == cpp


@pytest.mark.parametrize(
    ("schema_type", "cpp"),
    [
        ("Tensor", "Tensor"),
        ("Tensor(a)[]", "std::vector<Tensor>"),
        ("int[]", "std::vector<int64_t>"),
        ("int?", "c10::optional<int64_t>"),
        ("bool[2]", "std::array<bool,2>"),
        ("Tensor?", None),
        ("Tensor?[]", None),
        ("int[]?", None),
        ("int[2]", None),
        ("bool[]", None),
    ],
)
def test_return_types(schema_type: str, cpp: str | None) -> None:
    (return_,) = function(f"tilt(int x) -> {schema_type}").func.returns
    assert return_type(return_, DIALECT) == cpp


@given(TYPES, st.booleans())
def test_only_boolean_lists_without_a_size_are_refused_as_arguments(type_: Type, write: bool) -> None:
    argument = Argument("x", type_, None, Annotation(("a",), write))
    assert (argument_type(argument, DIALECT) is None) == ("bool[]" in str(type_))


@given(TYPES)
def test_a_refused_part_refuses_the_whole_return(type_: Type) -> None:
    assert return_type(Return(None, ListType(type_, 2), None), DIALECT) is None or str(type_) == "bool"
    if return_type(Return(None, type_, None), DIALECT) is None:
        assert return_type(Return(None, ListType(type_, None), None), DIALECT) is None


def test_a_cache_changes_nothing_and_shares_records() -> None:
    f = function("tilt(Tensor self, int[] dim=[]) -> (Tensor, int)")
    cache = CppCache()
    first = cpp_arguments(f.func.arguments.all, DIALECT, cache)
    assert first == cpp_arguments(f.func.arguments.all, DIALECT, CppCache())
    assert all(map(_same, first, cpp_arguments(f.func.arguments.all, DIALECT, cache)))
    assert formals(first) == "const Tensor & self, IntArrayRef dim"
    assert returns_type(cpp_returns(f.func.returns, DIALECT, cache), DIALECT) == "std::tuple<Tensor,int64_t>"


def _same(one: object, other: object) -> bool:
    return one is other


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ("tilt(Tensor self) -> ()", ()),
        ("tilt(Tensor self) -> Tensor", ("result",)),
        ("tilt(Tensor self) -> (Tensor, Tensor)", ("result0", "result1")),
        ("tilt(Tensor self) -> (Tensor values, Tensor)", ("values", "result1")),
        ("tilt(Tensor self) -> Tensor self", ("self_return",)),
        ("tilt_(Tensor(a!) self) -> Tensor(a!)", ("self",)),
        ("tilt.out(Tensor self, *, Tensor(a!) up) -> Tensor(a!)", ("up",)),
        ("_foreach_exp_(Tensor(a!)[] self) -> (Tensor(a!)[], Tensor)", ("self", "self")),
    ],
)
def test_return_names(schema: str, names: tuple[str, ...]) -> None:
    assert return_names(function(schema).func) == names


@pytest.mark.parametrize(
    ("schema_type", "default", "cpp"),
    [
        ("Tensor?", "None", "{}"),
        ("int?", "None", "c10::nullopt"),
        ("int[]", "[]", "{}"),
        ("int[]", "[0,1]", "{0,1}"),
        ("int[]?", "[0]", "{0}"),
        ("int[2]", "0", "0"),
        ("bool", "True", "true"),
        ("MemoryFormat", "contiguous_format", "MemoryFormat::Contiguous"),
        ("int", "Mean", "at::Reduction::Mean"),
        ("str", "'mean'", '"mean"'),
        ("str", """'a"b'""", '"a\\"b"'),
        ("str", r"'a\'b\n'", r'''"a'b\n"'''),
        ("str?", "'x'", '"x"'),
        ("str", "'", "'"),
        ("int[]", "0", None),
        ("int[]?", "None", "c10::nullopt"),
        ("int[]?", "1", None),
    ],
)
def test_default_texts(schema_type: str, default: str, cpp: str | None) -> None:
    (argument,) = function(f"tilt({schema_type} x) -> ()").func.arguments.all
    assert default_text(default, argument.type, DIALECT) == cpp


def test_the_public_signature_bundles_tensor_options_and_starts_with_out() -> None:
    options = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
    f = function(f"tilt(int n, *, Generator? generator, {options}, MemoryFormat? memory_format=None) -> Tensor")
    bindings = cpp_bindings(f.func, DIALECT)
    assert [b.name for b in bindings] == ["n", "generator", "options", "memory_format"]
    assert (bindings[2].type, bindings[2].argument) == ("TensorOptions", None)
    out = function("tilt.out(Tensor self, *, int n=0, Tensor(a!) out) -> Tensor(a!)")
    assert [b.name for b in cpp_bindings(out.func, DIALECT)] == ["out", "self", "n"]


def test_type_faults_point_at_the_argument_and_the_return() -> None:
    f = function("tilt(Tensor self, *, bool[] mask) -> (Tensor, Tensor?)")
    faults = type_faults(f, DIALECT)
    assert [(fault.rule, marked(f, fault.place)) for fault in faults] == [
        ("cpp-type", "bool[] mask"),
        ("cpp-type", "Tensor?"),
    ]
    assert faults[0].data == {"operator": "tilt", "what": "argument", "name": "mask", "type": "bool[]"}


def test_defaults_are_asked_for_unless_they_are_left_out() -> None:
    f = function("tilt(Tensor self, int[] dim=1, *, int[] by=2) -> Tensor", no_default_args="by")
    assert [marked(f, fault.place) for fault in default_faults(f, DIALECT)] == ["1", "2"]
    assert [(fault.rule, marked(f, fault.place)) for fault in argument_faults(f, DIALECT)] == [("list-default", "1")]
    (fault,) = default_faults(f, DIALECT, None, frozenset({"dim"}), "build")
    assert (fault.origin, fault.data["argument"]) == ("build", "by")
