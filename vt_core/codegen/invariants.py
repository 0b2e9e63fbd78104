"""Checks in debug builds that a kernel leaves the storage and the TensorImpl of its tensors in place, and that what it
returns is new (the generator's `enforce_same_tensorimpl_and_storage`, later `check_tensorimpl_and_storage`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.cpp import CppArgument, CppReturn
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction

_BEGIN, _END = "#ifndef NDEBUG", "#endif"
_NO_MODE = "!at::impl::dispatch_mode_enabled()"
# A view for these checks, though it is none for autograd.
_UNSAFE_VIEWS = {"_unsafe_view": "self"}


class InvariantChecks(NamedTuple):
    """Lines before and after the call, both empty where nothing is checked."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def invariant_checks(f: NativeFunction, arguments: tuple[CppArgument, ...], dialect: Dialect) -> InvariantChecks:
    """The checks around the call of `f` with these arguments."""
    before, after = _argument_checks(f, arguments, dialect)
    return _in_debug_builds(before, after)


def checks_with_outputs(
    f: NativeFunction,
    arguments: tuple[CppArgument, ...],
    returns: Sequence[CppReturn],
    return_names: Sequence[str],
    dialect: Dialect,
) -> InvariantChecks:
    """The same with those of the outputs; without a tensor among the arguments these are left out too."""
    before, after = _argument_checks(f, arguments, dialect)
    if before and f.func.kind not in ("inplace", "out"):
        after += _output_checks(f, returns, return_names, dialect)
    return _in_debug_builds(before, after)


def _in_debug_builds(before: list[str], after: list[str]) -> InvariantChecks:
    if not before:
        return InvariantChecks((), ())
    return InvariantChecks((_BEGIN, *before, _END), (_BEGIN, *after, _END))


def _argument_checks(
    f: NativeFunction, arguments: tuple[CppArgument, ...], dialect: Dialect
) -> tuple[list[str], list[str]]:
    before: list[str] = []
    after: list[str] = []
    if f.cpp_name in dialect.dont_enforce_same_tensor_impl_or_storage:
        return before, after
    tensor, lists = dialect.cpp_tensor, dialect.cpp_list_types
    for argument in arguments:
        if not argument.is_tensor_like:
            continue
        type_, x = argument.type, argument.unpacked
        if type_ in (f"const {tensor} &", f"{tensor} &"):
            _save_tensor(x, dialect, before)
            _check_tensor(x, x, dialect, after)
            _check_tensor_impl(x, dialect, after)
        elif type_ in (lists["Tensor"], dialect.cpp_structured_tensor_list):
            _save_list(x, dialect, before)
            _check_list(x, dialect, after)
        elif type_ == lists.get("Tensor?"):
            _save_optional_list(x, dialect, before)
            _check_optional_list(x, dialect, after)
    return before, after


def _output_checks(
    f: NativeFunction, returns: Sequence[CppReturn], names: Sequence[str], dialect: Dialect
) -> list[str]:
    base, method = f.func.name.base, f.wrapper_name
    viewed = dialect.view_functions.get(base) or _UNSAFE_VIEWS.get(base)
    lines: list[str] = []
    for return_, name in zip(returns, names):
        if return_.type != dialect.cpp_tensor:
            continue
        has_dispatch = f"{_NO_MODE} && !at::impl::tensor_has_dispatch({name})"
        if viewed is not None:
            _check_tensor(f"{viewed}_", name, dialect, lines)
        elif method not in dialect.dont_enforce_storage_impl_use_count:
            lines += (
                f"if ({name}.has_storage() && {has_dispatch}) {{",
                f'  TORCH_INTERNAL_ASSERT({name}.storage().use_count() == 1, "function: {method}");',
                "}",
            )
        if method not in dialect.dont_enforce_tensor_impl_use_count:
            count = dialect.autograd.use_count_check.format(name)
            lines += (
                f"if ({has_dispatch})",
                f'  TORCH_INTERNAL_ASSERT({name}.{count}, "function: {method}");',
            )
    return lines


def _save_tensor(x: str, dialect: Dialect, before: list[str]) -> None:
    optional, nullopt = dialect.body_optional, dialect.body_nullopt
    before += (
        f"{dialect.autograd.storage_save_type} {x}_storage_saved =",
        f"  {x}.has_storage() ? {optional}<Storage>({x}.storage()) : {nullopt};",
        f"c10::intrusive_ptr<TensorImpl> {x}_impl_saved;",
        f"if ({x}.defined()) {x}_impl_saved = {x}.getIntrusivePtr();",
    )


