"""Functions without formulas beside functions of the same name that have some."""

from __future__ import annotations

from vt_core.analysis.derivatives_index import DerivativesChange, DerivativesIndex
from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.native_index import NativeChange, NativeIndex
from vt_core.codegen.places import operator_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

Siblings = dict[str, tuple[tuple[PlacedEntry, Fault], ...]]


def change_siblings(old: Siblings, native: NativeChange, derivatives: DerivativesChange, dialect: Dialect) -> Siblings:
    """The faults by base name, after functions or entries changed."""
    fresh = not old
    touched = {_plain(base) for base in (derivatives.after.by_base if fresh else derivatives.bases)}
    if not fresh:
        touched |= {_base(schema) for schema in native.schemas}
    if not touched:
        return old
    found = old.copy()
    for base in touched:
        overloads = native.after.by_name.get(base, ())
        inplace = native.after.by_name.get(f"{base}_", ())
        faults: tuple[tuple[PlacedEntry, Fault], ...] = ()
        if len(overloads) + len(inplace) > 1:
            faults = _faults(overloads, inplace, native.after, derivatives.after, dialect)
        if faults:
            found[base] = faults
        elif not fresh:
            found.pop(base, None)
    return found


def _base(schema: str) -> str:
    return schema.partition("(")[0].partition(".")[0].removesuffix("_")


def _plain(base: str) -> str:
    return base.removesuffix("_")


def _faults(
    overloads: tuple[PlacedEntry, ...],
    inplace: tuple[PlacedEntry, ...],
    native: NativeIndex,
    derivatives: DerivativesIndex,
    dialect: Dialect,
) -> tuple[tuple[PlacedEntry, Fault], ...]:
    """Overloads and in-place functions that are not differentiable although another of the name is."""
    with_formulas = [
        placed
        for placed in overloads
        if (schema := native.functions[placed].func).kind == "functional"
        and (group := derivatives.by_schema.get(schema.text)) is not None
        and derivatives.infos[group[-1]].has_derivatives
    ]
    if not with_formulas:
        return ()
    other = native.functions[with_formulas[0]].func
    found: list[tuple[PlacedEntry, Fault]] = []
    for placed in (*overloads, *inplace):
        function = native.functions[placed]
        func = function.func
        if func.kind not in ("functional", "inplace") or not _is_bare(function, derivatives, dialect):
            continue
        if func.kind == "functional":
            if func.text == other.text or "deprecated" in func.name.overload:
                continue
            data = {"operator": func.name.text, "other": other.name.text}
            found.append((placed, Fault("sibling-without-formula", operator_place(func), data)))
            continue
        same = [native.functions[one].func for one in with_formulas]
        twin = next((schema for schema in same if schema.name.overload == func.name.overload), None)
        if twin is not None:
            data = {"operator": func.name.text, "other": twin.name.text, "schema": twin.text}
            found.append((placed, Fault("inplace-without-formula", operator_place(func), data)))
    return tuple(found)


def _is_bare(function: NativeFunction, derivatives: DerivativesIndex, dialect: Dialect) -> bool:
    """Whether a function that takes and gives tensors, with kernels of its own, has no entry."""
    func = function.func
    if (
        not function.is_abstract
        or function.is_generated
        or function.is_foreach
        or func.name.base in dialect.dont_require_derivative
    ):
        return False
    if func.text in derivatives.by_schema or func.loose_signature in derivatives.by_loose_signature:
        return False
    if func.text in derivatives.copied_schema or func.loose_signature in derivatives.copied_signature:
        return False
    tensors = [argument for argument in func.arguments.non_out if argument.type.is_tensor_like]
    return bool(tensors) and any(return_.type.is_tensor_like for return_ in func.returns)
