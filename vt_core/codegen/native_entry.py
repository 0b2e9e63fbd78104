"""An entry of native_functions.yaml where functions have tags and generated variants (`NativeFunction.from_yaml` of
releases since 1.13)."""

from __future__ import annotations

from collections.abc import Mapping

from vt_core.codegen.entry_checks import check_function
from vt_core.codegen.entry_fields import (
    NativeFields,
    NativeReading,
    field_faults,
    is_null,
    is_true,
    names_listed,
    place,
    read_variants,
    text_of,
    wrong_type,
)
from vt_core.codegen.native_functions import unknown_key
from vt_core.codegen.precomputed import precomputed_faults, ufunc_faults
from vt_core.dialects.dialect import Dialect, EntryChecks
from vt_core.model.native_function import NativeFunction, cpp_name
from vt_core.model.read_schema import read_schema
from vt_core.model.schema import FunctionSchema
from vt_core.model.schema_parts import SchemaCache, read_operator_name
from vt_core.model.schema_problems import Problem
from vt_core.syntax.entries import fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping as MappingNode
from vt_core.syntax.nodes import Node, Scalar, Sequence

# The kernels that are composed of other operators, so that autograd looks through them.
IMPLICIT_KEYS = frozenset(("CompositeImplicitAutograd", "CompositeImplicitAutogradNestedTensor"))
COMPOSITE_KEYS = IMPLICIT_KEYS | {"CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional"}

_NO_TAGS: frozenset[str] = frozenset()


def read_tagged_function(
    fields: NativeFields, func: Scalar, tags: frozenset[str] | None, dialect: Dialect, cache: SchemaCache
) -> NativeReading:
    """Read one entry that has a schema; all that is wrong with it comes back at once.

    `tags` are those that tags.yaml declares, None where the file is not known: any may stand there then.
    """
    checks = dialect.checks
    assert checks is not None
    written = func.value
    namespace, found = _namespace(written)
    schema, faults = read_schema(written[len(namespace) + 2 if namespace else 0 :], dialect.schema, cache)
    found = [*found, *(_shifted(fault, len(namespace) + 2 if namespace else 0) for fault in faults)]
    found += field_faults(fields, written.partition("(")[0], dialect)
    variants = read_variants(fields, found)
    no_default = names_listed(fields, "cpp_no_default_args", found)
    structured, delegate = is_true(fields, "structured"), text_of(fields, "structured_delegate")
    name = "" if schema is None else cpp_name(schema)
    dispatch = _dispatch(fields, name, schema, dialect, found)
    tagged = _tags(fields, tags, found)
    autogen = _autogen(fields, dialect, found)
    precomputed_faults(fields, structured, dialect, cache, found)
    ufunc_faults(fields, structured, dispatch, checks, found)
    if schema is None:
        return NativeReading(None, tuple(found))
    function = NativeFunction(
        func=schema,
        cpp_name=name,
        variants=variants,
        manual_kernel_registration=is_true(fields, "manual_kernel_registration"),
        device_guard="device_guard" not in fields or is_true(fields, "device_guard"),
        structured=structured,
        structured_delegate=delegate,
        dispatch=dispatch,
        is_abstract=bool(delegate) or not dispatch or not IMPLICIT_KEYS.issuperset(dispatch),
        cpp_no_default_args=no_default,
        python_module=text_of(fields, "python_module"),
        tags=_all_tags(tagged, schema, namespace, tags, checks),
        namespace=namespace or "aten",
        manual_cpp_binding=is_true(fields, "manual_cpp_binding"),
        use_const_ref_for_mutable_tensors=is_true(fields, "use_const_ref_for_mutable_tensors"),
        autogen=autogen,
    )
    check_function(function, fields, dialect, found)
    return NativeReading(None if found else function, tuple(found))


def _namespace(written: str) -> tuple[str, list[Fault]]:
    """The namespace before the operator's name, one level deep at most."""
    if "::" not in written:
        return "", []
    parts = written.split("::")
    if len(parts) == 2:
        return parts[0], []
    at = place("func", start=0, end=len(written) - len(parts[-1]))
    return "", [Fault("operator-name", at, {"what": "namespaces", "operator": written.partition("(")[0]})]


def _shifted(fault: Fault, by: int) -> Fault:
    """A fault of the schema behind a namespace."""
    at = fault.place
    if not by or at.start is None or at.end is None:
        return fault
    return fault._replace(place=at._replace(start=at.start + by, end=at.end + by))


def _tags(fields: NativeFields, known: frozenset[str] | None, found: list[Fault]) -> frozenset[str]:
    """The tags that the entry has; a text is one tag."""
    field = fields.get("tags")
    if field is None:
        return _NO_TAGS
    value = field.value
    items: tuple[Node, ...]
    if isinstance(value, Scalar) and value.kind == "str":
        items = (value,)
    elif isinstance(value, Sequence) and value.kind == "list":
        items = value.items
    else:
        found.append(wrong_type("tags", value, "tags"))
        return _NO_TAGS
    tags: list[str] = []
    for item in items:
        tag = item.value if isinstance(item, Scalar) else ""
        tags.append(tag)
        if known is not None and (not isinstance(item, Scalar) or item.kind != "str" or tag not in known):
            path = ("tags",) if item is value else ("tags", tag)
            data = {"tag": tag, "known": ", ".join(sorted(known))}
            found.append(Fault("unknown-tag", place(*path), data))
    return frozenset(tags)


