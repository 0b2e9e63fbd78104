"""Variants that native_functions.yaml has no entry of: out and functional ones, made from an entry of the same
signature (torchgen's `native_function_generation`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.out_variants import lone_out_fault
from vt_core.codegen.places import operator_place
from vt_core.codegen.structured_groups import structured_group_faults
from vt_core.dialects.dialect import VariantFacts
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.schema import Annotation, Argument, Arguments, FunctionSchema, OperatorName, Return, SchemaKind
from vt_core.model.signatures import arguments_of_signature, mutable_schema, written_returns
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_FUNCTION = frozenset(("function",))


class Variants(NamedTuple):
    """The generated functions of a signature in the generator's order, and what it refuses in the group.

    Faults come with the function whose entry they stand in.
    """

    functions: tuple[NativeFunction, ...]
    faults: tuple[tuple[NativeFunction, Fault], ...] = ()


NONE = Variants(())


def generated_variants(group: Sequence[NativeFunction], facts: VariantFacts, *, scatter_copies: bool) -> Variants:
    """What is generated beside `group`, the functions of one signature in file order."""
    kinds: dict[SchemaKind, NativeFunction] = {}
    for f in group:
        first = kinds.setdefault(f.func.kind, f)
        if first is not f:
            data = {"operator": str(f.func.name), "kind": f.func.kind, "other": str(first.func.name)}
            return Variants((), ((f, Fault("duplicate-variant", operator_place(f.func), data)),))
    if kinds.keys() == {"scratch"} or not _get_variants(group, facts):
        return NONE
    out = kinds.get("out")
    if out is not None and len(group) == 1:
        return _lone_out(out, facts)
    inplace = kinds.get("inplace")
    if inplace is not None and str(inplace.func.name) in facts.ungrouped_inplace:
        return NONE
    base = _base(kinds, facts)
    can_have_out = base.func.kind == "inplace" or any(return_.type.is_tensor_like for return_ in base.func.returns)
    if out is None and not can_have_out:
        return _without_out(base, facts)
    made: list[NativeFunction] = []
    if out is None and any("out" in name for name in base.autogen):
        made.append(_generated(base, _out_schema(base.func, scatter_copies), facts))
    if "functional" not in kinds and (out is not None or made):
        made.append(_generated(base, _functional_schema(base.func, scatter_copies), facts))
    if out is None and not made:
        return Variants((), _without_group(group, facts))
    structured = structured_group_faults(group, "CompositeImplicitAutograd")
    return Variants(tuple(made), (*_autogen_faults(group, made, base), *structured))


# Written to without a group that functionalization could use (`MUTABLE_OPS_NOT_USING_FUNCTIONALIZATION`).
_NOT_FUNCTIONALIZED = frozenset(
    (
        *("record_stream", "resize_", "resize_as_", "_fill_mem_eff_dropout_mask_"),
        *("_flash_attention_forward_no_dropout_inplace", "_cudnn_attention_forward_no_dropout_inplace"),
    )
)


def _without_group(group: Sequence[NativeFunction], facts: VariantFacts) -> tuple[tuple[NativeFunction, Fault], ...]:
    """What writes to its arguments has an out variant, written or generated (`gen_functionalization_definition`)."""
    found: list[tuple[NativeFunction, Fault]] = []
    for f in group:
        func = f.func
        exempt = _NOT_FUNCTIONALIZED | facts.no_out_mutable | facts.ungrouped_inplace
        if func.kind not in ("inplace", "mutable") or "CompositeImplicitAutograd" in f.dispatch:
            continue
        if func.name.text not in exempt and func.name.name not in exempt:
            wanted = [_out_name(func)]
            wanted += [] if any(other.func.kind == "functional" for other in group) else [func.name.base]
            data = {"operator": func.name.text, "what": "missing", "wanted": ", ".join(sorted(wanted))}
            found.append((f, Fault("autogen-list", operator_place(func), data, "build")))
    return tuple(found)


def _out_name(func: FunctionSchema) -> str:
    overload = f"{func.name.overload}_out" if func.name.overload else "out"
    return f"{func.name.base}.{overload}"


def _autogen_faults(
    group: Sequence[NativeFunction], made: Sequence[NativeFunction], base: NativeFunction
) -> tuple[tuple[NativeFunction, Fault], ...]:
    """The `autogen` lists of a group name just what is generated in it (`NativeFunctionsGroup`)."""
    listed = sorted({name for f in group for name in f.autogen})
    wanted = sorted([f.func.name.text for f in made])
    if listed == wanted:
        return ()
    at = next((f for f in group if f.autogen), base)
    place = Place("native_functions", ("autogen",)) if at.autogen else operator_place(at.func)
    data = {"operator": at.func.name.text, "what": "other", "listed": ", ".join(listed), "wanted": ", ".join(wanted)}
    return ((at, Fault("autogen-list", place, data, "build")),)


def _get_variants(group: Sequence[NativeFunction], facts: VariantFacts) -> bool:
    """Views have no variants, nor what bypasses the dispatcher or is composed of other operators."""
    core = facts.core_composites and any("core" in f.tags for f in group)
    if not core and all("CompositeImplicitAutograd" in f.dispatch for f in group):
        return False
    if any(f.is_view and not (facts.set_is_no_view and f.func.name.name == "set_") for f in group):
        return False
    return not all(f.manual_cpp_binding for f in group)


def _base(kinds: dict[SchemaKind, NativeFunction], facts: VariantFacts) -> NativeFunction:
    """The function that variants are made from."""
    order: tuple[SchemaKind, ...] = ("inplace", "mutable", "out", "functional")
    if facts.mutable_first:
        order = ("mutable", "inplace", "out", "functional")
    return next(kinds[kind] for kind in order if kind in kinds)


def _lone_out(out: NativeFunction, facts: VariantFacts) -> Variants:
    if str(out.func.name) in facts.ungrouped_out:
        return NONE
    return Variants((), ((out, lone_out_fault(out, ())),))


def _without_out(base: NativeFunction, facts: VariantFacts) -> Variants:
    operator = str(base.func.name)
    if operator in facts.no_out_mutable or operator in facts.no_out_functional:
        return NONE
    data = {"operator": operator, "kind": base.func.kind}
    return Variants((), ((base, Fault("no-out-variant", operator_place(base.func), data)),))


def _generated(base: NativeFunction, func: FunctionSchema, facts: VariantFacts) -> NativeFunction:
    """A function like `base` with a schema of its own, whose one kernel calls `base`."""
    tags = {"generated", *(base.tags & facts.kept_tags)}
    tags.update(["out"] if func.arguments.out else ())
    name = func.name.text.replace(".", "_") if func.kind == "out" else cpp_name(func)
    return NativeFunction(
        func=func,
        cpp_name=cpp_name(func),
        variants=_FUNCTION,
        manual_kernel_registration=False,
        device_guard=False,
        structured=False,
        structured_delegate=None,
        dispatch={"CompositeExplicitAutograd": f"{name}_symint" if base.func.has_symint else name},
        is_abstract=base.is_abstract,
        cpp_no_default_args=frozenset(),
        tags=frozenset(tags),
        namespace=base.namespace,
        use_const_ref_for_mutable_tensors=base.use_const_ref_for_mutable_tensors,
        origin=base,
    )


def _functional_schema(func: FunctionSchema, scatter_copies: bool) -> FunctionSchema:
    """The signature as a schema: what is written to is returned, under a name of its own."""
    suffix = "_functional" if func.kind == "mutable" else ""
    base = f"__{func.name.base}__" if func.name.dunder else func.name.base
    name = OperatorName(
        base + suffix, func.name.base, False, func.name.dunder, func.name.overload, functional=bool(suffix)
    )
    returns = [Return(return_.name, return_.type, None) for return_ in func.returns]
    written = written_returns(func.arguments, func.returns)
    returns += [Return(f"{argument.name}_out", argument.type, None) for argument in written]
    listed = [_plain(argument) for argument in arguments_of_signature(func.arguments)]
    if func.name.text == "bernoulli.p":
        listed = [Argument(a.name, a.type, "0.5", None) if a.name == "p" else a for a in listed]
    return _schema(name, _arguments(listed, func.arguments, ()), tuple(returns), scatter_copies)


def _out_schema(func: FunctionSchema, scatter_copies: bool) -> FunctionSchema:
    """The schema with what it returns, or its `self`, as out arguments."""
    base = f"__{func.name.base}__" if func.name.dunder else func.name.base
    overload = f"{func.name.overload}_out" if func.name.overload else "out"
    name = OperatorName(base, func.name.base, False, func.name.dunder, overload)
    own = func.arguments.self_argument
    if func.kind == "inplace" and own is not None:
        positional = tuple([_unwritten(a) if a is own else a for a in func.arguments.positional])
        out = Argument("out", own.type, None, own.annotation)
        return _schema(name, func.arguments._replace(positional=positional, out=(out,)), func.returns, scatter_copies)
    returns, outs = _out_arguments(func)
    if func.kind == "mutable":
        return _schema(name, func.arguments._replace(out=outs), returns, scatter_copies)
    listed = [_plain(argument) for argument in arguments_of_signature(func.arguments)]
    return _schema(name, _arguments(listed, func.arguments, outs), returns, scatter_copies)


def _out_arguments(func: FunctionSchema) -> tuple[tuple[Return, ...], tuple[Argument, ...]]:
    """What is returned then, and an out argument for each tensor or list of tensors."""
    used = [letter for a in func.arguments.all if a.annotation is not None for letter in a.annotation.alias_set]
    letters = [letter for letter in _LETTERS if letter not in used]
    plain = all(str(return_.type) == "Tensor" for return_ in func.returns)
    returns: list[Return] = []
    outs: list[Argument] = []
    for index, return_ in enumerate(func.returns):
        if not return_.type.is_tensor_like:
            returns.append(return_)
            continue
        annotation = Annotation((letters[index],), True)
        outs.append(Argument("out" if len(func.returns) == 1 else f"out{index}", return_.type, None, annotation))
        if plain:
            returns.append(Return(None, return_.type, annotation))
    return tuple(returns), tuple(outs)


def _plain(argument: Argument) -> Argument:
    return argument if argument.annotation is None else _unwritten(argument)


def _unwritten(argument: Argument) -> Argument:
    return Argument(argument.name, argument.type, argument.default, None)


def _arguments(listed: Sequence[Argument], old: Arguments, out: tuple[Argument, ...]) -> Arguments:
    """The arguments of a signature, TensorOptions gone."""
    positional = len(old.positional)
    return Arguments(tuple(listed[:positional]), tuple(listed[positional:]), out, old.self_index, None)


def _schema(
    name: OperatorName, arguments: Arguments, returns: tuple[Return, ...], scatter_copies: bool
) -> FunctionSchema:
    """The schema, printed as torchgen prints it."""
    texts = [str(return_) for return_ in returns]
    returned = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
    text = f"{name}({arguments}) -> {returned}"
    return mutable_schema(text, name, arguments, returns, scatter_copies=scatter_copies)
