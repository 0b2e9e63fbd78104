"""An operator name that the generator does not take."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "empty": "the operator has no name: write one before the parenthesis",
    "empty-overload": "`{operator}` ends with a dot: write the overload's name after it, or remove it",
    "out-suffix": "`{operator}` ends in `_out`, which the generator adds itself: write `{named}` and make `out` its"
    " overload name",
    "dunder": "`{operator}` looks like an in-place operator of Python (`__iadd__` …), but is none of them: rename it",
    "namespaces": "`{operator}` stands in more than one namespace: one level is all that an operator can have",
    "namespace": "`{operator}` has a namespace: write the name alone, it is searched in the function's own",
    "functional": "`{operator}` is in-place by its name and functional as well: take one of the two from it",
    "functional-overload": "the overload of `{operator}` is called `functional`, as functional variants are: rename it",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages, `operator` is the name as written."""
    what, operator = fault.data.get("what", "empty"), fault.data.get("operator", "")
    name, dot, _ = operator.partition(".")
    named = f"{name.removesuffix('_out')}.out"
    message = _MESSAGES.get(what, _MESSAGES["empty"]).format(operator=shown(operator), named=shown(named))
    return Description(message, (), _fix(what, bool(dot), named, fault, site))


def _fix(what: str, has_overload: bool, named: str, fault: Fault, site: Site) -> Fix | None:
    if what == "out-suffix" and not has_overload:
        return place_fix(fault, site, f"Write `{named}`", False, ".out")
    return None


RULE = Rule("operator-name", "error", "generator", "an operator's name is malformed or reserved", describe)
