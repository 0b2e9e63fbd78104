"""Views with their in-place variants and copies (torchgen's `get_grouped_by_view_native_functions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.places import operator_place
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault

_IMPLICIT = "CompositeImplicitAutograd"
_NESTED = "CompositeImplicitAutogradNestedTensor"


class ViewGroup(NamedTuple):
    """The view of a group and its copy, None where there is none, and what the generator refuses.

    Faults come with the function whose entry they stand in.
    """

    view: NativeFunction | None
    copy: NativeFunction | None
    faults: tuple[tuple[NativeFunction, Fault], ...] = ()


def view_group(functions: Sequence[NativeFunction], *, inverse_copies: bool) -> ViewGroup:
    """Group the functions of one view signature, those of native_functions.yaml first. `inverse_copies`: views in
    `_inverse` have copies that are written by hand."""
    kinds: dict[str, NativeFunction] = {}
    faults: list[tuple[NativeFunction, Fault]] = []
    for f in functions:
        kind = f.func.kind if not f.is_view else "inplace-view" if f.func.name.inplace else "view"
        first = kinds.setdefault(kind, f)
        if first is not f:
            faults.append((f, _duplicate(f, first, kind)))
    view, copy = kinds.get("view"), kinds.get("functional")
    if view is None:
        return ViewGroup(None, None, tuple(faults))
    if copy is None:
        if _needs_copy(view, inverse_copies):
            faults.append((view, _missing_copy(view)))
    elif "view_copy" not in copy.tags:
        data = {"operator": str(copy.func.name), "view": str(view.func.name), "what": "untagged"}
        faults.append((copy, Fault("view-copy", operator_place(copy.func), data)))
    inplace = kinds.get("inplace-view")
    if inplace is not None:
        for key in (_IMPLICIT, _NESTED):
            if key in view.dispatch and key not in inplace.dispatch:
                data = {"operator": str(inplace.func.name), "view": str(view.func.name), "key": key}
                faults.append((inplace, Fault("view-composite", operator_place(inplace.func), data)))
    return ViewGroup(view, copy, tuple(faults))


def _needs_copy(view: NativeFunction, inverse_copies: bool) -> bool:
    """Whether the generator makes a kernel for the view's copy."""
    if _IMPLICIT in view.dispatch or "inplace_view" in view.tags:
        return False
    return not (inverse_copies and view.func.name.base.endswith("_inverse"))


def _missing_copy(view: NativeFunction) -> Fault:
    name = view.func.name
    copy = f"{name.base}_copy.{name.overload}" if name.overload else f"{name.base}_copy"
    data = {"operator": str(name), "copy": copy, "what": "missing"}
    return Fault("view-copy", operator_place(view.func), data)


def _duplicate(f: NativeFunction, first: NativeFunction, kind: str) -> Fault:
    data = {"operator": str(f.func.name), "kind": kind, "other": str(first.func.name)}
    return Fault("duplicate-variant", operator_place(f.func), data)
