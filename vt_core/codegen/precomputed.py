"""`precomputed` and `ufunc_inner_loop`: fields of structured kernels that have a grammar of their own."""

from __future__ import annotations

from collections.abc import Mapping

from vt_core.codegen.entry_fields import NativeFields, is_null, place, wrong_type
from vt_core.dialects.dialect import Dialect, EntryChecks
from vt_core.model.schema_parts import SchemaCache, read_argument
from vt_core.model.schema_problems import Problem
from vt_core.syntax.entries import fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping as MappingNode
from vt_core.syntax.nodes import Scalar, Sequence

_ARROW = " -> "


def precomputed_faults(
    fields: NativeFields, structured: bool, dialect: Dialect, cache: SchemaCache, found: list[Fault]
) -> None:
    """`name -> replacement, …` an item; the last one may be arguments that replace nothing (`Precompute`)."""
    field = fields.get("precomputed")
    if field is None or is_null(field.value):
        return
    if not structured:
        found.append(Fault("precomputed", place("precomputed", part="key"), {"what": "not-structured"}))
    if isinstance(field.value, Sequence) and field.value.kind != "list":
        if field.value.items:
            found.append(wrong_type("precomputed", field.value, "precomputed"))
        return
    if not isinstance(field.value, Sequence):
        # What Python takes for false is passed over.
        if not isinstance(field.value, Scalar) or field.value.value not in ("", "0", "false", "False", "no"):
            found.append(wrong_type("precomputed", field.value, "precomputed"))
        return
    items = field.value.items
    for index, item in enumerate(items):
        if not isinstance(item, Scalar) or item.kind != "str":
            found.append(Fault("precomputed", place("precomputed", part="key"), {"what": "not-text"}))
        else:
            _check_item(item.value, index == len(items) - 1, dialect, cache, found)


def _check_item(item: str, last: bool, dialect: Dialect, cache: SchemaCache, found: list[Fault]) -> None:
    at = place("precomputed", item)
    name, arrow, declared = item.partition(_ARROW)
    if not arrow:
        if not last:
            found.append(Fault("precomputed", at, {"what": "no-arrow", "item": item}))
            return
        declared = item
    elif _ARROW in declared:
        found.append(Fault("precomputed", at, {"what": "two-arrows", "item": item}))
        return
    elif " " in name and dialect.checks is not None and not dialect.checks.spaced_precomputed:
        found.append(Fault("precomputed", at, {"what": "blank", "item": item, "name": name}))
    texts = [part.strip() for part in declared.split(",")]
    for text in texts:
        argument = read_argument(text, dialect.schema, cache)
        if isinstance(argument, Problem):
            found.append(Fault("precomputed", at, {"what": "argument", "item": item, "argument": text}))
            return
        written = text.partition("=")[0].rpartition(" ")[2]
        if written.upper() == written:
            found.append(Fault("precomputed", at, {"what": "upper", "item": item, "argument": written}))
    if arrow and declared != ", ".join(texts):
        found.append(Fault("precomputed", at, {"what": "spacing", "item": item}))


def ufunc_faults(
    fields: NativeFields, structured: bool, dispatch: Mapping[str, str], checks: EntryChecks, found: list[Fault]
) -> None:
    """`kernel (dtypes)`, alone or by key (torchgen's `UfuncInnerLoop`)."""
    field = fields.get("ufunc_inner_loop")
    if field is None:
        return
    loops: list[tuple[tuple[str, ...], str]] = []
    if isinstance(field.value, Scalar) and field.value.kind == "str":
        loops.append((("ufunc_inner_loop",), field.value.value))
    elif isinstance(field.value, MappingNode):
        for key, (written, value) in fields_of(field.value).items():
            if key == "__line__":
                continue
            if written.kind != "str" or not isinstance(value, Scalar) or value.kind != "str":
                at = place("ufunc_inner_loop", key, part="key")
                found.append(Fault("ufunc-inner-loop", at, {"what": "not-text", "key": key}))
                continue
            if key not in checks.ufunc_keys:
                data = {"what": "key", "key": key, "known": ", ".join(sorted(checks.ufunc_keys))}
                found.append(Fault("ufunc-inner-loop", place("ufunc_inner_loop", key, part="key"), data))
            loops.append((("ufunc_inner_loop", key), value.value))
    else:
        found.append(wrong_type("ufunc_inner_loop", field.value, "ufunc"))
    for path, loop in loops:
        _check_loop(path, loop, checks, found)
    if not loops:
        return
    if not structured:
        found.append(Fault("ufunc-inner-loop", place("ufunc_inner_loop", part="key"), {"what": "not-structured"}))
    twice = [{"what": "dispatch", "key": key} for key in ("CPU", "CUDA") if key in dispatch]
    found.extend([Fault("ufunc-inner-loop", place("dispatch", part="key"), data) for data in twice])


def _check_loop(path: tuple[str, ...], loop: str, checks: EntryChecks, found: list[Fault]) -> None:
    at = place(*path)
    kernel, blank, dtypes = loop.partition(" ")
    if not blank or not dtypes.startswith("(") or not dtypes.endswith(")"):
        found.append(Fault("ufunc-inner-loop", at, {"what": "form", "value": loop}))
        return
    for dtype in dtypes[1:-1].split(", "):
        if dtype not in checks.ufunc_dtypes:
            data = {"what": "dtype", "value": loop, "dtype": dtype, "known": ", ".join(sorted(checks.ufunc_dtypes))}
            start = loop.find(dtype, len(kernel)) if dtype else len(kernel)
            narrow = place(*path, start=start, end=start + max(1, len(dtype)))
            found.append(Fault("ufunc-inner-loop", narrow, data))
