"""A type that schemas do not have."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

# What C++ and Python call the types.
_ELSEWHERE = {
    "ArrayRef<int64_t>": "int[]",
    "DimnameList": "Dimname[]",
    "IntArrayRef": "int[]",
    "TensorList": "Tensor[]",
    "at::Tensor": "Tensor",
    "char": "str",
    "complex": "Scalar",
    "double": "float",
    "dtype": "ScalarType",
    "int32_t": "int",
    "int64_t": "int",
    "integer": "int",
    "long": "int",
    "number": "Scalar",
    "std::string": "str",
    "string": "str",
    "torch.dtype": "ScalarType",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` is "name" or "size", `type` the type, `known` are the base types of the release."""
    type_, operator = fault.data.get("type", ""), operator_of(fault, site)
    if fault.data.get("what") == "size":
        wanted = f"{type_[: type_.rfind('[')]}[]"
        message = (
            f"`{shown(type_)}` of {operator} is no list type, as sizes count from 1: write `{wanted}` for any size"
        )
        return Description(message, (), place_fix(fault, site, f"Write `{wanted}`", False, wanted))
    if not type_:
        return Description(f"a type is missing in {operator}: write it before the name, with one blank between them")
    known = split_names(fault.data.get("known", ""))
    elsewhere = _ELSEWHERE.get(type_, "")
    meant = elsewhere or nearest(type_.strip(",;"), known)
    if not meant:
        return Description(f"`{shown(type_)}` of {operator} is no type of schemas: the types are {', '.join(known)}")
    safe = bool(elsewhere) or is_slip(type_, meant)
    fix = place_fix(fault, site, f"Write `{meant}`", safe, meant)
    return Description(f"`{shown(type_)}` of {operator} is no type of schemas: write `{meant}`", (), fix)


RULE = Rule("unknown-type", "error", "generator", "a schema has a type that does not exist", describe)
