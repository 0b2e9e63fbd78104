"""C++ types, names and default texts of a schema's parts (torchgen's `api.cpp`), without its exceptions.

What C++ has no type for, or no text, comes back as None from the single functions, as `""` in the records, and as
faults from `type_faults`, `default_faults` and `argument_faults`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.codegen.places import argument_place, return_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import Binding
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument, FunctionSchema, Return
from vt_core.model.types import BaseType, ListType, OptionalType, Type, is_tensor_list
from vt_core.syntax.faults import Fault

_REFUSED = ""


class TypeMode(NamedTuple):
    """What of a function decides how its tensors are passed: `const_ref` also those that are written to, `structured`
    lists of them as structured kernels take them."""

    const_ref: bool
    structured: bool


PLAIN = TypeMode(False, False)
_MODES = (PLAIN, TypeMode(False, True), TypeMode(True, False), TypeMode(True, True))


def mode_of(f: NativeFunction) -> TypeMode:
    """How a function's tensors are passed."""
    structured = f.structured or f.structured_delegate is not None
    return _MODES[structured + 2 * f.use_const_ref_for_mutable_tensors]


class CppArgument(NamedTuple):
    """An argument as the bodies see it.

    `type` is its C++ type, `""` where there is none; `unpacked` the name under which the body passes it on;
    `has_default_text` whether its default, if it has one, can be written in C++.
    """

    argument: Argument
    name: str
    type: str
    is_tensor_like: bool
    is_tensor_list: bool
    unpacked: str
    has_default_text: bool


class CppReturn(NamedTuple):
    """A return; `type` is its C++ type, `""` where there is none."""

    type: str
    is_tensor_like: bool
    is_tensor_list: bool
    value: Return


class CppCache:
    """Arguments and returns as C++ sees them, for one dialect. Owned by the caller.

    The keys are identities: schemas share the values, and hashing one costs more than reading its type. Each record
    holds the value that it was made from, so that the identity stays taken.
    """

    def __init__(self) -> None:
        self.arguments: dict[int, CppArgument] = {}
        self.returns: dict[int, CppReturn] = {}
        self.arguments_in_mode: dict[TypeMode, dict[int, CppArgument]] = {}
        self.returns_in_mode: dict[TypeMode, dict[int, CppReturn]] = {}


def argument_type(argument: Argument, dialect: Dialect, mode: TypeMode = PLAIN) -> str | None:
    """The argument's C++ type, None where the generator refuses to name one."""
    return _argument_type(argument.type, argument.is_write, dialect, mode) or None


def return_type(return_: Return, dialect: Dialect, mode: TypeMode = PLAIN) -> str | None:
    """The return's C++ type, None where the generator refuses to name one."""
    return _return_type(return_.type, return_.is_write, dialect, mode) or None


def _value_type(type_: Type, dialect: Dialect) -> str | None:
    """The type of what is passed by value, None for what is not."""
    if isinstance(type_, BaseType):
        if type_.name == "Tensor" or type_.name in dialect.cpp_reference_types:
            return None
        return dialect.cpp_value_types.get(type_.name, _REFUSED)
    if isinstance(type_, OptionalType):
        elem = _value_type(type_.elem, dialect)
        return f"{dialect.cpp_optional}<{elem}>" if elem else elem
    if str(type_.elem) == "bool":
        return _REFUSED if type_.size is None else f"{dialect.cpp_std}::array<bool,{type_.size}>"
    return None


def _argument_type(type_: Type, mutable: bool, dialect: Dialect, mode: TypeMode = PLAIN) -> str:
    value = _value_type(type_, dialect)
    if value is not None:
        return value
    tensor = dialect.cpp_tensor
    written = mutable and not mode.const_ref
    if isinstance(type_, BaseType):
        if type_.name != "Tensor":
            return f"const {dialect.cpp_namespace}{type_.name} &"
        return f"{tensor} &" if written else f"const {tensor} &"
    if isinstance(type_, OptionalType):
        return _optional_argument_type(type_, written, mutable, dialect, mode)
    if mode.structured and dialect.cpp_structured_tensor_list and str(type_.elem) == "Tensor":
        return dialect.cpp_structured_tensor_list
    known = dialect.cpp_list_types.get(str(type_.elem))
    if known is not None:
        return known
    elem = _argument_type(type_.elem, mutable, dialect, mode)
    return elem and f"{dialect.cpp_namespace}ArrayRef<{elem}>"


