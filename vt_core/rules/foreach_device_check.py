"""A foreach function whose arguments are checked to be on one device."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGE = "{operator} is a foreach function, whose tensors may be on several devices: add `device_check: NoCheck`"


def describe(fault: Fault, site: Site) -> Description:
    """The place says all."""
    return Description(_MESSAGE.format(operator=operator_of(fault, site)))


RULE = Rule("foreach-device-check", "error", "generator", "a foreach function has its device check on", describe)
