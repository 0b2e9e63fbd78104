"""A value of a backend's YAML file that is of another kind than its key wants."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the key, `wanted` is "list", "bool" or "operator" (for an item of its list), `value` what is there."""
    key, value = shown(fault.data.get("key", "")) or "?", shown(fault.data.get("value", "")) or "nothing"
    quoted = value if value in ("nothing", "a list", "a mapping") else f"`{value}`"
    wanted = fault.data.get("wanted")
    if wanted == "bool":
        return Description(f"`{key}` is {quoted}: write `True` or `False`")
    if wanted == "operator":
        return Description(f"an item of `{key}` is {quoted}: write the name of an operator, such as `add.Tensor`")
    return Description(f"`{key}` is {quoted}: write a list, each item behind a `-`")


RULE = Rule("backend-field-type", "error", "build", "a value in a backend's file is of the wrong kind", describe)
