"""A list of a backend's YAML file that is left empty, where the generator wants one."""

from __future__ import annotations

from vt_core.rules.edits import field_removed
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the list's key."""
    key = fault.data.get("key", "")
    removal = field_removed(site.owner, key) if key else None
    fix = None if removal is None else Fix(f"Remove `{key}:`", True, (removal,))
    return Description(f"`{shown(key) or '?'}` has no items, which is no empty list: remove it", (), fix)


RULE = Rule("backend-empty-list", "hint", "build", "a list of a backend's file has no items", describe)
