"""PyTorch 2.2 to 2.15, each as what it changed: read from top to bottom, a history of the autograd generator.

Spellings of the generated text are in `forms.py`, in the same order.
"""

from __future__ import annotations

from vt_core.dialects import forms
from vt_core.dialects.dialect import SavedRewrite
from vt_core.dialects.names_2_1 import BACKENDS, names
from vt_core.dialects.v2_1 import SAVED_KINDS, V2_1, saved_members, saved_rewrites

_checks, _variants, _foreach, _schema = V2_1.checks, V2_1.variants, V2_1.foreach, V2_1.schema
assert _checks is not None
assert _variants is not None
assert _foreach is not None


def _with_sym_numel(type_: str, optional: str, nullopt: str) -> tuple[SavedRewrite, ...]:
    """The rewrites of 2.2 on, with optionals spelled like this."""
    rewrites = saved_rewrites(type_, optional, nullopt)
    added = SavedRewrite(r"{}.sym_numel\(\)", "sym_numel()", "_sym_numel", "c10::SymInt")
    return (*rewrites[:7], added, *rewrites[7:])


_checks = _checks._replace(
    auto_tags=("pt2_compliant_tag",),
    ufunc_dtypes=_checks.ufunc_dtypes | names("Float8_e5m2fnuz Float8_e4m3fnuz"),
)
_variants = _variants._replace(kept_tags=_variants.kept_tags | {"pt2_compliant_tag"})
_foreach = _foreach._replace(
    tensor_overloads=_foreach.tensor_overloads | names("_foreach_add.Tensor _foreach_div.Tensor")
)

V2_2 = V2_1._replace(
    release="2.2.2",
    new_operators=names("all.dims masked_scatter_backward"),
    saved_rewrites=_with_sym_numel("c10::optional", "c10::optional", "c10::nullopt"),
    cpp_optional_returns=names("Tensor"),
    checks=_checks,
    variants=_variants,
    foreach=_foreach,
    gradient_implemented_for_complex=V2_1.gradient_implemented_for_complex | names("masked_scatter_backward"),
    dont_require_derivative=V2_1.dont_require_derivative | names("_nested_tensor_storage_offsets"),
)

_views = names("slice_inverse _nested_get_values _nested_view_from_jagged")
_schema = _schema._replace(scatter_copies=True)
_checks = _checks._replace(
    known_dispatch_keys=_checks.known_dispatch_keys
    | names("Dense NestedTensor Conjugate Negative BatchedNestedTensor PreDispatch SparseCsr")
    | {"SparseCsr" + backend for backend in BACKENDS},
    set_is_no_view=True,
)
_variants = _variants._replace(
    set_is_no_view=True,
    no_out_functional=_variants.no_out_functional
    | names("_assert_scalar _cslt_sparse_mm_search _nested_get_ragged_idx _print"),
)

V2_3 = V2_2._replace(
    release="2.3.1",
    new_operators=names("_lazy_clone slice_inverse"),
    schema=_schema,
    checks=_checks,
    variants=_variants,
    autograd=forms.FORMS_2_3,
    dispatch_keys=V2_2.dispatch_keys | names("SparseCsrMeta"),
    view_functions={**V2_2.view_functions, **dict.fromkeys(sorted(_views), "self")},
    returns_views_of_input=V2_2.returns_views_of_input | _views,
    view_functions_with_metadata_change=V2_2.view_functions_with_metadata_change
    | names("_nested_get_values _nested_view_from_jagged"),
    view_argument_types=(
        *V2_2.view_argument_types,
        "const c10::optional<at::Tensor> &",
    ),
    view_copies_have_entries=True,
)

_checks = _checks._replace(
    known_dispatch_keys=(_checks.known_dispatch_keys - names("ORT"))
    | names("MAIA AutocastCPU AutocastCUDA PythonDispatcher PythonTLSSnapshot"),
    spaced_precomputed=False,
)
_variants = _variants._replace(no_out_functional=_variants.no_out_functional | names("_sink_tokens"))
_foreach = _foreach._replace(
    other_arity=names("""
        _foreach_add.Scalar _foreach_add_.Scalar _foreach_add.ScalarList _foreach_add_.ScalarList
        _foreach_sub.Scalar _foreach_sub_.Scalar _foreach_sub.ScalarList _foreach_sub_.ScalarList
        """)
)

V2_4 = V2_3._replace(
    release="2.4.1",
    new_operators=names("batch_norm_backward rms_norm"),
    checks=_checks,
    variants=_variants,
    foreach=_foreach,
    autograd=forms.FORMS_2_4,
    saved_rewrites=_with_sym_numel("::std::optional", "c10::optional", "c10::nullopt"),
    cpp_optional="::std::optional",
    cpp_list_types={**V2_3.cpp_list_types, "Tensor?": "const c10::List<::std::optional<at::Tensor>> &"},
    cpp_default_texts={**V2_3.cpp_default_texts, "None": "::std::nullopt"},
    saved_kinds={
        **{type_: kind for type_, kind in SAVED_KINDS.items() if "c10::optional" not in type_},
        "c10::List<::std::optional<at::Tensor>>": "optional_tensor_list",
        "::std::optional<at::Tensor>": "tensor",
    },
    saved_members=saved_members("::std::optional", "c10::optional"),
    view_argument_types=tuple(
        [type_.replace("c10::optional", "::std::optional") for type_ in V2_3.view_argument_types]
    ),
)

_schema = _schema._replace(
    default_with_blanks=True,
    base_types=_schema.base_types | names("SymBool GraphModule"),
)

