"""A variant that is neither `function` nor `method`."""

from __future__ import annotations

import re

from vt_core.rules.declared import argument_piece, schema_of
from vt_core.rules.nearest import is_slip, nearest
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault

_VARIANTS = ("function", "method")


def describe(fault: Fault, site: Site) -> Description:
    """`variant` is what stands between two commas."""
    variant = fault.data.get("variant", "")
    operator = operator_of(fault, site)
    message = f"`{shown(variant)}` of {operator} is no variant: " if variant else f"a variant of {operator} is empty: "
    if variant.strip() in _VARIANTS:
        message = f"there are blanks around the variant `{variant.strip()}` of {operator}: "
    words = re.findall(r"\w+", variant)
    meant = [nearest(word, _VARIANTS) for word in words]
    if not words or not all(meant):
        return Description(f"{message}write `function`, `method` or `function, method`")
    wanted = ", ".join(dict.fromkeys(meant))
    safe = all(is_slip(word, name) for word, name in zip(words, meant))
    safe = safe and ("method" not in meant or _can_be_method(site.owner))
    fix = place_fix(fault, site, f"Write `{wanted}`", safe, wanted)
    return Description(f"{message}write `{wanted}`", (), fix)


def _can_be_method(entry: Entry) -> bool:
    """A method has a `self`, is in no Python module, and has no out arguments."""
    schema = schema_of(entry)
    if schema is None or argument_piece(schema, "self") is None or "python_module" in entry.fields:
        return False
    star = False
    for piece in schema.arguments:
        star = star or piece.text == "*"
        if star and "!" in piece.text:
            return False
    return True


RULE = Rule("unknown-variant", "error", "generator", "a variant is neither `function` nor `method`", describe)
