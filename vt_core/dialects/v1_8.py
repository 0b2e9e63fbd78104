"""PyTorch 1.8: the release of the seed, as 1.8.0a0 (commit c39fb9771d) and as 1.8.1.

Source: the constants of tools/codegen and tools/autograd at those releases.
"""

from __future__ import annotations

from vt_core.dialects.dialect import Dialect, FieldKind, SavedKind, SavedRewrite
from vt_core.model.schema_parts import SchemaFacts


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SCHEMA = SchemaFacts(
    base_types=_names("""
        ConstQuantizerPtr Device Dimname Generator Layout MemoryFormat QScheme Scalar ScalarType Storage
        Stream Tensor bool float int str
        """),
    augmented_assignment_names=_names("add sub mul div mod pow lshift rshift and xor or"),
    inplace_without_single_return=_names("""
        _amp_foreach_non_finite_check_and_unscale_ _foreach_abs_ _foreach_acos_ _foreach_add_.List
        _foreach_add_.Scalar _foreach_add_.ScalarList _foreach_addcdiv_.Scalar _foreach_addcdiv_.ScalarList
        _foreach_addcmul_.Scalar _foreach_addcmul_.ScalarList _foreach_asin_ _foreach_atan_ _foreach_ceil_
        _foreach_cos_ _foreach_cosh_ _foreach_div_.List _foreach_div_.Scalar _foreach_div_.ScalarList
        _foreach_erf_ _foreach_erfc_ _foreach_exp_ _foreach_expm1_ _foreach_floor_ _foreach_frac_
        _foreach_lgamma_ _foreach_log10_ _foreach_log1p_ _foreach_log2_ _foreach_log_ _foreach_mul_.List
        _foreach_mul_.Scalar _foreach_mul_.ScalarList _foreach_neg_ _foreach_reciprocal_ _foreach_round_
        _foreach_sigmoid_ _foreach_sin_ _foreach_sinh_ _foreach_sqrt_ _foreach_sub_.List _foreach_sub_.Scalar
        _foreach_sub_.ScalarList _foreach_tan_ _foreach_tanh_ _foreach_trunc_ _foreach_zero_
        """),
)

DISPATCH_KEYS = _names("""
    Autocast Autograd AutogradCPU AutogradCUDA AutogradNestedTensor AutogradOther AutogradPrivateUse1
    AutogradPrivateUse2 AutogradPrivateUse3 AutogradXLA AutogradXPU BackendSelect Batched CPU CPUTensorId CUDA
    CUDATensorId CatchAll ComplexCPU ComplexCUDA CustomRNGKeyId DefaultBackend EndOfAliasKeys EndOfBackendKeys
    FPGA HIP IDEEP MKLDNN MSNPU Math Meta Metal MkldnnCPU Named NestedTensor NumDispatchKeys OpenCL OpenGL
    PrivateUse1 PrivateUse1_PreAutograd PrivateUse2 PrivateUse2_PreAutograd PrivateUse3
    PrivateUse3_PreAutograd QuantizedCPU QuantizedCUDA QuantizedXPU SparseCPU SparseCUDA SparseHIP SparseXPU
    TESTING_ONLY_GenericMode TESTING_ONLY_GenericWrapper Tracer Undefined VmapMode Vulkan XLA XPU
    """)

DISPATCH_KEY_ALIASES = {
    "CatchAll": "Undefined",
    "EndOfBackendKeys": "PrivateUse3",
    "EndOfAliasKeys": "DefaultBackend",
    "CPUTensorId": "CPU",
    "CUDATensorId": "CUDA",
    "PrivateUse1_PreAutograd": "AutogradPrivateUse1",
    "PrivateUse2_PreAutograd": "AutogradPrivateUse2",
    "PrivateUse3_PreAutograd": "AutogradPrivateUse3",
}

NATIVE_FIELDS: dict[str, FieldKind] = {
    "func": "own",
    "cpp_no_default_args": "own",
    "use_c10_dispatcher": "own",
    "variants": "own",
    "manual_kernel_registration": "bool",
    "manual_cpp_binding": "bool",
    "device_guard": "bool",
    "structured": "bool",
    "structured_delegate": "string",
    "structured_inherits": "string",
    "python_module": "string",
    "category_override": "string",
    "dispatch": "own",
}

