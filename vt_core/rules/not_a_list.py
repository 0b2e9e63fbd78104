"""A file that is no list of entries."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault

_ENTRY = {"native_functions": "func", "derivatives": "name"}


def describe(fault: Fault, site: Site) -> Description:
    """`file` is the file's role."""
    file = fault.data.get("file", fault.place.file)
    key = _ENTRY.get(file, "func")
    return Description(f"{file}.yaml is no list: its entries have to start with `- {key}: ` in the first column")


RULE = Rule("not-a-list", "error", "generator", "a file is no list of entries", describe)
