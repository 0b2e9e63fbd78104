"""Types of function schemas (torchgen's model: `Type`, `BaseType`, `OptionalType`, `ListType`)."""

from __future__ import annotations

from typing import NamedTuple, Union


class BaseType(NamedTuple):
    """A type without further structure: `Tensor`, `int`, `Scalar` …"""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def is_tensor_like(self) -> bool:
        return self.name == "Tensor"

    @property
    def is_nullable(self) -> bool:
        return False

    @property
    def as_list(self) -> ListType | None:
        return None


class OptionalType(NamedTuple):
    """`elem?`"""

    elem: Type

    def __str__(self) -> str:
        return f"{self.elem}?"

    @property
    def is_tensor_like(self) -> bool:
        return self.elem.is_tensor_like

    @property
    def is_nullable(self) -> bool:
        return True

    @property
    def as_list(self) -> ListType | None:
        return self.elem.as_list


class ListType(NamedTuple):
    """`elem[]` or `elem[size]`."""

    elem: Type
    size: int | None

    def __str__(self) -> str:
        return f"{self.elem}[{self.size or ''}]"

    @property
    def is_tensor_like(self) -> bool:
        return self.elem.is_tensor_like

    @property
    def is_nullable(self) -> bool:
        return self.elem.is_nullable

    @property
    def as_list(self) -> ListType | None:
        return self


Type = Union[BaseType, OptionalType, ListType]


def is_tensor(type_: Type) -> bool:
    """One tensor, optional or not, but no list."""
    return type_.is_tensor_like and type_.as_list is None


def is_tensor_list(type_: Type) -> bool:
    """A list of tensors, of optional tensors too."""
    return type_.is_tensor_like and type_.as_list is not None


def base_name(type_: Type) -> str:
    """The innermost type's name: `SymInt` of `SymInt[2]?`."""
    while not isinstance(type_, BaseType):
        type_ = type_.elem
    return type_.name
