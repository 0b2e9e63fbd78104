"""A gradient key that YAML does not read as text."""

from __future__ import annotations

from vt_core.rules.declared import argument_piece
from vt_core.rules.edits import single_quoted
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import parse_schema

_KINDS = {"null": "null", "bool": "a boolean", "int": "a number", "float": "a number"}


def describe(fault: Fault, site: Site) -> Description:
    """Data: key (as written), kind (what YAML makes of it)."""
    key, kind = fault.data.get("key", ""), _KINDS.get(fault.data.get("kind", ""), "no text")
    name, span = site.owner.scalar("name"), site.owner.span_of(fault.place)
    if name is not None and key and argument_piece(parse_schema(name.value), key) is not None:
        fix = Fix(f"Put `{key}` in quotes", True, (Edit("owner", span, single_quoted(key)),))
        return Description(f"the gradient key `{key}` is {kind} to YAML: put it in quotes", (), fix)
    written = f"`{key}` is {kind} to YAML" if key else "a gradient key is missing before the colon"
    return Description(f"{written}: gradient keys are names of arguments, several with commas between them")


RULE = Rule("gradient-key-type", "error", "generator", "a gradient key is no text", describe)
