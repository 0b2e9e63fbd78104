"""What the fields of an entry, their values, dispatch keys, types and common C++ names mean. Data only."""

from __future__ import annotations

# Fields of native_functions.yaml; of releases after 1.8 too, so that a newer checkout is not left without words.
NATIVE_FIELDS = {
    "func": "The operator's schema: name, overload, arguments with their defaults, and returns. C++, Python and "
    "TorchScript signatures follow from it, and derivatives.yaml repeats it to the letter.",
    "variants": "How C++ and Python offer the operator: `function` (`at::add(self, other)`), `method` "
    "(`self.add(other)`), or both. Without the field it is a function only.",
    "dispatch": "Which kernel runs for which dispatch key. Without the field there is one kernel, named like the "
    "operator, that is made of other operators and serves all backends; autograd then looks inside it.",
    "device_guard": "Whether the wrapper makes the device of the first tensor current before the kernel runs. `True` "
    "if left out.",
    "device_check": "Whether the wrapper makes sure that all tensors are on one device before the kernel runs. "
    "`ExactSame` if left out; `NoCheck` for kernels that allow a mix or look for themselves.",
    "structured": "The kernel is a structured one: a shape function and an implementation, written once for the out "
    "variant. The in-place and functional variants point here with `structured_delegate`.",
    "structured_delegate": "The out variant whose structured kernels this operator uses, with its overload name. It "
    "has no kernels of its own for the backends that those serve.",
    "structured_inherits": "The C++ class that the structured kernel's class derives from, instead of the plain base.",
    "manual_kernel_registration": "The kernel is registered in hand-written C++. The generator keeps a list of these "
    "operators and refuses an entry that disagrees with it.",
    "manual_cpp_binding": "The public C++ function or method is written by hand; only the operator is generated.",
    "python_module": "The Python module that gets the binding: `nn` for `torch._C._nn`, `linalg`, `fft`, `special`. "
    "Without it, `torch` and `Tensor`.",
    "category_override": "Which group a backend's code generation should count the operator to, where the rule that "
    "looks at its schema and dispatch would choose another (`factory`, `dummy`).",
    "cpp_no_default_args": "Arguments whose default the public C++ signature leaves out, mostly because an overload "
    "would become ambiguous. Python keeps it.",
    "use_c10_dispatcher": "How the kernel's C++ signature relates to the dispatcher's. `hacky_wrapper_for_legacy_"
    "signatures` adapts kernels that still take out arguments first, or `Tensor` for `Tensor?`.",
    "tags": "Labels from tags.yaml that passes and tests ask for (`core`, `pointwise` …).",
    "autogen": "Variants that the generator writes by itself: the out variant of an in-place operator and others.",
    "precomputed": "Arguments that the shape function of a structured kernel works out once and hands to the "
    "implementation in place of the schema's own.",
    "use_const_ref_for_mutable_tensors": "Tensors that are written to are passed as `const Tensor &` as well.",
    "ufunc_inner_loop": "The loop body from which kernels for elementwise operators are generated.",
}

DERIVATIVES_FIELDS = {
    "dispatch": "Formulas by autograd key: those under `Default` are for all tensors, those under another key for "
    "tensors with that key alone. Beside it the entry has no formulas.",
    "name": "The schema of the operator whose gradients follow, as its `func` in native_functions.yaml has it, to the "
    "letter. In-place and out variants of the same signature inherit the entry unless they have one of their own.",
    "output_differentiability": "A flag for each output. Those that are false get no `grad_fn`, and `grads` counts "
    "only the others. Without the field, all tensor outputs are differentiable; a formula that says `grad` means the "
    "first.",
}

