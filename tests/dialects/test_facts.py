"""The dialects of family 2.x have the constants that those releases' generators have."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.corpora import FAMILY_2_X, recorded_value
from vt_core.dialects.registry import dialect_named
from vt_core.dialects.v2_x import RELEASES

# Names for several dtypes, which no release's list of dtypes has.
DTYPE_CLASSES = {"All", "AllAndComplex", "Complex", "Floating", "FloatingAndComplex", "Integral"}


@pytest.mark.parametrize("name", FAMILY_2_X)
def test_constants(name: str) -> None:
    facts = recorded_value(name, "facts.json")
    dialect = dialect_named(name.removeprefix("v"))
    assert dialect is not None
    assert dialect.checks is not None
    assert dialect.variants is not None
    ours = {
        "ALL_VIEW_FUNCTIONS": set(dialect.view_functions) | {"_unsafe_view"},
        "AUTOGRAD_KEYS": dialect.autograd_keys,
        "BaseTy": dialect.schema.base_types,
        "DONT_ENFORCE_SAME_TENSOR_IMPL_OR_STORAGE": dialect.dont_enforce_same_tensor_impl_or_storage,
        "DONT_ENFORCE_STORAGE_IMPL_USE_COUNT": dialect.dont_enforce_storage_impl_use_count,
        "DONT_ENFORCE_TENSOR_IMPL_USE_COUNT": dialect.dont_enforce_tensor_impl_use_count,
        "DONT_REQUIRE_DERIVATIVE": dialect.dont_require_derivative,
        "DispatchKey": dialect.checks.known_dispatch_keys - {"CatchAll"},
        "FUNCTIONAL_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT": dialect.variants.no_out_functional,
        "GRADIENT_IMPLEMENTED_FOR_COMPLEX": dialect.gradient_implemented_for_complex,
        "INPLACE_OPS_THAT_DONT_GET_GROUPED_PROPERLY": dialect.variants.ungrouped_inplace,
        "JIT_TO_CPP_DEFAULT": dialect.cpp_default_texts,
        "MANUAL_AUTOGRAD": dialect.manual_autograd,
        "MUTABLE_OPS_THAT_CANNOT_GET_AN_OUT_VARIANT": dialect.variants.no_out_mutable,
        "OUT_OPS_THAT_DONT_GET_GROUPED_PROPERLY": dialect.variants.ungrouped_out,
        "RESET_GRAD_ACCUMULATOR": dialect.reset_grad_accumulator,
        "RETURNS_VIEWS_OF_INPUT": dialect.returns_views_of_input,
        "STRUCTURED_DISPATCH_KEYS": dialect.structured_dispatch_keys,
        "ScalarType": dialect.checks.ufunc_dtypes - DTYPE_CLASSES,
        "UfuncKey": dialect.checks.ufunc_keys,
        "VIEW_FUNCTIONS_WITH_METADATA_CHANGE": dialect.view_functions_with_metadata_change,
        "dispatch_keys": dialect.dispatch_keys,
    }
    for constant, value in ours.items():
        assert set(value) == set(facts[constant]), constant
    assert dict(dialect.cpp_default_texts) == facts["JIT_TO_CPP_DEFAULT"]
    assert dict(dialect.view_functions) == facts["VIEW_FUNCTIONS"]


def test_releases_stand_in_order_and_differ() -> None:
    minors = [int(dialect.release.split(".")[1]) for dialect in RELEASES]
    assert minors == list(range(1, 16))
    for earlier, later in pairwise(RELEASES):
        assert earlier._replace(release=later.release) != later
