"""What the generator refuses in an entry because of other operators (`error_check_native_functions`, and
`BackendIndex.grow_index`)."""

from __future__ import annotations

from vt_core.codegen.places import operator_place
from vt_core.dialects.dialect import EntryChecks
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place


def delegate_fault(f: NativeFunction, delegate: NativeFunction | None) -> Fault | None:
    """The operator that a function delegates to is there and structured."""
    if delegate is not None and delegate.structured:
        return None
    data = {
        "operator": str(f.func.name),
        "delegate": f.structured_delegate or "",
        "what": "missing" if delegate is None else "not-structured",
    }
    return Fault("structured-delegate", Place("native_functions", ("structured_delegate",)), data)


def delegated_fault(f: NativeFunction, delegate: NativeFunction) -> Fault:
    """The other end of it, where `structured: True` is missing."""
    data = {"operator": str(f.func.name), "delegate": str(delegate.func.name), "what": "delegated"}
    return Fault("structured-delegate", operator_place(delegate.func), data)


def inplace_view_fault(f: NativeFunction, has_view: bool, checks: EntryChecks) -> Fault | None:
    """What is tagged as an in-place view is in-place and has a view of its name."""
    name = f.func.name
    if name.text in ("resize_", "resize_as_") or (checks.set_is_no_view and name.name == "set_"):
        return None
    data = {"operator": name.text, "view": name.base}
    if not name.inplace:
        return Fault("inplace-view-tag", operator_place(f.func), {**data, "what": "not-inplace"})
    return None if has_view else Fault("inplace-view-tag", operator_place(f.func), {**data, "what": "alone"})


def operator_clash(f: NativeFunction, earlier: NativeFunction) -> Fault | None:
    """Two operators of one name and overload have no kernel for the same key."""
    shared = [key for key in f.dispatch if key in earlier.dispatch]
    if not shared and f.func.text != earlier.func.text:
        return None
    place = operator_place(f.func if f.origin is None else f.origin.func)
    data = {"schema": f.func.text, "operator": f.func.name.text, "key": shared[0] if shared else ""}
    return Fault("duplicate-function", place, data)
