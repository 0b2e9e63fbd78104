"""Functions and entries for the tests of emission, written the way a file would have them."""

from __future__ import annotations

from collections.abc import Mapping

from vt_core.codegen.cpp import CppCache
from vt_core.codegen.load_derivatives import differentiability_info
from vt_core.dialects.dialect import Dialect
from vt_core.dialects.v1_8 import V1_8_0A0
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.read_schema import read_schema
from vt_core.model.schema_parts import SchemaCache
from vt_core.syntax.nodes import Place
from vt_core.syntax.yaml_text import read_yaml

DIALECT: Dialect = V1_8_0A0


def function(
    schema: str,
    *,
    dispatch: Mapping[str, str] | None = None,
    variants: str = "function",
    manual_kernel_registration: bool = False,
    no_default_args: str = "",
) -> NativeFunction:
    """A function; without `dispatch` its kernel is the composite one."""
    func, faults = read_schema(schema, DIALECT.schema, SchemaCache())
    assert func is not None, faults
    return NativeFunction(
        func=func,
        cpp_name=cpp_name(func),
        variants=frozenset(variants.split(", ")),
        manual_kernel_registration=manual_kernel_registration,
        device_guard=True,
        structured=False,
        structured_delegate=None,
        dispatch={DIALECT.composite_key: cpp_name(func)} if dispatch is None else dispatch,
        is_abstract=dispatch is not None and dispatch.keys() != {DIALECT.composite_key},
        cpp_no_default_args=frozenset(no_default_args.split()),
    )


def kernel(schema: str, *, variants: str = "function") -> NativeFunction:
    """A function with a kernel of its own."""
    return function(schema, dispatch={"CPU": "kernel"}, variants=variants)


def entry_of(f: NativeFunction, outputs: str | None = None, **formulas: str) -> DifferentiabilityInfo:
    """The function's entry: gradient keys (`self__other` for `self, other`) and `output_differentiability` as YAML."""
    written = {key.replace("__", ", "): formula for key, formula in formulas.items()}
    value = None if outputs is None else read_yaml(outputs).node
    name = f.func.name.name
    info = differentiability_info(DerivativesEntry(f.func.text, name, written, value), [f], DIALECT, CppCache()).info
    assert info is not None
    return info


def marked(f: NativeFunction, place: Place) -> str:
    """What a place in a function's schema points at."""
    assert place.path == ("func",)
    return f.func.text[place.start : place.end]
