"""A formula that gives fewer or more values than its key names arguments."""

from __future__ import annotations

from vt_core.rules.nearest import split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, names, values, called (empty for arithmetic)."""
    names, values = split_names(fault.data.get("names", "")), fault.data.get("values", "")
    called = fault.data.get("called", "")
    what = f"`{called}` gives {values} tensors" if called and values != "1" else "the formula gives one tensor"
    if called and values == "1":
        what = f"`{called}` gives one tensor"
    if len(names) == 1:
        return Description(
            f"{what}, but is for `{names[0]}` alone: take one with `std::get<i>`, or name more arguments"
        )
    return Description(
        f"{what}, but is for {enumerated(names, 'and') or 'several arguments'}: give each its own formula"
    )


RULE = Rule(
    "formula-values",
    "error",
    "build",
    "a formula gives another number of values than its key has arguments",
    describe,
)
