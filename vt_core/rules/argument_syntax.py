"""An argument list that is none."""

from __future__ import annotations

import re

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix, func_of, place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "no-name": "`{argument}` of {operator} has no name: an argument is a type, one blank and a name",
    "list-default": "`{argument}` of {operator} is the rest of a list default: write the list without blanks, as in"
    " `[0,1]`",
    "two-equals": "`{argument}` of {operator} has more than one `=`: one default is all that it can have",
    "empty-default": "`{argument}` of {operator} has no default after its `=`: write one, or remove the `=`",
    "equals": "`{argument}` of {operator} has blanks around its `=`: write `{squeezed}`",
    "default-blank": "`{argument}` of {operator} has a blank in its default, and the generator cuts an argument at its"
    " last blank: write the default without",
    "comma": "`{argument}` of {operator} has a comma without a blank after it: write `, ` between two",
    "empty": "nothing stands before or after a comma in {operator}: remove the comma",
    "star-twice": "`*` stands twice in {operator}: everything after the first is keyword-only already; remove one",
    "star-last": "`*` is the last argument of {operator}: keyword-only arguments have to follow it; remove it",
    "after-out": "`{argument}` of {operator} follows an out argument: move it before the first one",
    "not-searchable": "`{argument}` of {operator} is no name, and the generator cannot look for it in formulas: write"
    " letters, digits and `_` only",
    "options-twice": "{operator} has `dtype, layout, device, pin_memory` twice (from `{argument}` on): remove one",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages, `argument` is the argument's text."""
    what = fault.data.get("what", "no-name")
    argument = fault.data.get("argument", "")
    if what == "no-name" and _in_list(fault, site):
        what = "list-default"
    template = _MESSAGES.get(what, _MESSAGES["no-name"])
    squeezed = re.sub(r"\s*=\s*", "=", argument)
    message = template.format(argument=shown(argument), operator=operator_of(fault, site), squeezed=shown(squeezed))
    return Description(message, (), _fix(what, squeezed, fault, site))


def _in_list(fault: Fault, site: Site) -> bool:
    """Whether the argument stands in the brackets of a default."""
    before = func_of(site.owner)[: fault.place.start or 0]
    return before.count("[") > before.count("]")


def _fix(what: str, squeezed: str, fault: Fault, site: Site) -> Fix | None:
    start, end = fault.place.start, fault.place.end
    if start is None or end is None:
        return None
    func = func_of(site.owner)
    if what == "list-default" and func[start - 1 : start] == " ":
        return func_fix(site, "Remove the blank from the list", True, (start - 1, start, ""))
    if what == "equals":
        return place_fix(fault, site, f"Write `{squeezed}`", True, "=")
    if what == "comma":
        return place_fix(fault, site, "Write `, `", True, ", ")
    if what == "empty":
        return place_fix(fault, site, "Remove the comma", True, "")
    if what in ("star-last", "star-twice"):
        lead = 2 if func[start - 2 : start] == ", " else 0
        tail = 2 if not lead and func[end : end + 2] == ", " else 0
        return func_fix(site, "Remove the `*`", True, (start - lead, end + tail, ""))
    return None


RULE = Rule("argument-syntax", "error", "generator", "an argument list cannot be read", describe)