# By field and value.
VALUES = {
    ("variants", "function"): "A free function: `at::name(…)` in C++, `torch.name(…)` in Python.",
    ("variants", "method"): "A method of tensors: `tensor.name(…)`. The tensor that it is called on is the argument "
    "`self`.",
    ("python_module", "nn"): "The binding goes to `torch._C._nn`; `torch.nn.functional` calls it there.",
    ("python_module", "linalg"): "The binding goes to `torch.linalg`; the operator's name begins with `linalg_`.",
    ("python_module", "fft"): "The binding goes to `torch.fft`; the operator's name begins with `fft_`.",
    ("python_module", "special"): "The binding goes to `torch.special`; the operator's name begins with `special_`.",
    ("category_override", "factory"): "Counts as an operator that makes a tensor from nothing.",
    ("category_override", "dummy"): "Counts as an operator that no backend has to implement.",
    ("device_check", "NoCheck"): "Tensors may be on several devices, or the kernel looks for itself.",
    ("device_check", "ExactSame"): "All tensors must be on the same device.",
    ("use_c10_dispatcher", "hacky_wrapper_for_legacy_signatures"): "The kernel keeps its older C++ signature, and a "
    "template adapts it to the dispatcher.",
    ("use_c10_dispatcher", "full"): "The dispatcher calls the kernel by its own signature. What later releases do "
    "without a word.",
}

TRUTHS = {
    "device_guard": ("The device of the first tensor is made current first.", "The kernel takes care of the device."),
    "structured": ("The entry describes a structured kernel.", "An ordinary kernel."),
    "manual_kernel_registration": ("Registered in hand-written C++.", "Registered by generated code."),
    "use_const_ref_for_mutable_tensors": ("Passed as `const Tensor &`.", "Passed as `Tensor &`."),
    "manual_cpp_binding": ("The C++ function or method is written by hand.", "The C++ binding is generated."),
    "output_differentiability": ("takes part in autograd.", "is never given a `grad_fn`."),
}

_BACKEND = "Kernels for tensors on {0}."
_SPARSE = "Kernels for sparse COO tensors on {0}."
_QUANTIZED = "Kernels for quantized tensors on {0}."
_AUTOGRAD = "The autograd kernel for {0}. VariableType is registered for it; name it to differ from that."
_PRIVATE = "Kernels of a backend outside of PyTorch that took this free place ({0} of 3)."
_MARK = "Not a key to register for: it marks the end of {0}."
_OLD = "An older name of `{0}`."

