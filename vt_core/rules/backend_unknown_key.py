"""A key that a backend's YAML file cannot have."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

# Named by the generator's own message, and yet refused by it.
_NAMED_IN_VAIN = "extra_headers"


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the key, `known` are those that the file could still have."""
    key = fault.data.get("key", "")
    if key == _NAMED_IN_VAIN:
        return Description(f"`{key}` is refused, although the generator's own message names it: take it out")
    message = f"`{shown(key)}` is no key of a backend's file"
    meant = nearest(key, split_names(fault.data.get("known", ""))) if key else ""
    fix: Fix | None = None
    if not meant:
        return Description(f"{message}: take it out")
    fix = place_fix(fault, site, f"Rename it to `{meant}`", is_slip(key, meant), meant)
    return Description(f"{message}: rename it to `{meant}`", (), fix)


RULE = Rule("backend-unknown-key", "error", "build", "a backend's file has a key that does not exist", describe)
