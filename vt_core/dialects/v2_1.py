"""PyTorch 2.1, where family 2.x begins: the first release with foreach gradients and symbolic sizes throughout.

Source: torchgen and tools/autograd of that release.
"""

from __future__ import annotations

from vt_core.dialects import names_2_1 as known
from vt_core.dialects.backend_files import BACKEND_FILE_2_1
from vt_core.dialects.dialect import (
    Dialect,
    EntryChecks,
    FieldKind,
    ForeachFacts,
    SavedKind,
    SavedRewrite,
    VariantFacts,
)
from vt_core.dialects.forms import FORMS_2_1
from vt_core.dialects.names_2_1 import names
from vt_core.model.schema_parts import SchemaFacts

SCHEMA = SchemaFacts(
    base_types=known.BASE_TYPES,
    augmented_assignment_names=known.AUGMENTED_ASSIGNMENT_NAMES,
    inplace_without_single_return=frozenset(),
    any_argument_written=True,
)

NATIVE_FIELDS: dict[str, FieldKind] = {
    "func": "own",
    "cpp_no_default_args": "own",
    "use_const_ref_for_mutable_tensors": "bool",
    "variants": "own",
    "manual_kernel_registration": "bool",
    "manual_cpp_binding": "bool",
    "device_guard": "bool",
    "device_check": "string",
    "structured": "bool",
    "structured_delegate": "string",
    "structured_inherits": "string",
    "python_module": "string",
    "category_override": "string",
    "precomputed": "own",
    "tags": "own",
    "dispatch": "own",
    "autogen": "own",
    "ufunc_inner_loop": "own",
}


def saved_rewrites(type_: str, optional: str, nullopt: str) -> tuple[SavedRewrite, ...]:
    """The rewrites in the generator's order, which decides that of attributes; optionals as types (`type_`) and
    expressions of the release spell them."""
    sizes = f"{{0}}.has_value() ? {optional}<c10::SymIntArrayRef>({{0}}->sym_sizes()) : {nullopt}"
    block_size = "at::sparse_csr::getSymIntBlockSize({})"
    optional_sizes = f"{type_}<c10::SymIntArrayRef>"
    return (
        SavedRewrite(r"{}.sym_sizes\(\)", "sym_sizes()", "_sym_sizes", "c10::SymIntArrayRef"),
        SavedRewrite(r"{}->sym_sizes\(\)", ">sym_sizes()", "_sym_sizes_opt", optional_sizes, expr=sizes),
        SavedRewrite(
            r"{}.sym_blocksize\(\)", "sym_blocksize()", "_self_sym_blocksize_opt", optional_sizes, expr=block_size
        ),
        SavedRewrite(r"{}.options\(\)", "options()", "_options", "at::TensorOptions"),
        SavedRewrite(
            r"zeros_like\({}\)",
            "zeros_like(",
            "_info",
            "torch::autograd::generated::TypeAndSize",
            expr="{}",
            result="{}_info.zeros()",
        ),
        SavedRewrite(r"{}.sym_size\((-?\w+)\)", "sym_size(", "_sym_argsize_{}", "c10::SymInt"),
        SavedRewrite(r"{}.numel\(\)", "numel()", "_numel", "int64_t"),
        SavedRewrite(r"to_args_sizes\({}\)", "to_args_sizes(", "_args_sizes", "::std::vector<::std::vector<int64_t>>"),
        SavedRewrite(
            r"to_args_sizes_symint\({}\)",
            "to_args_sizes_symint(",
            "_args_sizes_symint",
            "::std::vector<::std::vector<c10::SymInt>>",
        ),
        SavedRewrite(
            r"to_args_scalartypes\({}\)",
            "to_args_scalartypes(",
            "_args_scalartypes",
            "::std::vector<at::ScalarType>",
        ),
        SavedRewrite(r"TensorGeometry\({}\)", "TensorGeometry(", "_geometry", "at::TensorGeometry"),
        SavedRewrite(r"{}.scalar_type\(\)", "scalar_type()", "_scalar_type", "at::ScalarType"),
        SavedRewrite(r"{}.dim\(\)", "dim()", "_dim", "int64_t"),
        SavedRewrite(
            r"{}.sym_strides\(\)",
            "sym_strides()",
            "_sym_strides",
            "c10::SymIntArrayRef",
            expr='strides_or_error({0}, "{0}")',
            own_variable=True,
        ),
        SavedRewrite(r"{}.layout\(\)", "layout()", "_layout", "at::Layout"),
        SavedRewrite(r"{}.is_conj\(\)", "is_conj()", "_conjugate", "bool"),
    )