DISPATCH_KEYS = {
    "Undefined": "The place of tensors that have no other key. A kernel here serves every key without one of its own.",
    "CatchAll": "Another name of `Undefined`: a kernel for every key without one of its own.",
    "CPU": _BACKEND.format("the CPU"),
    "CUDA": _BACKEND.format("NVIDIA GPUs; in a ROCm build, on AMD's"),
    "HIP": _BACKEND.format("AMD GPUs, where those are not called CUDA"),
    "FPGA": _BACKEND.format("FPGAs (lives outside of PyTorch)"),
    "MSNPU": _BACKEND.format("Microsoft's NPUs (lives outside of PyTorch)"),
    "ORT": _BACKEND.format("ONNX Runtime devices (lives outside of PyTorch)"),
    "XLA": _BACKEND.format("XLA devices such as TPUs (lives in pytorch/xla)"),
    "XPU": _BACKEND.format("Intel GPUs"),
    "IPU": _BACKEND.format("Graphcore IPUs (lives outside of PyTorch)"),
    "HPU": _BACKEND.format("Habana HPUs (lives outside of PyTorch)"),
    "MPS": _BACKEND.format("Apple GPUs, through Metal Performance Shaders"),
    "MTIA": _BACKEND.format("MTIA, Meta's inference accelerators"),
    "Vulkan": _BACKEND.format("Vulkan devices (mobile)"),
    "Metal": _BACKEND.format("Metal devices (mobile)"),
    "MKLDNN": "The device type of oneDNN; for tensors in its layout use `MkldnnCPU`.",
    "OpenGL": _BACKEND.format("OpenGL devices (Caffe2)"),
    "OpenCL": _BACKEND.format("OpenCL devices (Caffe2)"),
    "IDEEP": _BACKEND.format("IDEEP devices (Caffe2)"),
    "Lazy": "Kernels of the lazy backend, which records calls and compiles them later.",
    "Meta": "Kernels that work out shapes and types without data.",
    "MkldnnCPU": "Kernels for tensors in oneDNN's own layout on the CPU.",
    "QuantizedCPU": _QUANTIZED.format("the CPU"),
    "QuantizedCUDA": _QUANTIZED.format("GPUs"),
    "QuantizedXPU": _QUANTIZED.format("Intel GPUs"),
    "QuantizedMeta": "Kernels that work out the shapes of quantized tensors.",
    "ComplexCPU": "Kernels of an extension for complex tensors on the CPU; PyTorch's own complex tensors use `CPU`.",
    "ComplexCUDA": "Kernels of an extension for complex tensors on GPUs; PyTorch's own complex tensors use `CUDA`.",
    "CustomRNGKeyId": "Kernels of an extension that brings its own random number generator.",
    "SparseCPU": _SPARSE.format("the CPU"),
    "SparseCUDA": _SPARSE.format("GPUs"),
    "SparseHIP": _SPARSE.format("AMD GPUs"),
    "SparseXPU": _SPARSE.format("Intel GPUs"),
    "SparseMPS": _SPARSE.format("Apple GPUs"),
    "SparseCsrCPU": "Kernels for sparse CSR tensors on the CPU.",
    "SparseCsrCUDA": "Kernels for sparse CSR tensors on GPUs.",
    "SparseCsrMPS": "Kernels for sparse CSR tensors on Apple GPUs.",
    "SparseCsrXPU": "Kernels for sparse CSR tensors on Intel GPUs.",
    "SparseMeta": "Kernels that work out the shapes of sparse COO tensors.",
    "SparseCsrMeta": "Kernels that work out the shapes of sparse CSR tensors.",
    "NestedTensor": "Kernels for nested tensors: lists of tensors of different sizes.",
    "NestedTensorCPU": "Kernels for nested tensors on the CPU.",
    "NestedTensorCUDA": "Kernels for nested tensors on GPUs.",
    "NestedTensorHPU": "Kernels for nested tensors on Habana HPUs.",
    "NestedTensorXPU": "Kernels for nested tensors on Intel GPUs.",
    "NestedTensorMeta": "Kernels that work out the shapes of nested tensors.",
    "ZeroTensor": "Kernels for tensors that are known to be zero and have no storage.",
    "PrivateUse1": _PRIVATE.format("1"),
    "PrivateUse2": _PRIVATE.format("2"),
    "PrivateUse3": _PRIVATE.format("3"),
    "EndOfBackendKeys": _MARK.format("the backends, and has the value of `PrivateUse3`"),
    "EndOfAliasKeys": _MARK.format("the alias keys, and has the value of `DefaultBackend`"),
    "NumDispatchKeys": "Not a key to register for: the number of keys.",
    "BackendSelect": "Kernels that choose the backend for operators without tensor arguments, from dtype, layout and "
    "device. Generated.",
    "Named": "Handles dimension names, then passes on to the kernels below.",
    "Autograd": "Stands for all `Autograd…` keys: a hand-written autograd kernel for every backend.",
    "AutogradOther": _AUTOGRAD.format("backends that have no autograd key of their own"),
    "AutogradFunctionality": _AUTOGRAD.format("every backend, by functionality"),
    "AutogradCPU": _AUTOGRAD.format("the CPU"),
    "AutogradCUDA": _AUTOGRAD.format("GPUs"),
    "AutogradXLA": _AUTOGRAD.format("XLA devices"),
    "AutogradHIP": _AUTOGRAD.format("AMD GPUs"),
    "AutogradHPU": _AUTOGRAD.format("Habana HPUs"),
    "AutogradIPU": _AUTOGRAD.format("Graphcore IPUs"),
    "AutogradLazy": _AUTOGRAD.format("the lazy backend"),
    "AutogradMTIA": _AUTOGRAD.format("MTIA devices"),
    "AutogradVE": _AUTOGRAD.format("NEC vector engines"),
    "AutogradXPU": _AUTOGRAD.format("Intel GPUs"),
    "AutogradMPS": _AUTOGRAD.format("Apple GPUs"),
    "AutogradMeta": _AUTOGRAD.format("meta tensors"),
    "AutogradNestedTensor": _AUTOGRAD.format("nested tensors"),
    "AutogradPrivateUse1": _AUTOGRAD.format("the first backend outside of PyTorch"),
    "AutogradPrivateUse2": _AUTOGRAD.format("the second backend outside of PyTorch"),
    "AutogradPrivateUse3": _AUTOGRAD.format("the third backend outside of PyTorch"),
    "ADInplaceOrView": "Counts versions and makes views, below autograd. Generated.",
    "Tracer": "Records calls for `torch.jit.trace`. Generated.",
    "Autocast": "Casts arguments to lower precision where autocast says so, then passes on.",
    "Batched": "Takes apart the batch dimensions of `vmap`, then passes on.",
    "VmapMode": "Active inside of `vmap`, also for operators without batched tensors: random ones are refused here.",
    "FuncTorchBatched": "Takes apart the batch dimensions of `torch.func.vmap`, then passes on.",
    "Functionalize": "Turns in-place operators and views into functional ones.",
    "TESTING_ONLY_GenericWrapper": "For tests of the dispatcher: tensors that wrap others.",
    "TESTING_ONLY_GenericMode": "For tests of the dispatcher: a mode that sees every call.",
    "Math": "A kernel made of other operators, for every backend. It has no formula: autograd records what it calls.",
    "DefaultBackend": "One kernel for every backend that has none of its own. Autograd does not look inside: it needs "
    "a formula to be differentiable.",
    "CompositeImplicitAutograd": "A kernel made of other operators, for every backend. Autograd records what it calls.",
    "CompositeImplicitAutogradNestedTensor": "A kernel made of other operators, for nested tensors. Autograd records "
    "what it calls.",
    "CompositeExplicitAutograd": "One kernel for every backend that has none of its own; autograd needs a formula.",
    "CompositeExplicitAutogradNonFunctional": "One kernel for every backend, which calls in-place or view operators; "
    "backends that want functional programs take it apart.",
    "CPUTensorId": _OLD.format("CPU"),
    "CUDATensorId": _OLD.format("CUDA"),
    "PrivateUse1_PreAutograd": _OLD.format("AutogradPrivateUse1"),
    "PrivateUse2_PreAutograd": _OLD.format("AutogradPrivateUse2"),
    "PrivateUse3_PreAutograd": _OLD.format("AutogradPrivateUse3"),
}