V2_5 = V2_4._replace(
    release="2.5.1",
    new_operators=names("_safe_softmax _unsafe_masked_index"),
    schema=_schema,
    autograd=forms.FORMS_2_5,
    saved_members=saved_members("::std::optional", "std::optional"),
    saved_rewrites=_with_sym_numel("::std::optional", "std::optional", "std::nullopt"),
    string_view_rewrite="{0}.has_value() ? std::optional<c10::string_view>({0}.value()) : std::nullopt",
    cpp_default_texts={**V2_4.cpp_default_texts, "contiguous_format": "c10::MemoryFormat::Contiguous"},
    body_optional="::std::optional",
    body_nullopt="::std::nullopt",
    dispatch_keys=V2_4.dispatch_keys | names("XPU"),
    structured_dispatch_keys=V2_4.structured_dispatch_keys | names("XPU"),
    dont_enforce_same_tensor_impl_or_storage=V2_4.dont_enforce_same_tensor_impl_or_storage
    | names("_unsafe_masked_index _unsafe_masked_index_put_accumulate"),
    gradient_implemented_for_complex=V2_4.gradient_implemented_for_complex
    | names("""
        _unsafe_index _unsafe_index_put _unsafe_masked_index _unsafe_masked_index_put_accumulate alias_copy
        as_strided_copy channel_shuffle expand_copy logsumexp t_copy unsqueeze_copy view_copy
        """),
)

_schema = _schema._replace(base_types=_schema.base_types - names("ConstQuantizerPtr"))
_checks = _checks._replace(python_keywords=True)
_variants = _variants._replace(
    core_composites=True,
    mutable_first=True,
    no_out_functional=_variants.no_out_functional | names("_assert_tensor_metadata"),
)

V2_6 = V2_5._replace(
    release="2.6.0",
    new_operators=names("_foreach_rsqrt _nested_from_padded_tensor"),
    schema=_schema,
    checks=_checks,
    variants=_variants,
    autograd=forms.FORMS_2_6,
    string_view_rewrite="{0}.has_value() ? std::optional<std::string_view>({0}.value()) : std::nullopt",
    dispatch_keys=V2_5.dispatch_keys | names("SparseXPU NestedTensorXPU"),
    gradient_implemented_for_complex=V2_5.gradient_implemented_for_complex
    | names("permute_copy squeeze_copy transpose_copy"),
)

_checks = _checks._replace(
    const_ref_with_out=False,
    ufunc_dtypes=_checks.ufunc_dtypes | names("Float8_e8m0fnu"),
)

V2_7 = V2_6._replace(
    release="2.7.1",
    new_operators=names("_dyn_quant_matmul_4bit _scaled_grouped_mm"),
    checks=_checks,
    autograd=forms.FORMS_2_7,
    dispatch_keys=V2_6.dispatch_keys | names("SparseCsrXPU"),
    gradient_implemented_for_complex=V2_6.gradient_implemented_for_complex | names("unbind_copy"),
)

V2_8 = V2_7._replace(
    release="2.8.0",
    new_operators=names("_grouped_mm mm.dtype"),
    autograd=forms.FORMS_2_8,
    dispatch_keys=V2_7.dispatch_keys | names("MTIA NestedTensorHPU"),
    structured_dispatch_keys=V2_7.structured_dispatch_keys | names("MTIA"),
)

V2_9 = V2_8._replace(
    release="2.9.1",
    new_operators=names("hash_tensor sym_is_contiguous"),
    dispatch_keys=V2_8.dispatch_keys | names("SparseMPS SparseCsrMPS"),
    cpp_value_types={**V2_8.cpp_value_types, "SymBool": "c10::SymBool"},
)

V2_10 = V2_9._replace(
    release="2.10.0", new_operators=names("_scaled_mm_v2 rand_like.generator"), autograd=forms.FORMS_2_10
)

_variants = _variants._replace(
    no_out_functional=_variants.no_out_functional | names("_use_miopen_ctc_loss _use_miopen_ctc_loss.Tensor")
)

V2_11 = V2_10._replace(
    release="2.11.0",
    new_operators=names("linalg__powsum miopen_ctc_loss"),
    variants=_variants,
    gradient_implemented_for_complex=V2_10.gradient_implemented_for_complex | names("ldexp"),
)

V2_12 = V2_11._replace(
    release="2.12.1",
    new_operators=names("_philox_key_split get_device"),
    gradient_implemented_for_complex=V2_11.gradient_implemented_for_complex | names("linear narrow_copy"),
)

_schema = _schema._replace(base_types=_schema.base_types - names("Dimname"))
_checks = _checks._replace(
    kind_tags=True,
    known_dispatch_keys=_checks.known_dispatch_keys | names("AutocastXPU"),
)

V2_13 = V2_12._replace(
    release="2.13.0",
    new_operators=names("_foreach_mm"),
    schema=_schema,
    checks=_checks,
    autograd=forms.FORMS_2_13,
    variable_type_shards=10,
)

V2_14 = V2_13._replace(
    release="2.14.1",
    new_operators=names("linalg_matrix_sqrth linalg_polar"),
    autograd=forms.FORMS_2_14,
    gradient_implemented_for_complex=(
        V2_13.gradient_implemented_for_complex | names("linalg_matrix_sqrth linalg_polar")
    )
    - names("cholesky"),
)

_checks = _checks._replace(untagged_random_part="_philox_")

V2_15 = V2_14._replace(
    release="2.15.0",
    new_operators=names("_philox_randint_ _scaled_addmm"),
    checks=_checks,
    autograd=forms.FORMS_2_15,
    gradient_implemented_for_complex=V2_14.gradient_implemented_for_complex | names("nan_to_num"),
)

# From the oldest to the newest.
RELEASES = (
    V2_1, V2_2, V2_3, V2_4, V2_5, V2_6, V2_7, V2_8, V2_9, V2_10, V2_11, V2_12, V2_13, V2_14, V2_15
)  # fmt: skip
