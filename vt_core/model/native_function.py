"""One entry of native_functions.yaml (torchgen's `NativeFunction`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vt_core.model.schema import FunctionSchema


def cpp_name(func: FunctionSchema, *, faithful_out: bool = False) -> str:
    """The name of the C++ function: `add_out` for an out variant, `add_outf` where out arguments come last."""
    if func.is_out:
        return func.name.name + ("_outf" if faithful_out else "_out")
    return func.name.name


class NativeFunction(NamedTuple):
    """What the generator keeps of an entry. Identity stands for one content; compare by `func.text`.

    `cpp_name` is the name of its C++ function (`add_out`).
    `dispatch` maps a dispatch key to its kernel's name; without a dispatch section it is the one composite kernel that
    the dialect gives to such entries. `is_abstract`: it has kernels of its own per backend, rather than being composed
    of other operators. `origin` is the function of native_functions.yaml that a generated variant was made from, None
    for one of the file itself.
    """

    func: FunctionSchema
    cpp_name: str
    variants: frozenset[str]
    manual_kernel_registration: bool
    device_guard: bool
    structured: bool
    structured_delegate: str | None
    dispatch: Mapping[str, str]
    is_abstract: bool
    cpp_no_default_args: frozenset[str]
    python_module: str | None = None
    tags: frozenset[str] = frozenset()
    namespace: str = "aten"
    manual_cpp_binding: bool = False
    use_const_ref_for_mutable_tensors: bool = False
    autogen: tuple[str, ...] = ()
    origin: NativeFunction | None = None

    # Compared by identity: content was compared once, where the entry was read and remembered.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def is_generated(self) -> bool:
        """Whether native_functions.yaml has no entry of it."""
        return self.origin is not None

    @property
    def root_name(self) -> str:
        """The operator's name without the `_` of in-place ones."""
        return self.func.name.base

    @property
    def part_of_structured_group(self) -> bool:
        return self.structured or self.structured_delegate is not None

    @property
    def is_foreach(self) -> bool:
        """Whether it does to each tensor of a list what another operator does to one."""
        return self.func.name.base.startswith("_foreach_")

    @property
    def is_view(self) -> bool:
        """Whether it gives a view of an argument, or makes its `self` one (torchgen's `is_view_op`)."""
        func = self.func
        if "inplace_view" in self.tags and func.name.text not in ("resize_", "resize_as_"):
            return True
        if "Tensor(" not in func.text:  # nothing is annotated
            return False
        if any(return_.annotation is not None and not return_.annotation.is_write for return_ in func.returns):
            return True
        return any(a.annotation is not None and "*" in a.annotation.alias_set_after for a in func.arguments.all)

    @property
    def unambiguous_name(self) -> str:
        """The operator's name and the overload's as one identifier: `add__Tensor`."""
        return self.func.name.text.replace(".", "_")

    @property
    def wrapper_name(self) -> str:
        """The name of its method in VariableType: the C++ name and the overload's."""
        overload = self.func.name.overload
        return f"{self.cpp_name}_{overload}" if overload else self.cpp_name
