"""What `torchgen.gen` refuses in the variants of a structured operator (`NativeFunctionsGroup`, in 1.8
`StructuredNativeFunctions`)."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.codegen.places import operator_place
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

Located = tuple[NativeFunction, Fault]


def structured_group_faults(group: Sequence[NativeFunction], composite: str) -> tuple[Located, ...]:
    """All of it for the functions of one signature that have entries. `composite` is the key of kernels that are
    composed of other operators."""
    out = next((f for f in group if f.func.kind == "out"), None)
    if out is None or not out.structured or not any(f.func.kind == "functional" for f in group):
        return ()
    found: list[Located] = []
    if composite in out.dispatch:
        place = Place("native_functions", ("dispatch",), "key")
        found.append((out, _fault(out, out, "composite", place)))
    for f in group:
        if f is out or f.func.kind not in ("functional", "inplace"):
            continue
        if f.structured_delegate is None:
            found.append((f, _fault(f, out, "unstructured", operator_place(f.func))))
        elif f.structured_delegate != out.func.name.text:
            place = Place("native_functions", ("structured_delegate",))
            found.append((f, _fault(f, out, "other-delegate", place)))
    return tuple(found)


def structured_lints(group: Sequence[NativeFunction], dialect: Dialect) -> tuple[Located, ...]:
    """The same in 1.8, whose composite key must not be the only one, and which makes `Meta` kernels itself."""
    found = [one for one in structured_group_faults(group, "") if one[0].func.kind != "out"]
    for f in group:
        if f.structured and f.func.kind == "out":
            if f.dispatch.keys() == {dialect.composite_key}:
                found.append((f, _fault(f, f, "composite", Place("native_functions", ("dispatch",), "key"))))
            if "Meta" in f.dispatch:
                found.append((f, _fault(f, f, "meta", Place("native_functions", ("dispatch",), "key"))))
    return tuple(found)


def _fault(f: NativeFunction, out: NativeFunction, what: str, place: Place) -> Fault:
    data = {"operator": f.func.name.text, "out": out.func.name.text, "what": what}
    data["delegate"] = f.structured_delegate or ""
    return Fault("structured-group", place, data, "build")
