"""What the generator lets through in the overloads of one name: calls that two of them take, and views of which only
some say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vt_core.codegen.out_variants import lacks_functional, lone_out_fault
from vt_core.codegen.places import argument_place, operator_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.model.types import ListType, OptionalType, Type
from vt_core.syntax.faults import Fault

Located = tuple[NativeFunction, Fault]


def overload_lints(overloads: Sequence[NativeFunction], dialect: Dialect) -> tuple[Located, ...]:
    """All of it for functions of one name, in file order; each fault with the function that it stands in."""
    functions = [f for f in overloads if not f.func.arguments.out]
    found: list[Located] = []
    if dialect.variants is None and len(functions) < len(overloads):
        # Later releases refuse it (`native_function_generation`).
        alone = [f for f in overloads if f.func.kind == "out" and lacks_functional(f, functions)]
        found.extend([(f, lone_out_fault(f, functions, "build")) for f in alone])
    if len(functions) < 2:
        return tuple(found)
    if functions[0].func.kind == "functional":
        found.extend(_missing_aliases(functions))
    for at, f in enumerate(functions):
        positional = f.func.arguments.positional
        if not positional or _default(f, positional[-1]) is None:
            continue
        for other in functions:
            if other is f:
                continue
            index = _ambiguous(f, other)
            # Of two that both have the default, the later one is told.
            if index is None or (functions.index(other) > at and _ambiguous(other, f) is not None):
                continue
            data = {"operator": f.func.name.text, "other": other.func.name.text, "count": str(index + 1)}
            data["argument"] = positional[index].name
            found.append((f, Fault("ambiguous-default", argument_place(f.func, index), data)))
            break
    return tuple(found)


def _missing_aliases(functions: list[NativeFunction]) -> Iterator[Located]:
    """Overloads that return something new, while others return a view."""
    views = [f for f in functions if f.is_view]
    if not views or len(views) == len(functions):
        return
    for f in functions:
        if f not in views and any(return_.type.is_tensor_like for return_ in f.func.returns):
            data = {"operator": f.func.name.text, "view": views[0].func.name.text}
            yield f, Fault("missing-alias", operator_place(f.func), data)


def _default(f: NativeFunction, argument: Argument) -> str | None:
    """The default that callers in C++ can rely on."""
    return None if argument.name in f.cpp_no_default_args else argument.default


def _ambiguous(f: NativeFunction, other: NativeFunction) -> int | None:
    """The first argument with a default such that a call that gives it by position could mean either function."""
    arguments, others = f.func.arguments.positional, other.func.arguments.positional
    if any(argument.default is None for argument in other.func.arguments.kwarg_only):
        return None
    needed = sum([_default(other, argument) is None for argument in others])
    for index, (argument, twin) in enumerate(zip(arguments, others)):
        if _kind(argument.type) != _kind(twin.type):
            return None
        if _default(f, argument) is not None and needed <= index + 1:
            return index
    return None


def _kind(type_: Type) -> str:
    """What values a type takes, roughly: an optional also takes those of its element."""
    if isinstance(type_, OptionalType):
        return _kind(type_.elem)
    if isinstance(type_, ListType):
        return f"{_kind(type_.elem)}[]"
    return "int" if type_.name == "SymInt" else type_.name