def _all_tags(
    tags: frozenset[str], schema: FunctionSchema, namespace: str, known: frozenset[str] | None, checks: EntryChecks
) -> frozenset[str]:
    """With those that every function of its kind has, where tags.yaml declares them."""
    given = list(checks.auto_tags) if namespace in ("", "aten") else []
    if checks.kind_tags:
        given += ["out"] if schema.arguments.out else []
        given += ["inplace"] if schema.name.inplace else []
    extra = [tag for tag in given if tag not in tags and (known is None or tag in known)]
    return tags.union(extra) if extra else tags


def _autogen(fields: NativeFields, dialect: Dialect, found: list[Fault]) -> tuple[str, ...]:
    """The operators that are said to be generated."""
    field = fields.get("autogen")
    if field is None:
        return ()
    if not isinstance(field.value, Scalar) or field.value.kind != "str":
        found.append(wrong_type("autogen", field.value, "string"))
        return ()
    if not field.value.value:
        return ()
    names = field.value.value.split(", ")
    start = 0
    for name in names:
        try:
            read_operator_name(name, dialect.schema)
        except Problem as problem:
            whole = place("autogen", start=start, end=start + max(1, len(name)))
            found.append(Fault(problem.rule, whole, problem.data))
        start += len(name) + 2
    return tuple(names)


def _dispatch(
    fields: NativeFields, name: str, schema: FunctionSchema | None, dialect: Dialect, found: list[Fault]
) -> dict[str, str]:
    field = fields.get("dispatch")
    if field is None or is_null(field.value):
        if is_true(fields, "structured") or text_of(fields, "structured_delegate") is not None:
            return {}
        if schema is not None:
            _check_factory(schema, found)
        return {dialect.composite_key: name}
    if not isinstance(field.value, MappingNode):
        found.append(wrong_type("dispatch", field.value, "mapping"))
        return {dialect.composite_key: name}
    if is_true(fields, "manual_kernel_registration"):
        found.append(Fault("manual-registration-with-dispatch", place("dispatch", part="key")))
    dispatch: dict[str, str] = {}
    count = 0
    redundant = False
    for keys, (key, kernel) in fields_of(field.value).items():
        if keys == "__line__":
            continue
        if key.kind != "str" or not isinstance(kernel, Scalar) or kernel.kind != "str":
            data = {"field": keys, "kind": "string", "value": ""}
            found.append(Fault("field-type", place("dispatch", keys, part="key"), data))
            continue
        count += keys.count(",") + 1
        for one in _keys(keys, dialect, found):
            dispatch[one] = kernel.value.rpartition("::")[2]
            redundant = redundant or (one == dialect.composite_key and kernel.value == name)
        if kernel.value.count("::") > 3:
            data = {"kernel": kernel.value, "key": keys}
            found.append(Fault("kernel-namespace", place("dispatch", keys), data))
    if name and count == 1:
        _check_redundant(fields, dispatch, name, redundant, dialect, found)
    return dispatch


def _keys(keys: str, dialect: Dialect, found: list[Fault]) -> list[str]:
    """The dispatch keys of one line."""
    names: list[str] = []
    start = 0
    for part in keys.split(","):
        name = part.strip()
        names.append(name)
        if name not in dialect.dispatch_keys:
            assert dialect.checks is not None
            lead = start + len(part) - len(part.lstrip())
            at = place("dispatch", keys, part="key", start=lead, end=lead + len(name))
            data = unknown_key(name, dialect)
            if name in dialect.checks.known_dispatch_keys:
                data["what"] = "unsupported"
            found.append(Fault("unknown-dispatch-key", at, data))
        start += len(part) + 1
    return names


def _check_redundant(
    fields: NativeFields, dispatch: Mapping[str, str], name: str, redundant: bool, dialect: Dialect, found: list[Fault]
) -> None:
    """A dispatch section that says only what is so without it, or that renames the one composite kernel."""
    data = {"operator": name, "key": dialect.composite_key}
    if redundant:
        found.append(Fault("redundant-dispatch", place("dispatch", part="key"), {**data, "what": "same"}))
    elif (
        text_of(fields, "structured_delegate") is None
        and dispatch.keys() == {dialect.composite_key}
        and "_symint" not in dispatch[dialect.composite_key]
    ):
        kernel = dispatch[dialect.composite_key]
        path = next(iter(fields_of(fields["dispatch"].value)), "")
        found.append(
            Fault("redundant-dispatch", place("dispatch", path), {**data, "what": "renamed", "kernel": kernel})
        )


def _check_factory(schema: FunctionSchema, found: list[Fault]) -> None:
    """Functions that make tensors are not decomposed: they need kernels of their own."""
    name = schema.name.name
    options = schema.arguments.options_index is not None and not any(
        argument.type.is_tensor_like for argument in schema.arguments.non_out
    )
    if name.startswith("new_") or name.endswith("_like") or options:
        at = place("func", start=0, end=len(schema.name.text))
        found.append(Fault("factory-without-dispatch", at, {"operator": schema.name.text}))