# What a formula must not hold, and what to write instead.
REFUSED_TEXTS = (
    (r"(?:\.|->)sizes\(\)", "sym_sizes()"),
    (r"(?:\.|->)size\(-?\d+\)", "sym_size"),
    (r"(?:\.|->)strides\(\)", "sym_strides()"),
)

CPP_DEFAULT_TEXTS = {
    "False": "false",
    "Mean": "at::Reduction::Mean",
    "None": "c10::nullopt",
    "True": "true",
    "[]": "{}",
    "contiguous_format": "MemoryFormat::Contiguous",
    "long": "at::kLong",
}

_AT_TYPES = "Device Dimname DimVector Generator Layout MemoryFormat QScheme ScalarType Storage Stream"

CPP_VALUE_TYPES = {
    **{name: f"at::{name}" for name in _AT_TYPES.split()},
    "DeviceIndex": "at::DeviceIndex",
    "SymInt": "c10::SymInt",
    "bool": "bool",
    "float": "double",
    "int": "int64_t",
    "str": "c10::string_view",
}

CPP_LIST_TYPES = {
    "Dimname": "at::DimnameList",
    "Scalar": "at::ArrayRef<at::Scalar>",
    "SymInt": "c10::SymIntArrayRef",
    "Tensor": "at::TensorList",
    "Tensor?": "const c10::List<c10::optional<at::Tensor>> &",
    "int": "at::IntArrayRef",
}

SAVED_KINDS: dict[str, SavedKind] = {
    "at::ITensorListRef": "tensor_list",
    "at::Tensor": "tensor",
    "at::TensorList": "tensor_list",
    "c10::List<c10::optional<at::Tensor>>": "optional_tensor_list",
    "c10::optional<at::Tensor>": "tensor",
    "::std::vector<at::Tensor>": "tensor_list",
}


def saved_members(optional: str, optional_string: str) -> dict[str, str]:
    """How a node keeps what is no tensor and is not kept as it is passed. `optional` is the one of types, and
    `optional_string` that of the member for an optional string."""
    lists = {"at::IntArrayRef": "int64_t", "c10::SymIntArrayRef": "c10::SymInt"}
    optional_lists = {f"{optional}<{list_}>": element for list_, element in lists.items()}
    optional_lists |= {"at::OptionalIntArrayRef": "int64_t", "at::OptionalSymIntArrayRef": "c10::SymInt"}
    optional_lists |= {f"{optional}<at::ArrayRef<double>>": "double"}
    return {
        **{list_: f"std::vector<{element}> {{}};" for list_, element in lists.items()},
        **{list_: f"c10::OptionalArray<{element}> {{}};" for list_, element in optional_lists.items()},
        "at::ArrayRef<at::Scalar>": "std::vector<at::Scalar> {};",
        "c10::string_view": "std::string {};",
        f"{optional}<c10::string_view>": f"{optional_string}<std::string> {{}};",
        "int64_t": "int64_t {} = 0;",
    }


VIEW_ARGUMENT_TYPES = (
    "int64_t",
    "c10::optional<int64_t>",
    "c10::SymInt",
    "c10::optional<c10::SymInt>",
    "bool",
    "at::IntArrayRef",
    "c10::SymIntArrayRef",
    "const at::Tensor &",
)

KEPT_TAGS = names("nondeterministic_seeded view_copy")

CHECKS = EntryChecks(
    known_dispatch_keys=known.KNOWN_DISPATCH_KEYS,
    ufunc_keys=known.UFUNC_KEYS,
    ufunc_dtypes=known.UFUNC_DTYPES,
)

VARIANTS = VariantFacts(
    ungrouped_out=known.UNGROUPED_OUT,
    ungrouped_inplace=known.UNGROUPED_INPLACE,
    no_out_mutable=known.NO_OUT_MUTABLE,
    no_out_functional=known.NO_OUT_FUNCTIONAL,
    kept_tags=KEPT_TAGS,
)