VIEW_FUNCTIONS_WITH_METADATA_CHANGE = _names("view_as_real view_as_complex")

# Operator -> the argument that its outputs are views of.
VIEW_FUNCTIONS = {
    **dict.fromkeys(
        _names("""
            _indices _values alias as_strided diagonal expand flatten indices numpy_T permute select slice
            split split_with_sizes squeeze t transpose unbind unfold unsqueeze values view view_as_complex
            view_as_real
            """),
        "self",
    ),
    "sparse_coo_tensor_with_dims_and_tensors": "values",
}

# Besides the view functions themselves.
RETURNS_VIEWS_OF_INPUT = _names("""
    chunk contiguous detach expand_as imag movedim narrow real reshape reshape_as swapaxes swapdims
    tensor_split view_as
    """)

MULTI_OUTPUT_SAFE_FUNCTIONS = _names("split split_with_sizes")

# `isinfrecord_stream` is the generator's own slip: a comma is missing between two names.
DONT_REQUIRE_DERIVATIVE = _names("""
    __and__ __iand__ __ilshift__ __ior__ __irshift__ __ixor__ __lshift__ __or__ __rshift__ __xor__ _coalesced_
    _sobol_engine_draw _sobol_engine_ff _sobol_engine_initialize_state_ _sobol_engine_scramble_ argmax argmin
    argsort bucketize isinfrecord_stream isnan isneginf isposinf ones_like quantize_per_channel
    quantize_per_tensor rand_like randn_like searchsorted zeros_like
    """)

GRADIENT_IMPLEMENTED_FOR_COMPLEX = _names("""
    __radd__ __rmul__ _conj _fft_c2c _fft_r2c _s_where _svd_helper _unsafe_view acos acosh add addbmm addcdiv
    addcmul addmm addmv addr alias as_strided asin asinh atan atanh baddbmm bmm cat cholesky cholesky_solve
    chunk clone complex constant_pad_nd cos cosh diag diagonal div dot eq_ exp expand fill_ flip fliplr flipud
    gather ger index_add_ index_fill index_select inverse l1_loss_backward linalg_cholesky linalg_eigh
    linalg_inv linalg_qr linalg_solve log log10 log1p log2 masked_scatter masked_select matrix_exp mean mm mul
    mv ne_ neg nonzero permute pow reciprocal reflection_pad1d reflection_pad1d_backward reflection_pad2d
    reflection_pad2d_backward repeat replication_pad1d replication_pad1d_backward replication_pad2d
    replication_pad2d_backward replication_pad3d replication_pad3d_backward reshape reshape_as resize
    resize_as roll rot90 rsqrt select sgn sin sinc sinh slice solve split split_with_sizes
    split_with_sizes_backward sqrt squeeze stack sub sum t take tan tanh tanh_backward transpose
    triangular_solve tril triu unbind unsafe_split unsqueeze vdot view view_as view_as_complex zero_
    """)

MANUAL_BACKEND = _names("""
    _backward _version data is_leaf options output_nr requires_grad_ retain_grad set_data
    """)

MANUAL_AUTOGRAD_AND_TRACER = _names("_fw_primal copy_ detach detach_ resize_ resize_as_")

