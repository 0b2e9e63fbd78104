"""The lists of names that steer generation in PyTorch 2.1, where family 2.x begins.

Source: the constants of torchgen and tools/autograd at that release. Later releases add to them in `v2_x.py`.
"""

from __future__ import annotations


def names(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


BASE_TYPES = names("""
    ConstQuantizerPtr Device DeviceIndex DimVector Dimname Generator Layout MemoryFormat QScheme Scalar
    ScalarType Storage Stream SymInt Tensor bool float int str
    """)

AUGMENTED_ASSIGNMENT_NAMES = names("add and div lshift mod mul or pow rshift sub xor")

BACKENDS = names("CPU CUDA HIP HPU IPU Lazy MPS MTIA Meta PrivateUse1 PrivateUse2 PrivateUse3 VE XLA XPU")

# Each of these names a dispatch key together with each backend.
FUNCTIONALITIES = ("", "Quantized", "Sparse", "NestedTensor", "Autograd")

OTHER_DISPATCH_KEYS = names("""
    ADInplaceOrView Autocast Autograd AutogradFunctionality AutogradNestedTensor AutogradOther BackendSelect
    Batched CatchAll CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional CompositeImplicitAutograd
    CompositeImplicitAutogradNestedTensor CustomRNGKeyId FPGA FuncTorchBatched FuncTorchBatchedDecomposition
    FuncTorchDynamicLayerBackMode FuncTorchDynamicLayerFrontMode FuncTorchGradWrapper FuncTorchVmapMode
    Functionalize IDEEP MKLDNN Metal MkldnnCPU Named ORT OpenCL OpenGL Python Sparse SparseCsrCPU SparseCsrCUDA
    TESTING_ONLY_GenericMode TESTING_ONLY_GenericWrapper Tracer Undefined VmapMode Vulkan ZeroTensor
    """)

KNOWN_DISPATCH_KEYS = OTHER_DISPATCH_KEYS | {kind + backend for kind in FUNCTIONALITIES for backend in BACKENDS}

DISPATCH_KEYS = names("""
    CPU CUDA CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional CompositeImplicitAutograd
    CompositeImplicitAutogradNestedTensor MPS Meta MkldnnCPU NestedTensorCPU NestedTensorCUDA NestedTensorMeta
    QuantizedCPU QuantizedCUDA QuantizedMeta SparseCPU SparseCUDA SparseCsrCPU SparseCsrCUDA SparseMeta
    ZeroTensor
    """)

AUTOGRAD_KEYS = names("AutogradNestedTensor") | {"Autograd" + backend for backend in BACKENDS}

VIEWS_OF_SELF = names("""
    _conj _indices _neg_view _nested_view_from_buffer _reshape_alias _test_autograd_multiple_dispatch_view
    _values alias as_strided ccol_indices col_indices crow_indices diagonal expand flatten indices numpy_T
    permute row_indices select slice split split_with_sizes squeeze t transpose unbind unfold unsqueeze values
    view view_as_complex view_as_real
    """)

# Operator -> the argument that its outputs are views of.
VIEW_FUNCTIONS = {**dict.fromkeys(sorted(VIEWS_OF_SELF), "self"), "sparse_coo_tensor_with_dims_and_tensors": "values"}

VIEW_FUNCTIONS_WITH_METADATA_CHANGE = names("_conj _neg_view _nested_view_from_buffer view_as_complex view_as_real")

# Besides the view functions themselves.
RETURNS_VIEWS_OF_INPUT = names("""
    adjoint chunk contiguous detach expand_as imag mH mT matrix_H movedim narrow real reshape reshape_as
    swapaxes swapdims tensor_split view_as
    """)

DONT_REQUIRE_DERIVATIVE = names("""
    __and__ __iand__ __ilshift__ __ior__ __irshift__ __ixor__ __lshift__ __or__ __rshift__ __xor__ _coalesced_
    _nested_tensor_size _nested_tensor_strides _sobol_engine_draw _sobol_engine_ff
    _sobol_engine_initialize_state_ _sobol_engine_scramble_ allclose argmax argmin argsort bucketize empty_like
    full_like isin isinf isnan isneginf isposinf logical_and logical_not logical_or logical_xor new_empty
    new_empty_strided new_full new_ones new_zeros ones_like quantize_per_channel quantize_per_tensor rand_like
    randn_like record_stream searchsorted signbit zeros_like
    """)

GRADIENT_IMPLEMENTED_FOR_COMPLEX = names("""
    __radd__ __rmul__ _coalesce _conj _conj_physical _fft_c2c _fft_r2c _linalg_det _linalg_eigh _linalg_slogdet
    _linalg_solve_ex _linalg_svd _neg_view _reshape_alias _reshape_copy _sparse_addmm
    _sparse_coo_tensor_with_dims_and_tensors _sparse_sparse_matmul _to_copy _to_dense _unsafe_view acos acosh
    add addbmm addcdiv addcmul addmm addmv addr alias as_strided as_strided_scatter asin asinh atan atanh
    baddbmm block_diag bmm cat cholesky cholesky_inverse cholesky_solve chunk clone coalesce col2im complex
    conj_physical_ constant_pad_nd cos cosh cumprod cumsum cumulative_trapezoid diag diag_embed diagonal
    diagonal_backward diagonal_copy diagonal_scatter div dot eig eq_ exp exp2 expand expm1 fill fill_ flip
    fliplr flipud gather im2col index index_add index_add_ index_copy index_fill index_put index_select inverse
    lerp linalg_cholesky linalg_cholesky_ex linalg_cross linalg_eig linalg_householder_product linalg_inv
    linalg_inv_ex linalg_lstsq linalg_lu linalg_lu_factor_ex linalg_lu_solve linalg_matrix_exp linalg_pinv
    linalg_qr linalg_solve linalg_solve_triangular linalg_vector_norm log log10 log1p log2 logaddexp
    logcumsumexp lu lu_solve lu_unpack masked_fill masked_scatter masked_select matrix_exp mean mm mul mv
    nanmean nansum ne_ neg nonzero ormqr outer permute pixel_shuffle pixel_unshuffle polar pow prod put put_
    reciprocal reflection_pad1d reflection_pad1d_backward reflection_pad2d reflection_pad2d_backward
    reflection_pad3d reflection_pad3d_backward renorm repeat replication_pad1d replication_pad1d_backward
    replication_pad2d replication_pad2d_backward replication_pad3d replication_pad3d_backward reshape reshape_as
    resize resize_as roll rot90 rsqrt rsub scatter scatter_add select select_backward sgn sigmoid
    sigmoid_backward sin sinc sinh slice slice_backward solve sparse_mask sparse_sampled_addmm split
    split_with_sizes split_with_sizes_backward sqrt squeeze stack std_mean sub sum t take tan tanh tanh_backward
    to_sparse trace transpose trapezoid triangular_solve tril triu unbind unfold unfold_backward unfold_copy
    unsafe_split unsqueeze values var_mean vdot view view_as view_as_complex where zero_
    """)

MANUAL_BACKEND = names("_backward _version data is_leaf options output_nr requires_grad_ retain_grad set_data")

MANUAL_AUTOGRAD_AND_TRACER = names("_fw_primal _make_dual copy_ detach detach_ resize_ resize_as_")

RESET_GRAD_ACCUMULATOR = names("resize_ set_")

DONT_ENFORCE_SAME_TENSOR_IMPL_OR_STORAGE = names("_cudnn_rnn_flatten_weight set_")

DONT_ENFORCE_TENSOR_IMPL_USE_COUNT = names("""
    _cudnn_rnn _cudnn_rnn_backward _embedding_bag _embedding_bag_forward_only _nested_tensor_size
    _nested_tensor_storage_offsets _nested_tensor_strides dequantize_self lift lift_fresh lift_fresh_copy
    lu_unpack q_per_channel_scales q_per_channel_zero_points
    """)

# Besides those.
DONT_ENFORCE_STORAGE_IMPL_USE_COUNT = names("_slow_conv2d_forward channel_shuffle slow_conv3d_forward")

UNGROUPED_OUT = names("_slow_conv2d_backward.grad_input adaptive_avg_pool3d_backward.grad_input")

UNGROUPED_INPLACE = names("polygamma_")

NO_OUT_MUTABLE = names("_cummax_helper _cummin_helper")

NO_OUT_FUNCTIONAL = names("""
    _assert_async _assert_async.msg _chunk_grad_outputs_efficient_attention _dimI _dimV _fused_sdp_choice
    _has_same_storage_numel _linalg_check_errors _local_scalar_dense _nested_tensor_from_mask_left_aligned
    _nested_tensor_storage_offsets _nnz _use_cudnn_ctc_loss _use_cudnn_ctc_loss.Tensor
    _validate_compressed_sparse_indices allclose dense_dim equal is_coalesced is_pinned is_same_size is_set_to
    q_per_channel_axis q_scale q_zero_point qscheme record_stream sparse_dim sym_constrain_range
    sym_constrain_range_for_size
    """)

UFUNC_KEYS = names("CPUScalar CPUVector CUDAFunctor CUDAFunctorOnOther CUDAFunctorOnSelf Generic ScalarOnly")

UFUNC_DTYPES = names("""
    All AllAndComplex BFloat16 Bool Byte Char Complex ComplexDouble ComplexFloat ComplexHalf Double Float
    Float8_e4m3fn Float8_e5m2 Floating FloatingAndComplex Half Int Integral Long Short
    """)
