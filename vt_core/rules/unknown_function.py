"""A derivatives entry whose schema no function has."""

from __future__ import annotations

from vt_core.rules.declared import in_func
from vt_core.rules.edits import value_edit
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema_difference import Difference, schema_differences

_MOST_TOLD = 2


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, specification, available (schemas, a line each), closest (one of them), nearest (its operator's
    name, where no function has the entry's)."""
    operator, closest = fault.data.get("operator", ""), fault.data.get("closest", "")
    differences = schema_differences(fault.data.get("specification", ""), closest) if closest else ()
    if not differences:
        message = f"native_functions.yaml declares no function `{operator}`: declare it there, or remove this entry"
        return Description(message)
    first = differences[0]
    name = site.owner.scalar("name")
    fix: Fix | None = None
    if name is not None:
        edit = value_edit(site.owner, name, closest)
        fix = Fix(f"Copy the schema of `{closest.partition('(')[0]}`", first.kind == "spacing", (edit,))
    return Description(_message(operator, closest, differences), in_func(first.there), fix)


def _message(operator: str, closest: str, differences: tuple[Difference, ...]) -> str:
    told = [_told(difference) for difference in differences[:_MOST_TOLD]]
    more = len(differences) - len(told)
    if more:
        told.append(f"{more} more {'difference' if more == 1 else 'differences'}")
    first = differences[0]
    if first.kind in ("operator", "overload"):
        found = f"native_functions.yaml declares no function `{operator}`; the closest is `{first.there_text}`"
        others = told[1:]
        if not others:
            return f"{found}: rename it"
        return f"{found}, with another schema: {'; '.join(others)}; copy it from there"
    declared = closest.partition("(")[0]
    return f"`{declared}` is declared with another schema: {'; '.join(told)}; copy it from native_functions.yaml"


def _told(difference: Difference) -> str:
    kind, argument = difference.kind, difference.argument
    here, there = difference.here_text, difference.there_text
    if kind == "spacing":
        return f"only the spacing differs, `{here}` here for `{there}` there, but the generator compares every blank"
    if kind == "missing":
        return _missing(there)
    if kind == "extra":
        return f"`{here}` is not among its arguments"
    if kind == "default":
        return _default(argument, here, there)
    if kind == "name":
        return f"argument `{there}` is called `{here}` here"
    if kind in ("type", "annotation"):
        return f"`{argument}` is `{there}` there and `{here}` here"
    if kind == "return":
        return f"it returns `{there}`, and not `{here}`" if here != ")" else f"it returns `{there}`"
    return f"`{there}` there is `{here}` here"


def _missing(there: str) -> str:
    if there == "*":
        return "the `*` before its keyword-only arguments is missing here"
    return f"argument `{there}` is missing here"


def _default(argument: str, here: str, there: str) -> str:
    if not there:
        return f"`{argument}` has no default there, and `{here}` here"
    return f"the default of `{argument}` is `{there}` there, and " + (f"`{here}` here" if here else "missing here")


RULE = Rule(
    "unknown-function",
    "error",
    "generator",
    "no function of native_functions.yaml has the entry's schema",
    describe,
)