# In the generator's order: the first that matches wins.
SAVED_REWRITES = (
    SavedRewrite(r"{}.sizes\(\)", "sizes()", "_sizes", "IntArrayRef"),
    SavedRewrite(r"{}.options\(\)", "options()", "_options", "at::TensorOptions"),
    SavedRewrite(r"zeros_like\({}\)", "zeros_like(", "_info", "TypeAndSize", expr="{}", result="{}_info.zeros()"),
    SavedRewrite(r"{}.size\((\w+)\)", "size(", "_argsize_{}", "int64_t"),
    SavedRewrite(r"{}.numel\(\)", "numel()", "_numel", "int64_t"),
    SavedRewrite(r"to_args_sizes\({}\)", "to_args_sizes(", "_args_sizes", "std::vector<std::vector<int64_t>>"),
    SavedRewrite(r"TensorGeometry\({}\)", "TensorGeometry(", "_geometry", "TensorGeometry"),
    SavedRewrite(r"{}.scalar_type\(\)", "scalar_type()", "_scalar_type", "ScalarType"),
    SavedRewrite(r"{}.dim\(\)", "dim()", "_dim", "int64_t"),
    SavedRewrite(
        r"{}.strides\(\)",
        "strides()",
        "_strides",
        "IntArrayRef",
        expr='strides_or_error({0}, "{0}")',
        own_variable=True,
    ),
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

CPP_VALUE_TYPES = {
    **{name: name for name in SCHEMA.base_types if name != "Tensor"},
    "float": "double",
    "int": "int64_t",
    "str": "std::string",
}

CPP_LIST_TYPES = {
    "Dimname": "DimnameList",
    "Tensor": "TensorList",
    "Tensor?": "const c10::List<c10::optional<Tensor>> &",
    "int": "IntArrayRef",
}

SAVED_KINDS: dict[str, SavedKind] = {
    "Tensor": "tensor",
    "TensorList": "tensor_list",
    "c10::List<c10::optional<Tensor>>": "optional_tensor_list",
    "c10::optional<Tensor>": "tensor",
    "c10::optional<Tensor>&": "tensor",
}

SAVED_MEMBERS = {
    "IntArrayRef": "std::vector<int64_t> {};",
    "c10::optional<ArrayRef<double>>": "c10::OptionalArray<double> {};",
    "c10::optional<IntArrayRef>": "c10::OptionalArray<int64_t> {};",
    "int64_t": "int64_t {} = 0;",
}

V1_8_0A0 = Dialect(
    release="1.8.0a0",
    family="1.8",
    schema=SCHEMA,
    native_fields=NATIVE_FIELDS,
    dispatch_key_aliases=DISPATCH_KEY_ALIASES,
    dispatch_keys=DISPATCH_KEYS,
    structured_dispatch_keys=_names("CPU CUDA"),
    composite_key="Math",
    explicit_composite_key="DefaultBackend",
    c10_dispatcher_values=_names("hacky_wrapper_for_legacy_signatures"),
    manual_backend=MANUAL_BACKEND,
    manual_autograd_and_tracer=MANUAL_AUTOGRAD_AND_TRACER,
    view_functions=VIEW_FUNCTIONS,
    view_functions_with_metadata_change=VIEW_FUNCTIONS_WITH_METADATA_CHANGE,
    multi_output_safe_functions=MULTI_OUTPUT_SAFE_FUNCTIONS,
    returns_views_of_input=RETURNS_VIEWS_OF_INPUT | frozenset(VIEW_FUNCTIONS),
    dont_require_derivative=DONT_REQUIRE_DERIVATIVE,
    gradient_implemented_for_complex=GRADIENT_IMPLEMENTED_FOR_COMPLEX,
    reset_grad_accumulator=_names("resize set"),
    dont_enforce_same_tensor_impl_or_storage=_names("_cudnn_rnn_flatten_weight set_"),
    saved_rewrites=SAVED_REWRITES,
    cpp_default_texts=CPP_DEFAULT_TEXTS,
    variable_type_shards=5,
    cpp_value_types=CPP_VALUE_TYPES,
    cpp_list_types=CPP_LIST_TYPES,
    cpp_optional="c10::optional",
    view_argument_types=("int64_t", "c10::optional<int64_t>", "bool", "IntArrayRef"),
    saved_kinds=SAVED_KINDS,
    saved_members=SAVED_MEMBERS,
    saved_as_vector=_names("IntArrayRef"),
    body_optional="c10::optional",
    body_nullopt="c10::nullopt",
    body_assert="AT_ASSERT",
)

TO_ARGS_SCALARTYPES = SavedRewrite(
    r"to_args_scalartypes\({}\)", "to_args_scalartypes(", "_args_scalartypes", "std::vector<ScalarType>"
)

V1_8_1 = V1_8_0A0._replace(
    release="1.8.1",
    saved_rewrites=(*SAVED_REWRITES[:6], TO_ARGS_SCALARTYPES, *SAVED_REWRITES[6:]),
    gradient_implemented_for_complex=GRADIENT_IMPLEMENTED_FOR_COMPLEX | {"trace"},
)
