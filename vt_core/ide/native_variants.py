"""The in-place and out variants of a function: their schemas by torchgen's rules, and whole entries for them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.matching import find_match
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.entry_text import written_entry, yaml_value
from vt_core.ide.entry_trial import declared_function, faults_with
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument, FunctionSchema
from vt_core.syntax.entries import Entry, fields_of, read_block
from vt_core.syntax.nodes import Mapping, Scalar, Sequence

VariantKind = Literal["in-place", "out"]


class Variant(NamedTuple):
    """A variant that does not exist yet: its operator's name, its schema, and the lines of an entry for it."""

    kind: VariantKind
    operator: str
    schema: str
    lines: tuple[str, ...]


def inplace_schema(func: FunctionSchema) -> str | None:
    """`add_(Tensor(a!) self, …) -> Tensor(a!)` for `add(Tensor self, …) -> Tensor`; None where there is none: without
    a tensor `self` in front, or with another return than one tensor."""
    positional, name = func.arguments.positional, func.name
    if func.kind != "functional" or name.dunder or not positional or positional[0].name != "self":
        return None
    if str(positional[0].type) != "Tensor" or len(func.returns) != 1 or str(func.returns[0].type) != "Tensor":
        return None
    if any(argument.annotation for argument in func.arguments.all[1:]):
        return None
    overload = f".{name.overload}" if name.overload else ""
    arguments = _listed(("Tensor(a!) self", *map(str, positional[1:])), func.arguments.kwarg_only, ())
    return f"{name.name}_{overload}({arguments}) -> Tensor(a!)"


def out_schema(func: FunctionSchema) -> str | None:
    """`add.out(…, *, Tensor(a!) out) -> Tensor(a!)`, or `add.Tensor_out` for `add.Tensor`; None where there is none:
    for other returns than tensors, for views and for factories, whose out variants drop arguments."""
    arguments, name, returns = func.arguments, func.name, func.returns
    if func.kind != "functional" or name.dunder or not returns or arguments.options_index is not None:
        return None
    if any(str(return_.type) != "Tensor" or return_.annotation for return_ in returns) or len(returns) > 26:
        return None
    taken = {argument.name for argument in arguments.all}
    if any(argument.annotation for argument in arguments.all):
        return None
    names = _out_names(func, taken)
    if taken.intersection(names):
        return None
    letters = "abcdefghijklmnopqrstuvwxyz"[: len(returns)]
    written = tuple([f"Tensor({letter}!) {out}" for letter, out in zip(letters, names)])
    results = [f"Tensor({letter}!)" + (f" {r.name}" if r.name else "") for letter, r in zip(letters, returns)]
    result = results[0] if len(results) == 1 else f"({', '.join(results)})"
    overload = f"{name.overload}_out" if name.overload else "out"
    listed = _listed(tuple(map(str, arguments.positional)), arguments.kwarg_only, written)
    return f"{name.name}.{overload}({listed}) -> {result}"


def _out_names(func: FunctionSchema, taken: set[str]) -> list[str]:
    if len(func.returns) == 1:
        return ["out"]
    names = [return_.name or "" for return_ in func.returns]
    if all(names) and not taken.intersection(names):
        return names
    return [f"out{index}" for index in range(len(names))]


def _listed(positional: tuple[str, ...], keyword: tuple[Argument, ...], out: tuple[str, ...]) -> str:
    star = ("*",) if keyword or out else ()
    return ", ".join((*positional, *star, *map(str, keyword), *out))


def free_schema(snapshot: Snapshot, placed: PlacedEntry, kind: VariantKind) -> str | None:
    """The schema of a function's variant; None where the variant exists, or cannot."""
    index = snapshot.native_index
    func = index.functions[placed].func
    schema = inplace_schema(func) if kind == "in-place" else out_schema(func)
    if schema is None:
        return None
    wanted = "inplace" if kind == "in-place" else "out"
    siblings = [index.functions[other] for other in index.by_loose_signature[func.loose_signature]]
    operator = schema.partition("(")[0]
    names = [index.functions[other].func.name.text for other in index.by_name.get(operator.partition(".")[0], ())]
    if operator in index.by_operator:
        return None
    return None if operator in names or any(other.func.kind == wanted for other in siblings) else schema


def missing_variant(snapshot: Snapshot, placed: PlacedEntry, kind: VariantKind) -> Variant | None:
    """The variant of a function, with an entry that the generator accepts; None where it exists, or cannot."""
    function = snapshot.native_index.functions[placed]
    schema = free_schema(snapshot, placed, kind)
    if schema is None or function.manual_kernel_registration:
        return None
    lines = _entry_lines(placed.entry, function, kind, schema)
    if not _is_accepted(snapshot, lines):
        return None
    return Variant(kind, schema.partition("(")[0], schema, lines)


def _entry_lines(entry: Entry, function: NativeFunction, kind: VariantKind, schema: str) -> tuple[str, ...]:
    """The variant's entry: fields that hold for all variants are the function's own."""
    lines = [f"func: {yaml_value(schema)}"]
    fields = ["device_check", "device_guard", "python_module"]
    if kind == "in-place":
        fields = ["use_c10_dispatcher", *fields, "structured_delegate"]
        if "method" in function.variants:
            lines.append(f"variants: {'function, method' if 'function' in function.variants else 'method'}")
    for name in fields:
        scalar = entry.scalar(name)
        if scalar is not None and scalar.kind != "null":
            lines.append(f"{name}: {yaml_value(scalar.value) if scalar.kind == 'str' else scalar.value}")
    dispatch = entry.fields.get("dispatch")
    if dispatch is not None and isinstance(dispatch.value, Mapping):
        lines.append("dispatch:")
        for keys, (_, kernel) in fields_of(dispatch.value).items():
            if isinstance(kernel, Scalar):
                lines.append(f"  {keys}: {yaml_value(variant_kernel(kernel.value, function.func.name.name, kind))}")
    tags = _variant_tags(entry)
    if tags:
        listed = ", ".join(tags)
        lines.append(f"tags: {listed}" if len(tags) == 1 else f"tags: [{listed}]")
    return tuple(lines)


# What is said of one variant only.
_OWN_TAGS = frozenset(("core", "generated", "inplace_view", "view_copy"))


def _variant_tags(entry: Entry) -> list[str]:
    """The tags of an entry that hold for its variants."""
    field = entry.fields.get("tags")
    if field is None:
        return []
    items = field.value.items if isinstance(field.value, Sequence) else (field.value,)
    return [item.value for item in items if isinstance(item, Scalar) and item.value not in _OWN_TAGS]


def variant_kernel(kernel: str, name: str, kind: VariantKind) -> str:
    """The kernel's name for a variant: `add_sparse_`, `add_out_sparse` for `add_sparse`."""
    if kind == "in-place":
        return f"{kernel}_"
    rest = kernel[len(name) :]
    if kernel.startswith(name) and rest[:1] in ("", "_"):
        return f"{name}_out{rest}"
    return f"{kernel}_out"


def _is_accepted(snapshot: Snapshot, lines: tuple[str, ...]) -> bool:
    """Whether the generator takes the entry, with the derivatives entry that it would use."""
    entries = read_block(written_entry(lines, "\n"), "native_functions").entries
    if len(entries) != 1:
        return False
    function = declared_function(snapshot, entries[0])
    if function is None:
        return False
    match = find_match(function, snapshot.derivatives_index, snapshot.dialect, snapshot.store)
    if match is None:
        return not faults_with(snapshot, function, None)
    return not match.faults and not faults_with(snapshot, function, match.info, exact=match.exact)
