"""Schemas with nothing wrong in them, read without asking where their parts stand.

Nearly all schemas are right, and then nobody wants positions. What is not surely right is left to `read_schema`, which
gives the same value for these, two to three times slower, and says what is wrong with the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.model.schema import Argument, Arguments, FunctionSchema, OperatorName, Return, function_schema
from vt_core.model.schema_parts import SchemaCache, SchemaFacts, read_argument, read_operator_name, read_return
from vt_core.model.schema_problems import Problem
from vt_core.model.signatures import mutable_schema
from vt_core.model.types import BaseType
from vt_core.syntax.schema import ARROW

_TENSOR = BaseType("Tensor")


def read_right_schema(text: str, facts: SchemaFacts, cache: SchemaCache) -> FunctionSchema | None:
    """The schema; None where something is wrong with it, or might be."""
    head, arrow, returned = text.rpartition(")" + ARROW)
    name, parenthesis, listed = head.partition("(")
    if not (arrow and parenthesis) or text != text.strip() or returned[0].isspace():
        return None
    if not facts.any_argument_written and (ARROW in head or ARROW in returned):
        return None
    arguments = _arguments(listed, facts, cache)
    returns = _returns(returned, facts, cache)
    if arguments is None or returns is None:
        return None
    try:
        operator = read_operator_name(name, facts)
    except Problem:
        return None
    if not _is_consistent(operator, arguments, returns):
        return None
    if facts.any_argument_written:
        return mutable_schema(text, operator, arguments, returns, scatter_copies=facts.scatter_copies)
    return function_schema(text, operator, arguments, returns)


def _arguments(listed: str, facts: SchemaFacts, cache: SchemaCache) -> Arguments | None:
    known = cache.arguments
    positional: list[Argument] = []
    kwarg_only: list[Argument] = []
    out: list[Argument] = []
    current = positional
    for text in listed.split(", ") if listed else ():
        if text == "*":
            if current is not positional:
                return None
            current = kwarg_only
            continue
        argument = known.get(text) or read_argument(text, facts, cache)
        if not isinstance(argument, Argument):
            return None
        if argument.annotation is not None and argument.annotation.is_write:
            current = out if current is kwarg_only else current
        elif current is out:
            return None
        current.append(argument)
    if listed.endswith("*"):
        return None
    options = options_indexes(kwarg_only)
    if len(options) > 1:
        return None
    return Arguments(
        tuple(positional), tuple(kwarg_only), tuple(out), self_index(positional), options[0] if options else None
    )


def self_index(positional: Sequence[Argument]) -> int | None:
    """The place of `self`."""
    for index, argument in enumerate(positional):
        if argument.name == "self":
            return index
    return None


_OPTIONS = (("dtype", "ScalarType"), ("layout", "Layout"), ("device", "Device"), ("pin_memory", "bool"))


def options_indexes(arguments: Sequence[Argument]) -> list[int]:
    """Where the quadruples begin that C++ bundles as TensorOptions."""
    found: list[int] = []
    at = 0
    while at + 4 <= len(arguments):
        if arguments[at].name == "dtype" and _is_options(arguments[at : at + 4]):
            found.append(at)
            at += 3
        at += 1
    return found


def _is_options(arguments: Sequence[Argument]) -> bool:
    for argument, (name, type_) in zip(arguments, _OPTIONS):
        if argument.name != name or str(argument.type).removesuffix("?") != type_:
            return False
    return True


def _returns(returned: str, facts: SchemaFacts, cache: SchemaCache) -> tuple[Return, ...] | None:
    if returned == "()":
        return ()
    parts = [returned]
    if returned[0] == "(" and returned[-1] == ")":
        parts = returned[1:-1].split(", ")
        if len(parts) == 1:
            return None
    elif ", " in returned:
        return None
    returns: list[Return] = []
    for text in parts:
        found = cache.returns.get(text) or read_return(text, facts, cache)
        if not isinstance(found, Return):
            return None
        returns.append(found)
    return tuple(returns)


def _is_consistent(name: OperatorName, arguments: Arguments, returns: tuple[Return, ...]) -> bool:
    """Whether the parts surely go together: a function that writes nothing and returns no alias, one that writes to
    `self`, its first argument, and returns it, or one that writes to tensors and returns them in their order."""
    positional, out = arguments.positional, arguments.out
    if name.functional or "functional" in name.overload:
        return False
    if not out and not name.inplace:
        return not _has_alias(positional) and not _has_alias(returns)
    if arguments.options_index is not None or len(out or positional[:1]) != len(returns):
        return False
    written = out
    if name.inplace:
        if out or arguments.self_index != 0:
            return False
        written, positional = positional[:1], positional[1:]
    for argument, return_ in zip(written, returns):
        if not argument.is_write or argument.type != _TENSOR or argument.annotation != return_.annotation:
            return False
        if argument.name.startswith("_scratch_"):
            return False
    return not _has_alias(positional)


def _has_alias(values: Sequence[Argument | Return]) -> bool:
    for value in values:  # noqa: SIM110 - thousands of them, and `any` takes twice as long
        if value.annotation is not None:
            return True
    return False
