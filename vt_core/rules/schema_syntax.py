"""A schema that does not have the form `name(arguments) -> returns`."""

from __future__ import annotations

import re

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix, func_of, place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "arrow": "the schema of {operator} has no ` -> ` between arguments and returns: write `name(arguments) -> returns`",
    "arrow-blanks": "`->` in the schema of {operator} needs one blank on each side",
    "no-return": "the schema of {operator} ends with its arrow: write what it returns, or `()` for nothing",
    "two-arrows": "the schema of {operator} has a second ` -> `: one is all that a schema can have",
    "no-parentheses": "the schema of {operator} has no parentheses: write `{name}(arguments) -> returns`, or `{name}()`"
    " for none",
    "unclosed": "the parenthesis after {operator} is not closed before ` -> `: write `)` after the last argument",
    "blanks": "blanks too many in the schema of {operator}: remove them",
    "ends": "the schema of {operator} starts or ends with a blank or a line break: remove it (a block scalar `|` or `>`"
    " always ends with one)",
    "return-parentheses": "the only return of {operator} stands in parentheses: write `-> {inner}`",
    "return-unbalanced": "the parentheses in what {operator} returns do not match: write `-> Tensor` for one return,"
    " `-> (Tensor, Tensor)` for several",
    "returns-without-parentheses": "the returns of {operator} need parentheses around them: write `-> ({returns})`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages (of "blanks" with `where`), `returns` is what stands right of the arrow."""
    what = fault.data.get("what", "arrow")
    if what == "blanks" and fault.data.get("where") == "ends":
        what = "ends"
    func = func_of(site.owner)
    if what == "arrow" and "->" in func:
        what = "no-return" if func.rstrip().endswith("->") else "arrow-blanks"
    returns = fault.data.get("returns", "")
    inner = returns.removeprefix("(").removesuffix(")").strip() or "()"
    message = _MESSAGES.get(what, _MESSAGES["arrow"]).format(
        operator=operator_of(fault, site),
        name=shown(fault.data.get("operator", "")),
        returns=shown(returns),
        inner=shown(inner),
    )
    return Description(message, (), _fix(what, returns, inner, fault, site))


def _fix(what: str, returns: str, inner: str, fault: Fault, site: Site) -> Fix | None:
    func = func_of(site.owner)
    if what == "arrow":
        start = fault.place.start or 0
        close = len(func[:start].rstrip())
        # `op(…) Tensor`: only the arrow was forgotten.
        return func_fix(site, "Write ` -> `", True, (close, start, " -> ")) if func[:close].endswith(")") else None
    if what == "arrow-blanks":
        found = re.search(r"\s*->\s*", func)
        return None if found is None else func_fix(site, "Write ` -> `", True, (*found.span(), " -> "))
    if what == "unclosed":
        at = func.find(" -> ")
        return None if at < 0 else func_fix(site, "Close the parenthesis", True, (at, at, ")"))
    if what == "blanks":
        return place_fix(fault, site, "Remove the blanks", True, "")
    if what == "return-parentheses":
        return place_fix(fault, site, f"Write `{inner}`", True, inner)
    if what == "returns-without-parentheses":
        return place_fix(fault, site, f"Write `({returns})`", True, f"({returns})")
    return None


RULE = Rule("schema-syntax", "error", "generator", "a schema is not of the form `name(arguments) -> returns`", describe)