def _check_tensor(x: str, out: str, dialect: Dialect, after: list[str]) -> None:
    """That `out` has the storage that `x` had."""
    check = f"  {dialect.body_assert}({x}_storage_saved.value().is_alias_of({out}.storage()));"
    if not dialect.autograd.dispatch_mode_checks:
        after += (f"if ({x}_storage_saved.has_value())", check)
        return
    after += (f"if ({x}_storage_saved.has_value() &&", f"    {_NO_MODE} &&")
    if dialect.autograd.same_storage_checks_output:
        after += (f"    !at::impl::tensor_has_dispatch({x}) &&", f"    !at::impl::tensor_has_dispatch({out}))")
    else:
        after.append(f"    !at::impl::tensor_has_dispatch({x}))")
    after.append(check)


def _check_tensor_impl(x: str, dialect: Dialect, after: list[str]) -> None:
    check = f"{dialect.body_assert}({x}_impl_saved == {x}.getIntrusivePtr());"
    if dialect.autograd.dispatch_mode_checks:
        after += (f"if ({x}_impl_saved && {_NO_MODE} && !at::impl::tensor_has_dispatch({x}))", f"  {check}")
    else:
        after.append(f"if ({x}_impl_saved) {check}")


def _storages(x: str, dialect: Dialect) -> tuple[tuple[str, ...], str]:
    """The vector that keeps the storages of a list, and the call that adds one."""
    type_ = f"std::vector<{dialect.body_optional}<Storage>>"
    if dialect.autograd.list_storage_reserved:
        return (f"{type_} {x}_storage_saved;", f"{x}_storage_saved.reserve({x}.size());"), "emplace_back"
    return (f"{type_} {x}_storage_saved({x}.size());",), "push_back"


def _save_list(x: str, dialect: Dialect, before: list[str]) -> None:
    optional, nullopt = dialect.body_optional, dialect.body_nullopt
    declared, add = _storages(x, dialect)
    before += (
        *declared,
        f"for (const Tensor& tensor : {x})",
        f"  {x}_storage_saved.{add}(",
        f"    tensor.has_storage() ? {optional}<Storage>(tensor.storage()) : {nullopt});",
        f"std::vector<c10::intrusive_ptr<TensorImpl>> {x}_impl_saved({x}.size());",
        f"for (size_t i=0; i<{x}.size(); i++)",
        f"  if ({x}[i].defined()) {x}_impl_saved[i] = {x}[i].getIntrusivePtr();",
    )


def _loop(x: str, dialect: Dialect) -> tuple[str, str]:
    """The head of a loop over a list after the call, and what its conditions end with."""
    if dialect.autograd.dispatch_mode_checks:
        return f"for (size_t i=0; i<{x}.size() && {_NO_MODE}; i++) {{", f" && !at::impl::tensorlist_has_dispatch({x})"
    return f"for (size_t i=0; i<{x}.size(); i++) {{", ""


def _check_list(x: str, dialect: Dialect, after: list[str]) -> None:
    check = dialect.body_assert
    loop, condition = _loop(x, dialect)
    after += (
        loop,
        f"  if ({x}_storage_saved[i].has_value(){condition})",
        f"    {check}({x}_storage_saved[i].value().is_alias_of({x}[i].storage()));",
        "}",
        loop,
        f"  if ({x}_impl_saved[i]{condition})",
        f"    {check}({x}_impl_saved[i] == {x}[i].getIntrusivePtr());",
        "}",
    )


def _save_optional_list(x: str, dialect: Dialect, before: list[str]) -> None:
    optional, nullopt = dialect.body_optional, dialect.body_nullopt
    declared, add = _storages(x, dialect)
    before += (
        *declared,
        f"for (const {optional}<Tensor>& tensor : {x})",
        f"  {x}_storage_saved.{add}(",
        f"    tensor.has_value() && tensor->has_storage() ? {optional}<Storage>(tensor->storage()) : {nullopt});",
        f"std::vector<c10::intrusive_ptr<TensorImpl>> {x}_impl_saved({x}.size());",
        f"for (size_t i=0; i<{x}.size(); i++) {{",
        f"  {optional}<Tensor> t = {x}[i];",
        f"  if (t.has_value() && t->defined()) {x}_impl_saved[i] = t->getIntrusivePtr();",
        "}",
    )


def _check_optional_list(x: str, dialect: Dialect, after: list[str]) -> None:
    check = dialect.body_assert
    tensor = f"static_cast<{dialect.body_optional}<Tensor>>({x}[i])"
    loop, condition = _loop(x, dialect)
    same = f"{x}_impl_saved[i] == {tensor}->getIntrusivePtr());"
    after += (
        loop,
        f"  if ({x}_storage_saved[i].has_value(){condition})",
        f"    {check}({x}_storage_saved[i].value().is_alias_of(",
        f"        {tensor}->storage()));",
        "}",
        loop,
        f"  if ({x}_impl_saved[i])",
        *((f"    {check}(", f"      {same}") if dialect.autograd.dispatch_mode_checks else (f"    {check}({same}",)),
        "}",
    )
