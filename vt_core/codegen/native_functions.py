"""An entry of native_functions.yaml as the generator reads it (torchgen's `NativeFunction.from_yaml`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vt_core.codegen.entry_fields import (
    NativeReading,
    duplicate_keys,
    field_faults,
    is_given,
    is_null,
    is_true,
    names_listed,
    place,
    read_variants,
    text_of,
    wrong_type,
)
from vt_core.codegen.places import argument_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.read_schema import read_schema
from vt_core.model.schema_parts import SchemaCache, read_operator_name
from vt_core.model.schema_problems import Problem
from vt_core.syntax.entries import Entry, Field, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping as MappingNode
from vt_core.syntax.nodes import Scalar


def read_native_function(
    entry: Entry, dialect: Dialect, cache: SchemaCache, tags: frozenset[str] | None = None
) -> NativeReading:
    """Read one entry; all that is wrong with it comes back at once. `tags` are those that tags.yaml declares."""
    if not isinstance(entry.node, MappingNode):
        return NativeReading(None, (Fault("entry-not-mapping", place(), {"field": "func"}),))
    fields = entry.fields
    func = fields.get("func")
    if func is None:
        return NativeReading(None, (Fault("missing-field", place(), {"field": "func"}),))
    if not isinstance(func.value, Scalar) or func.value.kind != "str":
        return NativeReading(None, (wrong_type("func", func.value, "string"),))
    if dialect.checks is not None:
        from vt_core.codegen.native_entry import read_tagged_function  # not for releases without tags

        reading = read_tagged_function(fields, func.value, tags, dialect, cache)
        twice = duplicate_keys(entry, "native_functions")
        return NativeReading(None, (*twice, *reading.faults)) if twice else reading
    schema, faults = read_schema(func.value.value, dialect.schema, cache)
    found = [*faults, *field_faults(fields, func.value.value.partition("(")[0], dialect)]
    variants = read_variants(fields, found)
    no_default = names_listed(fields, "cpp_no_default_args", found)
    name = "" if schema is None else cpp_name(schema)
    composite = {dialect.composite_key: name}
    dispatch = _dispatch(fields, composite, dialect, found)
    if schema is None:
        return NativeReading(None, tuple(found))
    function = NativeFunction(
        func=schema,
        cpp_name=name,
        variants=variants,
        manual_kernel_registration=is_true(fields, "manual_kernel_registration"),
        device_guard="device_guard" not in fields or is_true(fields, "device_guard"),
        structured=is_true(fields, "structured"),
        structured_delegate=text_of(fields, "structured_delegate"),
        dispatch=dispatch,
        is_abstract=is_given(fields, "structured_delegate") or dispatch.keys() != {dialect.composite_key},
        cpp_no_default_args=no_default,
        python_module=text_of(fields, "python_module"),
    )
    for field in fields:
        check = FIELD_CHECKS.get(field)
        if check is not None:
            check(function, fields, dialect, found)
    return NativeReading(None if found else function, tuple(found))


def _dispatch(
    fields: Mapping[str, Field], composite: dict[str, str], dialect: Dialect, found: list[Fault]
) -> dict[str, str]:
    field = fields.get("dispatch")
    if field is None or is_null(field.value):
        return {} if is_true(fields, "structured") or is_given(fields, "structured_delegate") else composite
    if not isinstance(field.value, MappingNode):
        found.append(wrong_type("dispatch", field.value, "mapping"))
        return composite
    if is_true(fields, "manual_kernel_registration"):
        found.append(Fault("manual-registration-with-dispatch", place("dispatch", part="key")))
    dispatch: dict[str, str] = {}
    for keys, (key, kernel) in fields_of(field.value).items():
        if keys == "__line__":
            continue
        if key.kind != "str":
            found.append(Fault("field-type", place("dispatch", keys, part="key"), _typed(keys, "string")))
            continue
        if not isinstance(kernel, Scalar) or kernel.kind != "str":
            found.append(Fault("field-type", place("dispatch", keys, part="key"), _typed(keys, "string")))
            continue
        start = 0
        for part in keys.split(","):
            name = part.strip()
            if name not in dialect.dispatch_keys:
                lead = start + len(part) - len(part.lstrip())
                at = place("dispatch", keys, part="key", start=lead, end=lead + len(name))
                data = unknown_key(name, dialect)
                found.append(Fault("unknown-dispatch-key", at, data))
            dispatch[dialect.dispatch_key_aliases.get(name, name)] = kernel.value
            start += len(part) + 1
    return dispatch


def unknown_key(name: str, dialect: Dialect) -> dict[str, str]:
    """What there is to say of a dispatch key that does not exist."""
    from vt_core.dialects.registry import dispatch_key_since  # for mistakes only

    known = ", ".join(sorted(dialect.dispatch_keys))
    return {"key": name, "known": known, "since": dispatch_key_since(name, dialect)}


def _typed(name: str, kind: str) -> dict[str, str]:
    return {"field": name, "kind": kind, "value": ""}


Check = Callable[[NativeFunction, Mapping[str, Field], Dialect, list[Fault]], None]


def _check_composite(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    both = (dialect.composite_key, dialect.explicit_composite_key)
    if all(key in function.dispatch for key in both):
        data = {"operator": str(function.func.name), "first": both[0], "second": both[1]}
        found.append(Fault("two-composite-kernels", place("dispatch", part="key"), data))


def _check_dispatcher(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    field = fields.get("use_c10_dispatcher")
    if field is None or is_null(field.value) or "use_c10_dispatcher" not in dialect.native_fields:
        return
    value = field.value.value if isinstance(field.value, Scalar) else ""
    if value not in dialect.c10_dispatcher_values:
        known = ", ".join(sorted(dialect.c10_dispatcher_values))
        found.append(Fault("c10-dispatcher-value", place("use_c10_dispatcher"), {"value": value, "known": known}))
    elif function.structured or _delegates(function):
        data = {"operator": str(function.func.name)}
        found.append(Fault("structured-c10-dispatcher", place("use_c10_dispatcher"), data))


def _check_variants(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    if function.func.is_out and function.variants != {"function"}:
        data = {"operator": str(function.func.name), "out": ", ".join(a.name for a in function.func.arguments.out)}
        found.append(Fault("out-variants", place("variants"), data))


def _check_structured(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    if not function.structured:
        return
    data = {"operator": str(function.func.name)}
    if function.func.is_inplace_and_out:
        found.append(_inplace_and_out(function))
    if not function.func.is_out:
        found.append(Fault("structured-not-out", place("structured", part="key"), data))


def _check_delegate(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    if function.structured_delegate is None:
        return
    data = {"operator": str(function.func.name), "delegate": function.structured_delegate}
    if function.func.is_inplace_and_out:
        found.append(_inplace_and_out(function))
    if function.func.kind == "out":
        # All else that is wrong with a delegate goes with the field.
        found.append(Fault("structured-delegate-on-out", place("structured_delegate", part="key"), data))
        return
    if dialect.structured_dispatch_keys & function.dispatch.keys():
        for written, keys in _delegated_keys(fields, dialect):
            at = place("dispatch", written, part="key")
            found.append(Fault("delegate-with-dispatch", at, {**data, "key": ", ".join(keys)}))
    try:
        read_operator_name(function.structured_delegate, dialect.schema)
    except Problem as problem:
        at = place("structured_delegate", start=problem.span.start, end=problem.span.end)
        found.append(Fault(problem.rule, at, problem.data))


def _delegates(function: NativeFunction) -> bool:
    """Whether it can have a `structured_delegate`, and has one."""
    return function.structured_delegate is not None and function.func.kind != "out"


def _inplace_and_out(function: NativeFunction) -> Fault:
    arguments = function.func.arguments
    data = {"operator": str(function.func.name), "out": arguments.out[0].name}
    return Fault("inplace-and-out", argument_place(function.func, len(arguments.non_out)), data)


def _check_device_guard(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    if not function.device_guard and (function.structured or _delegates(function)):
        data = {"operator": str(function.func.name), "delegate": function.structured_delegate or ""}
        found.append(Fault("structured-device-guard", place("device_guard"), data))


def _check_inherits(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    if is_given(fields, "structured_inherits") and not function.structured:
        data = {"operator": str(function.func.name)}
        found.append(Fault("structured-inherits", place("structured_inherits", part="key"), data))


def _delegated_keys(fields: Mapping[str, Field], dialect: Dialect) -> list[tuple[str, list[str]]]:
    """The keys of the dispatch section as they are written, with those of each that a structured kernel takes over."""
    found: list[tuple[str, list[str]]] = []
    for written in fields_of(fields["dispatch"].value):
        names = [part.strip() for part in written.split(",")]
        aliases = dialect.dispatch_key_aliases
        keys = [name for name in names if aliases.get(name, name) in dialect.structured_dispatch_keys]
        if keys:
            found.append((written, keys))
    return found


def _check_no_default_args(
    function: NativeFunction, fields: Mapping[str, Field], dialect: Dialect, found: list[Fault]
) -> None:
    defaulted = {argument.name for argument in function.func.arguments.all if argument.default is not None}
    for name in sorted(function.cpp_no_default_args - defaulted):
        data = {"operator": str(function.func.name), "argument": name, "defaulted": ", ".join(sorted(defaulted))}
        found.append(Fault("cpp-no-default-args", place("cpp_no_default_args", name), data))


# What is checked once the entry is read, by the field without which it cannot be wrong.
FIELD_CHECKS: dict[str, Check] = {
    "dispatch": _check_composite,
    "use_c10_dispatcher": _check_dispatcher,
    "variants": _check_variants,
    "structured": _check_structured,
    "structured_delegate": _check_delegate,
    "structured_inherits": _check_inherits,
    "device_guard": _check_device_guard,
    "cpp_no_default_args": _check_no_default_args,
}
