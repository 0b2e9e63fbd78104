"""Signatures of schemas that may write to any of their arguments (torchgen's `FunctionSchema.signature` since 1.13).

A signature is a text that is equal exactly where torchgen's value is: overload, annotations, names of returns, out
arguments and TensorOptions are dropped, and what is written to and not returned counts as returned.
"""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.model.schema import Argument, Arguments, FunctionSchema, OperatorName, Return, SchemaKind


def mutable_schema(
    text: str, name: OperatorName, arguments: Arguments, returns: tuple[Return, ...], *, scatter_copies: bool
) -> FunctionSchema:
    """A schema with its signatures and its kind. `scatter_copies`: the copy of `x_inverse` is called `x_scatter`."""
    listed = arguments_of_signature(arguments)
    strict = [argument.without_annotation for argument in listed]
    loose = [argument.without_default for argument in listed]
    if name.text == "bernoulli.p":  # its variants have a default that it has not
        strict = [argument.replace("float p", "float p=0.5") for argument in strict]
        loose = [argument.replace("float p", "float p=0.5") for argument in loose]
    at = len(arguments.positional)
    types = [str(return_.type) for return_ in returns]
    kind = kind_of(name, arguments)
    if kind != "functional":
        types += [str(argument.type) for argument in written_returns(arguments, returns)]
    returned = ") -> " + ", ".join(types)
    base = f"__{name.base}__(" if name.dunder else f"{name.base}("
    text_of_strict, text_of_loose = _listed(strict, at), _listed(loose, at)
    signature = base + text_of_strict + returned
    loose_signature = signature if text_of_loose == text_of_strict else base + text_of_loose + returned
    view = signature
    if name.base.endswith(("_copy", "_scatter")):
        viewed = view_base_name(name.base, scatter_copies=scatter_copies)
        if viewed != name.base:
            view = (f"__{viewed}__(" if name.dunder else f"{viewed}(") + text_of_strict + returned
    return FunctionSchema(text, name, arguments, returns, signature, loose_signature, kind, view)


def arguments_of_signature(arguments: Arguments) -> tuple[Argument, ...]:
    """All but out arguments and TensorOptions."""
    index = arguments.options_index
    if index is None:
        return arguments.positional + arguments.kwarg_only
    return arguments.positional + arguments.kwarg_only[:index] + arguments.kwarg_only[index + 4 :]


def written_returns(arguments: Arguments, returns: tuple[Return, ...]) -> Iterator[Argument]:
    """The arguments that are written to and not returned, in the order in which they count as returns."""
    own = arguments.self_argument
    rest = arguments.positional if own is None else after_self(arguments)
    for argument in (*(() if own is None else (own,)), *arguments.out, *rest):
        if argument.is_write and all(argument.annotation != return_.annotation for return_ in returns):
            yield argument


def after_self(arguments: Arguments) -> tuple[Argument, ...]:
    """The positional arguments after `self`, all of them where there is none."""
    return arguments.positional if arguments.self_index is None else arguments.positional[arguments.self_index + 1 :]


def kind_of(name: OperatorName, arguments: Arguments) -> SchemaKind:
    """The kind; in-place and out at once is a mistake that is told elsewhere."""
    if name.inplace:
        return "inplace"
    if arguments.out:
        scratch = any(argument.name.startswith("_scratch_") for argument in arguments.out)
        return "scratch" if scratch else "out"
    return "mutable" if any(argument.is_write for argument in after_self(arguments)) else "functional"


def view_base_name(base: str, *, scatter_copies: bool) -> str:
    """The base name of the view that an operator of this name may be the copy of."""
    if base.endswith("_copy"):
        return base.replace("_copy", "")
    if scatter_copies and base.endswith("_scatter"):
        return base.replace("scatter", "inverse")
    return base


def _listed(arguments: list[str], positional: int) -> str:
    if len(arguments) == positional:
        return ", ".join(arguments)
    return ", ".join([*arguments[:positional], "*", *arguments[positional:]])
