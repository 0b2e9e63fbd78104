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
    the dialect gives to such entries.
    """

    func: FunctionSchema
    cpp_name: str
    variants: frozenset[str]
    manual_kernel_registration: bool
    device_guard: bool
    structured: bool
    structured_delegate: str | None
    dispatch: Mapping[str, str]
    composite_key: str
    cpp_no_default_args: frozenset[str]
    python_module: str | None = None

    # Compared by identity: content was compared once, where the entry was read and remembered.
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    @property
    def is_abstract(self) -> bool:
        """Whether it has kernels of its own per backend, rather than being composed of other operators."""
        return self.structured_delegate is not None or self.dispatch.keys() != {self.composite_key}

    @property
    def wrapper_name(self) -> str:
        """The name of its method in VariableType: the C++ name and the overload's."""
        overload = self.func.name.overload
        return f"{self.cpp_name}_{overload}" if overload else self.cpp_name
