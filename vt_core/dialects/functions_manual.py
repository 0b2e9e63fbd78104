"""The functions that formulas may call beside operators: those of FunctionsManual.h and of the generated files.

Source: torch/csrc/autograd/FunctionsManual.h as the wheels of the releases have it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Since(NamedTuple):
    """Functions of the releases `first` to `last` (`""`: the newest): `name:arities`, parted by blanks; an arity is the
    number of arguments of an overload, or the least and the most of them (`2-4`)."""

    first: str
    last: str
    functions: str


MANUAL = (
    Since(
        "1.8",
        "1.8",
        """
        _sparse_addmm_sparse_backward:4 _trilinear_backward:10 det_backward:3 eig_backward:5
        embedding_dense_double_backward:3 infinitely_differentiable_native_layer_norm_backward:10
        isFwGradDefined:1 kl_div_double_backward_grad_output:5 kl_div_target_backward:5
        l1_loss_double_backward:5 l1_loss_double_backward_grad_output:5 log_softmax_double_backward:4
        logdet_backward:3 mean_backward:3,4 mm_mat1_backward:5 mm_mat2_backward:5
        mse_loss_double_backward_grad_output:5 prelu_double_backward:5 slogdet_backward:4
        smooth_l1_loss_double_backward_grad_output:6 sparse_constructor_values_backward:3 std_backward:4,6
        svd_backward:7 symeig_backward:6 toLegacyFwGrad:1 toLegacyPrimal:1 var_backward:3,5
        var_std_mean_backward:6,8
        """,
    ),
    Since(
        "1.8",
        "2.1",
        """
        cholesky_solve_backward:5 masked_scatter_backward:3
        """,
    ),
    Since(
        "1.8",
        "2.13",
        """
        infinitely_differentiable_native_group_norm_backward:13
        """,
    ),
    Since(
        "1.8",
        "2.5",
        """
        div_tensor_other_backward:3,4 div_tensor_self_backward:3,4
        """,
    ),
    Since(
        "1.8",
        "",
        """
        _cudnn_ctc_loss_backward:4 _euclidean_dist_backward:4 _fused_dropout_backward:3 _safe_size:2
        angle_backward:2 any_variable_defined:1 as_strided_backward:5 atan2_backward:4
        batchnorm_double_backward:13 binary_cross_entropy_double_backward:6
        binary_cross_entropy_double_backward_grad_output:5
        binary_cross_entropy_with_logits_target_backward:6 cat_tensors_backward:4 cholesky_backward:3
        cholesky_inverse_backward:4 clamp_backward:4 constant_pad_nd_backward:2 copy_range:3
        copysign_tensor_self_backward:3 cumsum_backward:2 deg2rad_backward:1 elu_double_backward:7
        evenly_distribute_backward:3 fft_backward:10 fft_c2r_backward:3 fft_r2c_backward:5
        glu_double_backward:4 glu_double_backward_grad_output:3 handle_r_to_c:2 index_backward:3
        infinitely_differentiable_logit_backward:3 infinitely_differentiable_silu_backward:2
        linalg_qr_backward:5 log1p_backward:2 log_sigmoid_double_backward:2 logcumsumexp_backward:4
        logsumexp_backward:5 max_pool_double_backward:3 maybe_multiply:2 mse_loss_double_backward:3
        mul_tensor_backward:3 mvlgamma_backward:3 nansum_backward:4 norm_backward:4,6 not_implemented:1-2
        not_implemented_list:1-2 permute_backwards:2 pow_backward:3 pow_backward_exponent:4
        pow_backward_self:3 prod_backward:3,5 prod_safe_zeros_backward:3 rad2deg_backward:1
        renorm_backward:5 repeat_backward:3 restore_reduced_dims:3 reverse_dim:2 reverse_list:1
        scale_grad_by_count:3 sgn_backward:3 slice_backward_wrapper:6 smooth_l1_loss_double_backward:5
        soft_margin_loss_double_backward:4 soft_margin_loss_double_backward_grad_output:5
        softmax_double_backward:4 softplus_double_backward:4 solve_backward_A:4 solve_backward_self:3
        sparse_sparse_matmul_backward:4 split_backward:5 split_with_sizes_backward:5 strides_or_error:2
        sum_backward:4 triangular_solve_backward:9 unbind_backward:2 unsqueeze_multiple:3 unsqueeze_to:2,3
        """,
    ),
    Since(
        "2.1",
        "2.1",
        """
        _nested_split_with_sizes_backward:4
        """,
    ),
    Since(
        "2.1",
        "2.10",
        """
        linalg_solve_jvp:7
        """,
    ),
    Since(
        "2.1",
        "2.14",
        """
        linalg_det_jvp:5 slogdet_jvp:5
        """,
    ),
    Since(
        "2.1",
        "2.6",
        """
        linalg_lstsq_backward:4 linalg_lstsq_jvp:4
        """,
    ),
    Since(
        "2.1",
        "",
        """
        _convolution_jvp:16 _cudnn_convolution_backward:10 _nested_from_padded_backward:3
        _to_copy_backward:2 _trilinear_backward:9 amaxamin_jvp:5 apply_loss_reduction:2
        as_strided_scatter_backward:6 batch_norm_jvp:12 binary_cross_entropy_double_backward_target:6
        binary_cross_entropy_target_backward:5 binary_cross_entropy_with_logits_backward:6
        block_diag_backward:3 block_diag_jvp:1 cat_jvp:2 cholesky_inverse_jvp:4 cholesky_jvp:3
        cholesky_solve_jvp:5 clamp_backward_min_max:5 clamp_jvp:6 convolution_backward_jvp_grad_bias:2
        convolution_jvp:12 cumprod_jvp:4 embedding_dense_double_backward_symint:3
        error_for_max_pool2d_double_backward:0 evenly_read_jvp:3 gather_with_keepdimed_indices:4
        gelu_double_backward:4 group_norm_invstd_jvp:5 group_norm_jvp:9 group_norm_mean_jvp:3
        householder_product_backward:4-5 householder_product_jvp:5 huber_loss_double_backward:5
        huber_loss_double_backward_grad_output:6 i1_backward:3 i1e_backward:3 index_reduce_backward:8
        infinitely_differentiable_mish_backward:2 infinitely_differentiable_native_dropout_backward:3
        layer_norm_double_backward:10 layer_norm_jvp:9 linalg_det_backward:5 linalg_eig_backward:5-6
        linalg_eig_jvp:4 linalg_lu_backward:6 linalg_lu_jvp:5 linalg_lu_solve_LU:6 linalg_lu_solve_jvp:7
        linalg_matrix_exp_differential:3 linalg_qr_jvp:4 linalg_solve_backward:7
        linalg_solve_triangular_backward:7 linalg_solve_triangular_forward_AD:7 linalg_svd_jvp:5
        linalg_vector_norm_backward:6 linalg_vector_norm_jvp:6 linear_double_backward:4 logcumsumexp_jvp:3
        logsumexp_jvp:4 lu_factor_ex_backward:4 lu_factor_ex_jvp:4 lu_unpack_backward:4
        masked_fill_backward:2 mean_backward:5 mkldnn_rnn_layer_differentiable_backward:23
        mm_mat1_backward:6 mm_mat1_sparse_backward:4 mm_mat2_backward:6 native_dropout_double_backward:4
        norm_jvp:4,6 ormqr_backward:8 pinv_backward:3 pinv_jvp:3 polar_backward:2 renorm_jvp:5
        reverse_list_symint:1 scatter_reduce_backward:8 scatter_reduce_jvp:9 sinc_backward:2
        slogdet_backward:6 solve_jvp:4 sparse_constructor_values_backward:2 sparse_mask_backward:3
        sparse_sampled_addmm_backward:7 stack_jvp:2 stack_tensors_backward:3 std_backward:6
        std_mean_backward:7 svd_backward:6 take_backward:3 toNonOptFwGrad:1 toNonOptPrimal:1
        toNonOptTensor:1 to_sparse_backward:3 triangular_solve_jvp:7 var_backward:5 var_jvp:6
        var_mean_backward:6 warn_backwards:1 wrap_opt_if:2
        """,
    ),
    Since(
        "2.2",
        "",
        """
        _nested_split_with_sizes_backward:5 cholesky_solve_backward:6 unbind_backward_nested:4
        """,
    ),
    Since(
        "2.3",
        "",
        """
        values_backward:2
        """,
    ),
    Since(
        "2.5",
        "",
        """
        chunk_backward_nested:4 safe_logsumexp_jvp:4 unbind_backward_nested_jagged:3
        """,
    ),
    Since(
        "2.6",
        "",
        """
        div_tensor_other_backward:3-4 div_tensor_self_backward:3-4
        """,
    ),
    Since(
        "2.7",
        "",
        """
        linalg_lstsq_backward:6 linalg_lstsq_residuals_jvp:6 linalg_lstsq_solution_jvp:4
        """,
    ),
    Since(
        "2.8",
        "",
        """
        _grouped_mm_mat1_backward:7 _grouped_mm_mat2_backward:7
        """,
    ),
    Since(
        "2.9",
        "",
        """
        infinitely_differentiable_native_rms_norm_backward:7 rms_norm_jvp:6 rms_norm_rstd_jvp:4
        """,
    ),
    Since(
        "2.10",
        "",
        """
        update_wrapped_number:2
        """,
    ),
    Since(
        "2.11",
        "2.14",
        """
        linalg_solve_jvp:6
        """,
    ),
    Since(
        "2.11",
        "",
        """
        _miopen_ctc_loss_backward:4
        """,
    ),
    Since(
        "2.12",
        "",
        """
        aminmax_backward:7 aminmax_jvp:5 grid_sampler_2d_double_backward:9 grid_sampler_3d_double_backward:9
        """,
    ),
    Since(
        "2.14",
        "",
        """
        _cdist_backward_backward:7 _pdist_backward_backward:6 linalg_matrix_sqrth_differential:2
        linalg_polar_backward:5 linalg_polar_jvp:4 masked_fill_inplace_if_safe:3
        native_group_norm_backward_dispatcher:12
        """,
    ),
    Since(
        "2.15",
        "",
        """
        bessel_j1_backward:3 bessel_y1_backward:3 grid_sampler_2d_jvp:8 grid_sampler_3d_jvp:8
        linalg_det_jvp:6 linalg_solve_jvp:7 slogdet_jvp:6
        """,
    ),
)


@lru_cache(maxsize=4)
def manual_functions(release: str) -> dict[str, str]:
    """The functions written by hand of a release by name, with their arities as above."""
    number = _number(release)
    found: dict[str, str] = {}
    for since in MANUAL:
        if _number(since.first) <= number and (not since.last or number <= _number(since.last)):
            pairs = [function.partition(":") for function in since.functions.split()]
            found.update([(name, arities) for name, _, arities in pairs])
    return found


def takes(arities: str, given: int) -> bool:
    """Whether an overload takes so many arguments."""
    return any(least <= given <= most for least, most in map(_arity, arities.split(",")))


def _number(release: str) -> tuple[int, int]:
    major, minor = release.split(".")[:2]
    return int(major), int(minor)


def _arity(text: str) -> tuple[int, int]:
    least, _, most = text.partition("-")
    return int(least), int(most or least)