# A schema's base types.
TYPES = {
    "Tensor": "a tensor",
    "Scalar": "a number of any kind (int, float, bool or complex), kept with its kind",
    "ScalarType": "an element type, `dtype` in Python",
    "bool": "a truth value",
    "int": "an integer of 64 bits",
    "SymInt": "an integer of 64 bits that may be symbolic while compiling",
    "SymBool": "a truth value that may be symbolic while compiling",
    "GraphModule": "a graph of `torch.fx`",
    "float": "a floating point number of 64 bits",
    "complex": "a complex number",
    "str": "a text",
    "Device": "a device with its index",
    "DeviceIndex": "a device's index",
    "Layout": "a memory layout: strided, sparse …",
    "MemoryFormat": "an order of dimensions in memory: contiguous, channels last …",
    "Generator": "a random number generator",
    "Dimname": "a dimension's name",
    "DimVector": "a short list of dimensions",
    "QScheme": "a quantization scheme",
    "ConstQuantizerPtr": "a pointer to a quantizer",
    "Storage": "a tensor's storage",
    "Stream": "a stream of a device",
}

# Methods and attributes of C++ tensors, and names, that formulas use and that are no operators.
TENSOR_METHODS = {
    "sizes": "The sizes of all dimensions, without the tensor's data.",
    "sym_sizes": "The sizes of all dimensions, symbolic while compiling, without the tensor's data.",
    "sym_strides": "The strides of all dimensions, symbolic while compiling, without the tensor's data.",
    "sym_size": "The size of one dimension, symbolic while compiling, without the tensor's data.",
    "sym_numel": "The number of elements, symbolic while compiling, without the tensor's data.",
    "sym_storage_offset": "Where in its storage it begins, symbolic while compiling.",
    "sym_blocksize": "The size of a block of a sparse tensor, symbolic while compiling.",
    "strides": "The strides of all dimensions, without the tensor's data.",
    "size": "The size of one dimension, without the tensor's data.",
    "stride": "The stride of one dimension.",
    "dim": "The number of dimensions, without the tensor's data.",
    "ndimension": "The number of dimensions; the same as `dim`.",
    "numel": "The number of elements, without the tensor's data.",
    "options": "dtype, device, layout and whether memory is pinned, without the tensor's data.",
    "scalar_type": "The element type, without the tensor's data.",
    "dtype": "The element type as a run-time type.",
    "device": "The device with its index.",
    "layout": "The memory layout.",
    "type": "The tensor's type object, an older form of `options`.",
    "defined": "Whether there is a tensor at all. The gradient of an output that nothing asks for is undefined.",
    "requires_grad": "Whether autograd records operations on it.",
    "is_sparse": "Whether it is a sparse COO tensor.",
    "is_cuda": "Whether it is on a GPU.",
    "is_mkldnn": "Whether it is in oneDNN's layout.",
    "is_contiguous": "Whether its elements lie in memory in order.",
    "storage_offset": "Where in its storage it begins.",
    "item": "The only element, as a `Scalar`; waits for the device.",
    "toType": "The same values with another element type.",
    "has_value": "Whether the optional holds something.",
    "value": "What the optional holds; fails if it is empty.",
    "value_or": "What the optional holds, else the argument.",
    "toDouble": "The number as a `double`.",
    "toLong": "The number as an `int64_t`.",
    "zeros": "A tensor of zeros of the saved type and sizes.",
    "vec": "A copy of the list as a `std::vector`.",
    "begin": "The start of the list.",
    "end": "The end of the list.",
    "empty": "Whether the list has no elements.",
    "back": "The last element.",
    "front": "The first element.",
}

