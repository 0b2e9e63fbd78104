"""A backend lists an operator that PyTorch has not."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, split_names
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import enumerated, shown
from vt_core.syntax.faults import Fault

_MOST_TOLD = 4


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, list, nearest; `what` is "overload" (of `base` there are `overloads`), "out" (a C++ name of these
    `overloads`) or "name" (more than a name)."""
    data = fault.data
    operator, close = shown(data.get("operator", "")) or "?", data.get("nearest", "")
    fix: Fix | None = None
    if close:
        # What else is written where a name belongs can be left out; another overload is a guess.
        safe = data.get("what") == "name" or ("what" not in data and is_slip(data.get("operator", ""), close))
        edit = Edit("owner", site.owner.span_of(fault.place), close)
        fix = Fix(f"Write `{close}`", safe, (edit,))
    return Description(_message(fault, operator, close), (), fix)


def _message(fault: Fault, operator: str, close: str) -> str:
    data, names = fault.data, split_names(fault.data.get("overloads", ""))
    what = data.get("what")
    if what == "name":
        return f"`{operator}` is more than an operator's name: write `{close}`"
    if what == "out":
        told = enumerated(names[:_MOST_TOLD]) if names else f"`{operator.removesuffix('_out')}.out`"
        return f"`{operator}` is the name of a kernel: the operator is called {told}"
    if what == "overload" and names:
        more = len(names) - _MOST_TOLD
        others = f" and {more} more" if more > 0 else ""
        base = shown(data.get("base", "")) or operator
        kind = "no overload without a name" if base == operator else f"no overload `{operator}`"
        return f"`{base}` has {kind}: there {_are(names)} {enumerated(names[:_MOST_TOLD], 'and')}{others}"
    if close:
        return f"`{operator}` is no operator of PyTorch: rename it to `{close}`"
    return f"`{operator}` is no operator of PyTorch, or none any more: take it out"


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


RULE = Rule("backend-unknown-operator", "error", "build", "a backend lists an operator that PyTorch has not", describe)
