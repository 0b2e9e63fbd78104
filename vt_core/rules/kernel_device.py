"""A kernel that is named after another device than the one that it is registered for."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`kernel`, the `device` in its name, and the `key` that it is registered for."""
    kernel, device, key = (shown(fault.data.get(word, "")) or "?" for word in ("kernel", "device", "key"))
    return Description(
        f"`{kernel}` of {operator_of(fault, site)} is named after `{device}`, but registered for `{key}`: name the "
        f"kernel of `{key}`, or leave that key out"
    )


RULE = Rule(
    "kernel-device", "warning", "lint", "a kernel is named after another device than its dispatch key", describe
)