CPP_NAMES = {
    "at": "The C++ namespace of ATen: tensors and all operators.",
    "std": "The namespace of the C++ standard library.",
    "c10": "The C++ namespace of PyTorch's core library.",
    "torch": "The C++ namespace of PyTorch above ATen.",
    "Tensor": "A tensor. `Tensor()` is an undefined one: as a gradient it counts as zero.",
    "Scalar": "A number of any kind.",
    "IntArrayRef": "A list of `int64_t` that somebody else owns.",
    "TensorList": "A list of tensors that somebody else owns.",
    "TensorGeometry": "Sizes and strides of a tensor without its data; saved in place of the tensor.",
    "Reduction": "How a loss is reduced: `None`, `Mean`, `Sum`.",
    "tuple": "The type of a formula that gives several gradients at once.",
    "nullopt": "An optional without a value.",
    "optional": "A value or none.",
    "zeros_like": "A tensor of zeros like the argument. Of a saved argument the node keeps type and sizes only.",
    "to_args_sizes": "The sizes of every tensor of a list; saved in place of the tensors.",
    "to_args_scalartypes": "The element type of every tensor of a list; saved in place of the tensors.",
    "not_implemented": "Fails when this gradient is asked for: it is not implemented.",
    "auto_linear": "Not a formula: the forward-mode formula is the operator itself, applied to the tangents.",
    "auto_element_wise": "Not a formula: the forward-mode formula is the backward one, given the tangent.",
    "non_differentiable": "Not a formula: says that the arguments of this key are not differentiated at all.",
    "SymInt": "An integer that may be symbolic while compiling.",
    "SymIntArrayRef": "A list of `SymInt` that somebody else owns.",
    "true": "The truth value.",
    "false": "The truth value.",
}
