"""A dispatch key that the release does not have."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

# Renamed after 1.8.
_RENAMED = (("Math", "CompositeImplicitAutograd"), ("DefaultBackend", "CompositeExplicitAutograd"))


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the key, `known` are those that the release has."""
    key, known = fault.data.get("key", ""), split_names(fault.data.get("known", ""))
    operator = operator_of(fault, site)
    if not key:
        return Description(f"a dispatch key of {operator} is empty: remove the comma", (), _without_empty(fault, site))
    message = f"`{shown(key)}` of {operator} is no dispatch key"
    renamed = _other_name(key, known)
    if renamed:
        fix = place_fix(fault, site, f"Rename it to `{renamed}`", True, renamed)
        return Description(f"{message} of this release, which calls it `{renamed}`", (), fix)
    if fault.data.get("what") == "unsupported":
        return Description(f"`{shown(key)}` of {operator} is a dispatch key, but kernels cannot be listed for it")
    since = fault.data.get("since", "")
    if since:
        return Description(f"{message} of this release: it is known since {since}")
    meant = nearest(key, known)
    if not meant:
        return Description(f"{message} of this release: write one like `CPU` or `CUDA`")
    fix = place_fix(fault, site, f"Rename it to `{meant}`", is_slip(key, meant), meant)
    return Description(f"{message}: rename it to `{meant}`", (), fix)


def _without_empty(fault: Fault, site: Site) -> Fix | None:
    written = fault.place.path[-1] if fault.place.path else ""
    names = ", ".join([name.strip() for name in written.split(",") if name.strip()])
    return place_fix(fault, site, f"Write `{names}`", True, names) if names else None


def _other_name(key: str, known: list[str]) -> str:
    for names in _RENAMED:
        others = [name for name in names if name != key and name in known]
        if key in names and others:
            return others[0]
    return ""


RULE = Rule("unknown-dispatch-key", "error", "generator", "a dispatch key does not exist", describe)