def _optional_argument_type(type_: OptionalType, written: bool, mutable: bool, dialect: Dialect, mode: TypeMode) -> str:
    tensor, optional = dialect.cpp_tensor, dialect.cpp_optional
    elem = type_.elem
    if str(elem) == "Tensor":
        return f"{tensor} &" if written else f"const {optional}<{tensor}> &"
    if isinstance(elem, BaseType):  # of the types that are passed by reference
        return f"const {optional}<{dialect.cpp_namespace}{elem.name}> &"
    if isinstance(elem, ListType) and str(elem.elem) in dialect.cpp_optional_list_types:
        return dialect.cpp_optional_list_types[str(elem.elem)]
    text = _argument_type(elem, mutable, dialect, mode)
    return text and f"{optional}<{text}>"


def _return_type(type_: Type, mutable: bool, dialect: Dialect, mode: TypeMode = PLAIN) -> str:
    value = _value_type(type_, dialect)
    if value is not None:
        return value
    if isinstance(type_, BaseType):
        if type_.name != "Tensor":
            return f"{dialect.cpp_namespace}{type_.name}"
        if mutable:
            return f"const {dialect.cpp_tensor} &" if mode.const_ref else f"{dialect.cpp_tensor} &"
        return dialect.cpp_tensor
    if isinstance(type_, ListType) and type_.size is None and not (mutable and dialect.checks):
        elem = _return_type(type_.elem, mutable and not dialect.checks, dialect, mode)
        return elem and f"{dialect.cpp_std}::vector<{elem}>"
    if isinstance(type_, OptionalType) and str(type_.elem) in dialect.cpp_optional_returns:
        return f"{dialect.cpp_optional}<{_return_type(type_.elem, mutable, dialect, mode)}>"
    return _REFUSED


def cpp_argument(argument: Argument, dialect: Dialect, mode: TypeMode = PLAIN) -> CppArgument:
    """The argument with its C++ type and its name in the body."""
    type_ = argument.type
    tensor_like = type_.is_tensor_like
    has_default_text = argument.default is None or default_text(argument.default, type_, dialect) is not None
    return CppArgument(
        argument,
        argument.name,
        _argument_type(type_, argument.is_write, dialect, mode),
        tensor_like,
        is_tensor_list(type_),
        f"{argument.name}_" if tensor_like and not type_.is_nullable else argument.name,
        has_default_text,
    )


def cpp_return(return_: Return, dialect: Dialect, mode: TypeMode = PLAIN) -> CppReturn:
    """The return with its C++ type."""
    type_ = return_.type
    name = _return_type(type_, return_.is_write, dialect, mode)
    return CppReturn(name, type_.is_tensor_like, is_tensor_list(type_), return_)


def cpp_arguments(
    arguments: Iterable[Argument], dialect: Dialect, cache: CppCache, mode: TypeMode = PLAIN
) -> tuple[CppArgument, ...]:
    """The arguments as the bodies see them, of a function whose tensors are passed like this."""
    known = cache.arguments if mode is PLAIN else cache.arguments_in_mode.setdefault(mode, {})
    found: list[CppArgument] = []
    for argument in arguments:
        record = known.get(id(argument))
        if record is None:
            record = known[id(argument)] = cpp_argument(argument, dialect, mode)
        found.append(record)
    return tuple(found)


def cpp_returns(
    returns: Iterable[Return], dialect: Dialect, cache: CppCache, mode: TypeMode = PLAIN
) -> tuple[CppReturn, ...]:
    """The returns with their C++ types, of a function whose tensors are passed like this."""
    known = cache.returns if mode is PLAIN else cache.returns_in_mode.setdefault(mode, {})
    found: list[CppReturn] = []
    for return_ in returns:
        record = known.get(id(return_))
        if record is None:
            record = known[id(return_)] = cpp_return(return_, dialect, mode)
        found.append(record)
    return tuple(found)


def returns_type(returns: tuple[CppReturn, ...], dialect: Dialect) -> str:
    """The C++ type of all returns together; the schema's own text stands for a type that C++ has not."""
    types = [return_.type or str(return_.value.type) for return_ in returns]
    if not types:
        return "void"
    return types[0] if len(types) == 1 else f"{dialect.cpp_std}::tuple<{','.join(types)}>"


def formals(arguments: tuple[CppArgument, ...]) -> str:
    """The parameter list; the schema's own text stands for a type that C++ has not."""
    return ", ".join([f"{a.type or a.argument.type} {a.name}" for a in arguments])


def return_names(func: FunctionSchema) -> tuple[str, ...]:
    """The names of the outputs in C++: `self` in place, the out arguments, the schema's own, else `result…`."""
    returns = func.returns
    if func.name.inplace:
        return ("self",) * len(returns)
    out = func.arguments.out
    if out:
        return tuple([argument.name for argument in out[: len(returns)]])
    if len(returns) == 1 and not returns[0].name:
        return ("result",)
    names: list[str] = []
    for index, return_ in enumerate(returns):
        if not return_.name:
            names.append("result" if len(returns) == 1 else f"result{index}")
        elif any(return_.name == argument.name for argument in func.arguments.all):
            names.append(f"{return_.name}_return")
        else:
            names.append(return_.name)
    return tuple(names)


