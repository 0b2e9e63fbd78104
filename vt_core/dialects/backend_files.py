"""What generators take in the YAML file of a backend outside PyTorch (`gen_backend_stubs`, `gen_lazy_tensor`)."""

from __future__ import annotations

from typing import NamedTuple


class BackendFileFacts(NamedTuple):
    """`keys` may stand in the file; `lists` and `switches` are those of them whose values are lists, and true or false.

    Operators under `kernels` get kernels for the backend's own key, those under `autograd` for its autograd key.
    `emptied` are the lists that may be left empty (`supported:`). `definition` is the regular expression that finds a
    kernel's definition, `{}` standing for the class: its last group is the kernel's name, and a match whose first group
    ends in `:` is a call.
    """

    keys: tuple[str, ...]
    lists: tuple[str, ...]
    definition: str
    kernels: tuple[str, ...] = ("supported", "full_codegen")
    emptied: tuple[str, ...] = ("supported", "symint")
    switches: tuple[str, ...] = ()


# Of September 2021: older ones are not known, and 1.8 itself had no such generator.
BACKEND_FILE_2021 = BackendFileFacts(
    keys=("backend", "cpp_namespace", "supported", "autograd"),
    lists=("supported", "autograd"),
    definition=r"(){}::([\w\d]*)\([^\)]*\)\s*\{{",
)

BACKEND_FILE_2_1 = BackendFileFacts(
    keys=(
        *("backend", "class_name", "cpp_namespace", "supported", "autograd", "full_codegen"),
        *("non_native", "ir_gen", "symint", "use_out_as_primary", "device_guard"),
    ),
    lists=("supported", "full_codegen", "ir_gen", "non_native", "symint", "autograd"),
    definition=r"(.*){}::\s*([\w\d]*)\(",
    switches=("use_out_as_primary", "device_guard"),
)

# Keys that only the generator of torch_npu (`torchnpugen`) reads, which lists operators of its own, by their schemas.
OWN_OPERATORS = ("custom", "custom_autograd")
NPU_KEYS = (*OWN_OPERATORS, "custom_supported", "quant", "nestedtensor")
