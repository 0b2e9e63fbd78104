"""Checks in debug builds that a kernel leaves the storage and the TensorImpl of its tensors in place (the generator's
`enforce_same_tensorimpl_and_storage`)."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.cpp import CppArgument
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction


class InvariantChecks(NamedTuple):
    """Lines before and after the call, both empty where nothing is checked."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def invariant_checks(f: NativeFunction, arguments: tuple[CppArgument, ...], dialect: Dialect) -> InvariantChecks:
    """The checks around the call of `f` with these arguments."""
    before: list[str] = []
    after: list[str] = []
    if f.cpp_name in dialect.dont_enforce_same_tensor_impl_or_storage:
        return InvariantChecks((), ())
    optional_list = dialect.cpp_list_types.get("Tensor?")
    for argument in arguments:
        if not argument.is_tensor_like:
            continue
        if argument.type in ("const Tensor &", "Tensor &"):
            _check_tensor(argument.unpacked, dialect, before, after)
        elif argument.type == dialect.cpp_list_types["Tensor"]:
            _check_list(argument.unpacked, dialect, before, after)
        elif argument.type == optional_list:
            _check_optional_list(argument.unpacked, dialect, before, after)
    if not before:
        return InvariantChecks((), ())
    return InvariantChecks(("#ifndef NDEBUG", *before, "#endif"), ("#ifndef NDEBUG", *after, "#endif"))


def _check_tensor(x: str, dialect: Dialect, before: list[str], after: list[str]) -> None:
    optional, nullopt, check = dialect.body_optional, dialect.body_nullopt, dialect.body_assert
    before += (
        f"{optional}<Storage> {x}_storage_saved =",
        f"  {x}.has_storage() ? {optional}<Storage>({x}.storage()) : {nullopt};",
        f"c10::intrusive_ptr<TensorImpl> {x}_impl_saved;",
        f"if ({x}.defined()) {x}_impl_saved = {x}.getIntrusivePtr();",
    )
    after += (
        f"if ({x}_storage_saved.has_value())",
        f"  {check}({x}_storage_saved.value().is_alias_of({x}.storage()));",
        f"if ({x}_impl_saved) {check}({x}_impl_saved == {x}.getIntrusivePtr());",
    )


def _check_list(x: str, dialect: Dialect, before: list[str], after: list[str]) -> None:
    optional, nullopt, check = dialect.body_optional, dialect.body_nullopt, dialect.body_assert
    before += (
        f"std::vector<{optional}<Storage>> {x}_storage_saved({x}.size());",
        f"for (const Tensor& tensor : {x})",
        f"  {x}_storage_saved.push_back(",
        f"    tensor.has_storage() ? {optional}<Storage>(tensor.storage()) : {nullopt});",
        f"std::vector<c10::intrusive_ptr<TensorImpl>> {x}_impl_saved({x}.size());",
        f"for (size_t i=0; i<{x}.size(); i++)",
        f"  if ({x}[i].defined()) {x}_impl_saved[i] = {x}[i].getIntrusivePtr();",
    )
    after += (
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  if ({x}_storage_saved[i].has_value())",
        f"    {check}({x}_storage_saved[i].value().is_alias_of({x}[i].storage()));",
        "}",
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  if ({x}_impl_saved[i])",
        f"    {check}({x}_impl_saved[i] == {x}[i].getIntrusivePtr());",
        "}",
    )


def _check_optional_list(x: str, dialect: Dialect, before: list[str], after: list[str]) -> None:
    optional, nullopt, check = dialect.body_optional, dialect.body_nullopt, dialect.body_assert
    tensor = f"static_cast<{optional}<Tensor>>({x}[i])"
    before += (
        f"std::vector<{optional}<Storage>> {x}_storage_saved({x}.size());",
        f"for (const {optional}<Tensor>& tensor : {x})",
        f"  {x}_storage_saved.push_back(",
        f"    tensor.has_value() && tensor->has_storage() ? {optional}<Storage>(tensor->storage()) : {nullopt});",
        f"std::vector<c10::intrusive_ptr<TensorImpl>> {x}_impl_saved({x}.size());",
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  {optional}<Tensor> t = {x}[i];",
        f"  if (t.has_value() && t->defined()) {x}_impl_saved[i] = t->getIntrusivePtr();",
        "}",
    )
    after += (
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  if ({x}_storage_saved[i].has_value())",
        f"    {check}({x}_storage_saved[i].value().is_alias_of(",
        f"        {tensor}->storage()));",
        "}",
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  if ({x}_impl_saved[i])",
        f"    {check}({x}_impl_saved[i] == {tensor}->getIntrusivePtr());",
        "}",
    )