def default_text(default: str, type_: Type, dialect: Dialect) -> str | None:
    """A schema's default as C++ writes it, None where the generator refuses it."""
    if default == "None" and str(type_) == "Tensor?":
        return "{}"
    if isinstance(type_, BaseType) and type_.name == "str" and _is_quoted(default):
        return _double_quoted(default)
    if isinstance(type_, OptionalType):
        if default == "None":
            return dialect.cpp_default_texts["None"]
        return default_text(default, type_.elem, dialect)
    if isinstance(type_, ListType):
        if default.startswith("[") and default.endswith("]"):
            return "{" + default[1:-1] + "}"
        if default.isdigit() and str(type_.elem) == "SymInt":
            return f"{dialect.cpp_value_types['SymInt']}({default})"
        if type_.size is None:
            return None
    return dialect.cpp_default_texts.get(default, default)


def _is_quoted(text: str) -> bool:
    return len(text) >= 2 and text[0] == "'" and text[-1] == "'"


def _double_quoted(literal: str) -> str:
    """A literal in single quotes as one in double quotes, its other escapes kept."""
    parts: list[str] = []
    at = 1
    while at < len(literal) - 1:
        char = literal[at : at + 2] if literal[at] == "\\" else literal[at]
        parts.append({"\\'": "'", '"': '\\"'}.get(char, char))
        at += len(char)
    return f'"{"".join(parts)}"'


def cpp_bindings(
    func: FunctionSchema, dialect: Dialect, cache: CppCache | None = None, mode: TypeMode = PLAIN
) -> tuple[Binding, ...]:
    """The parameters of the public C++ function: out arguments first, TensorOptions as one.

    A type that C++ has not is `""`.
    """
    cache = cache or CppCache()
    arguments = func.arguments
    listed = cpp_arguments((*arguments.out, *arguments.non_out), dialect, cache, mode)
    bindings = [Binding(a.name, a.type, a.argument) for a in listed]
    if arguments.options_index is not None:
        first = len(arguments.out) + len(arguments.positional) + arguments.options_index
        bindings[first : first + 4] = [Binding("options", dialect.cpp_options, None)]
    return tuple(bindings)


def type_faults(f: NativeFunction, dialect: Dialect, cache: CppCache | None = None) -> tuple[Fault, ...]:
    """Arguments and returns of types that C++ has not: the method cannot even be declared."""
    cache = cache or CppCache()
    faults: list[Fault] = []
    for index, argument in enumerate(cpp_arguments(f.func.arguments.all, dialect, cache)):
        if not argument.type:
            data = {"operator": str(f.func.name), "what": "argument", "name": argument.name}
            data["type"] = str(argument.argument.type)
            faults.append(Fault("cpp-type", argument_place(f.func, index), data))
    for index, return_ in enumerate(cpp_returns(f.func.returns, dialect, cache)):
        if not return_.type:
            data = {"operator": str(f.func.name), "what": "return", "name": return_.value.name or ""}
            data["type"] = str(return_.value.type)
            faults.append(Fault("cpp-type", return_place(f.func, index), data))
    return tuple(faults)


def default_faults(
    f: NativeFunction,
    dialect: Dialect,
    cache: CppCache | None = None,
    exempt: frozenset[str] = frozenset(),
    origin: str | None = None,
) -> tuple[Fault, ...]:
    """Defaults that C++ cannot write, but for arguments named in `exempt`."""
    cache = cache or CppCache()
    faults: list[Fault] = []
    for index, argument in enumerate(cpp_arguments(f.func.arguments.all, dialect, cache)):
        if not argument.has_default_text and argument.name not in exempt:
            data = {
                "operator": str(f.func.name),
                "argument": argument.name,
                "type": str(argument.argument.type),
                "default": argument.argument.default or "",
            }
            faults.append(Fault("list-default", argument_place(f.func, index, "default"), data, origin))
    return tuple(faults)


def argument_faults(f: NativeFunction, dialect: Dialect, cache: CppCache | None = None) -> tuple[Fault, ...]:
    """What the generator refuses when it loads a derivatives entry of this function and asks for its C++ signature."""
    cache = cache or CppCache()
    exempt = f.cpp_no_default_args.union([argument.name for argument in f.func.arguments.options])
    return type_faults(f, dialect, cache) + default_faults(f, dialect, cache, exempt)
