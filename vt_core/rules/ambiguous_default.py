"""A default that makes calls mean two overloads."""

from __future__ import annotations

from vt_core.rules.declared import argument_piece, schema_of
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """A call with `count` arguments could mean the operator or the `other` one; `argument` is the last of those."""
    other, count = shown(fault.data.get("other", "")) or "?", shown(fault.data.get("count", "")) or "?"
    return Description(
        f"a call with {count} positional {'argument' if count == '1' else 'arguments'} matches both "
        f"{operator_of(fault, site)} and `{other}`: make `{shown(fault.data.get('argument', '')) or '?'}` keyword-only",
        (),
        _fix(fault, site),
    )


def _fix(fault: Fault, site: Site) -> Fix | None:
    """A `*` before the argument, which changes what callers may write."""
    schema = schema_of(site.owner)
    piece = None if schema is None else argument_piece(schema, fault.data.get("argument", ""))
    if schema is None or piece is None or any(other.text == "*" for other in schema.arguments):
        return None
    return func_fix(site, "Write `*, ` before it", False, (piece.start, piece.start, "*, "))


RULE = Rule("ambiguous-default", "warning", "lint", "a default makes calls ambiguous between two overloads", describe)
