"""An argument of a view function that its replay cannot keep."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.faults import Fault

# What the C++ types of view arguments are called in schemas.
_SCHEMA_TYPES = {
    "int64_t": "int",
    "c10::optional<int64_t>": "int?",
    "bool": "bool",
    "IntArrayRef": "int[]",
}


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, type (in C++), known (the C++ types that can be kept); `arguments` for many."""
    operator, name = fault.data.get("operator", ""), fault.data.get("argument", "")
    known = [_SCHEMA_TYPES.get(type_, type_) for type_ in fault.data.get("known", "").split(", ")]
    listed = ", ".join([f"`{type_}`" for type_ in known if type_])
    if "arguments" in fault.data:
        names = enumerated(fault.data["arguments"].split(", "), "and")
        return Description(
            f"`{operator}` returns a view by its name, and the code that makes the view anew cannot keep {names}:"
            f" besides `self`, arguments have to be {listed}"
        )
    message = (
        f"`{operator}` returns a view, and the code that makes the view anew cannot keep `{name}`"
        f" (`{fault.data.get('type', '')}`): besides `self`, arguments have to be {listed}"
    )
    return Description(message)


RULE = Rule(
    "view-argument-type",
    "error",
    "generator",
    "a view function has an argument that cannot be kept for replaying the view",
    describe,
)