FOREACH = ForeachFacts(
    inplace_reference=names("_foreach_zero_"),
    tensor_overloads=names("_foreach_mul.Tensor"),
    inplace_without_formulas=names("""
        _foreach_maximum.Scalar _foreach_maximum.ScalarList _foreach_minimum.Scalar _foreach_minimum.ScalarList
        _foreach_addcdiv.Tensor _foreach_addcmul.Tensor _foreach_copy
        """),
    inplace_other_arity=names(
        "_foreach_add.Scalar _foreach_add.ScalarList _foreach_sub.Scalar _foreach_sub.ScalarList"
    ),
)

V2_1 = Dialect(
    release="2.1.2",
    new_operators=names("empty_permuted sym_constrain_range"),
    family="2.x",
    schema=SCHEMA,
    native_fields=NATIVE_FIELDS,
    dispatch_key_aliases={"CatchAll": "Undefined"},
    dispatch_keys=known.DISPATCH_KEYS,
    structured_dispatch_keys=names("CPU CUDA MPS"),
    composite_key="CompositeImplicitAutograd",
    explicit_composite_key="CompositeExplicitAutograd",
    c10_dispatcher_values=frozenset(),
    manual_backend=known.MANUAL_BACKEND,
    manual_autograd_and_tracer=known.MANUAL_AUTOGRAD_AND_TRACER,
    view_functions=known.VIEW_FUNCTIONS,
    view_functions_with_metadata_change=known.VIEW_FUNCTIONS_WITH_METADATA_CHANGE,
    multi_output_safe_functions=names("split split_with_sizes"),
    returns_views_of_input=known.RETURNS_VIEWS_OF_INPUT | frozenset(known.VIEW_FUNCTIONS),
    dont_require_derivative=known.DONT_REQUIRE_DERIVATIVE,
    gradient_implemented_for_complex=known.GRADIENT_IMPLEMENTED_FOR_COMPLEX,
    reset_grad_accumulator=known.RESET_GRAD_ACCUMULATOR,
    dont_enforce_same_tensor_impl_or_storage=known.DONT_ENFORCE_SAME_TENSOR_IMPL_OR_STORAGE,
    saved_rewrites=saved_rewrites("c10::optional", "c10::optional", "c10::nullopt"),
    cpp_default_texts=CPP_DEFAULT_TEXTS,
    variable_type_shards=5,
    cpp_value_types=CPP_VALUE_TYPES,
    cpp_list_types=CPP_LIST_TYPES,
    cpp_optional="c10::optional",
    view_argument_types=VIEW_ARGUMENT_TYPES,
    saved_kinds=SAVED_KINDS,
    saved_members=saved_members("c10::optional", "c10::optional"),
    saved_as_vector=names("at::IntArrayRef c10::SymIntArrayRef at::ArrayRef<at::Scalar>"),
    body_optional="c10::optional",
    body_nullopt="c10::nullopt",
    body_assert="TORCH_INTERNAL_ASSERT",
    autograd=FORMS_2_1,
    cpp_tensor="at::Tensor",
    cpp_namespace="at::",
    cpp_std="::std",
    cpp_options="at::TensorOptions",
    cpp_reference_types=names("Scalar"),
    cpp_optional_list_types={"int": "at::OptionalIntArrayRef", "SymInt": "at::OptionalSymIntArrayRef"},
    cpp_structured_tensor_list="const at::ITensorListRef &",
    autograd_keys=known.AUTOGRAD_KEYS,
    variants=VARIANTS,
    foreach=FOREACH,
    checks=CHECKS,
    backend_file=BACKEND_FILE_2_1,
    refused_texts=REFUSED_TEXTS,
    string_view_rewrite="{0}.has_value() ? c10::optional<c10::string_view>({0}.value()) : c10::nullopt",
    dont_enforce_tensor_impl_use_count=known.DONT_ENFORCE_TENSOR_IMPL_USE_COUNT,
    dont_enforce_storage_impl_use_count=known.DONT_ENFORCE_TENSOR_IMPL_USE_COUNT
    | known.DONT_ENFORCE_STORAGE_IMPL_USE_COUNT,
)
