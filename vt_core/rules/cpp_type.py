"""A type that schemas have and C++ has not."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`what` is "argument" or "return", `name` its name, `type` its type."""
    what, name, type_ = (fault.data.get(key, "") for key in ("what", "name", "type"))
    thing = f"`{name}`" if name else "a return" if what == "return" else "an argument"
    message = (
        f"{thing} of {operator_of(fault, site)} is declared as `{type_}`, for which the generator has no C++ type: "
    )
    return Description(message + _remedy(what, type_))


def _remedy(what: str, type_: str) -> str:
    if "bool[]" in type_:
        return "give the list a size, as in `bool[2]`"
    if what == "return" and type_.endswith("?"):
        return f"return `{type_[:-1]}` (an undefined tensor stands for none)"
    if what == "return" and type_.endswith("]"):
        return f"return `{type_[: type_.rfind('[')]}[]`, without a size"
    return "use a type that other operators have"


RULE = Rule("cpp-type", "error", "generator", "a type has no form in C++", describe)
