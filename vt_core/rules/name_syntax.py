"""An entry's `name` that does not look like a function schema."""

from __future__ import annotations

import re

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: name (as written)."""
    name = fault.data.get("name", "")
    operator = shown(name.partition("(")[0])
    schema = "the whole schema as in native_functions.yaml, `operator(arguments) -> returns`"
    scope = re.match(r"[\w:]*::(?=\w)", name)
    if scope is not None:
        fix = _cut(site, scope.end())
        return Description(f"`{operator}` has a namespace: leave out `{scope.group()}`", (), fix)
    if "(" not in name:
        return Description(
            f"`{operator}` is no schema: write {schema}" if operator else f"`name` is empty: write {schema}"
        )
    if not operator:
        return Description(f"the operator's name is missing before the parenthesis: write {schema}")
    if name != name.lstrip() or re.match(r"[\w.]+\s+\(", name):
        return Description(f"a blank before the arguments of `{operator}`: write {schema}")
    if not re.search(r"\)", name):
        return Description(f"the arguments of `{operator}` are not closed by `)`: write {schema}")
    return Description(f"`{operator}` is no operator's name, with or without an overload: write {schema}")


def _cut(site: Site, length: int) -> Fix | None:
    """Take out what the name starts with."""
    scalar = site.owner.scalar("name")
    if scalar is None:
        return None
    return Fix("Remove the namespace", False, (Edit("owner", site.owner.span_in(scalar, 0, length), ""),))


RULE = Rule("name-syntax", "error", "generator", "an entry's `name` is no function schema", describe)
