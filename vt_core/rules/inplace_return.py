"""An in-place schema that does not return `self` alone."""

from __future__ import annotations

from vt_core.rules.declared import argument_piece, schema_of
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import parse_argument


def describe(fault: Fault, site: Site) -> Description:
    """`returns` is how many it has."""
    count = fault.data.get("returns", "")
    if fault.data.get("what") == "not-tensor":
        type_ = fault.data.get("type", "")
        message = f"{operator_of(fault, site)} is in-place, and its `self` is `{type_}`, so it returns nothing"
        schema = schema_of(site.owner)
        span = None if schema is None else schema.returns_span
        fix = None if span is None else func_fix(site, "Return nothing", False, (*span, "()"))
        return Description(f"{message}: write `-> ()`", (), fix)
    returned = "nothing" if count == "0" else f"{count} values" if count else "something else"
    message = (
        f"{operator_of(fault, site)} is in-place by its name, so it must return `self` alone, but it returns"
        f" {returned}: write `-> Tensor(a!)`, or take the underscore from the name"
    )
    return Description(message, (), _fix(site))


def _fix(site: Site) -> Fix | None:
    """Return what `self` is annotated as."""
    schema = schema_of(site.owner)
    piece = None if schema is None else argument_piece(schema, "self")
    if schema is None or piece is None or schema.returns_span is None:
        return None
    argument = parse_argument(piece.text)
    if not (argument.part(argument.annotation) or "").endswith("!"):
        return None
    type_ = argument.text[: argument.type_end]
    return func_fix(site, f"Return `{type_}`", False, (*schema.returns_span, type_))


RULE = Rule("inplace-return", "error", "generator", "an in-place schema does not return exactly one value", describe)
