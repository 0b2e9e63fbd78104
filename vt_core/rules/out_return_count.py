"""An out= schema that returns more or less than its out arguments."""

from __future__ import annotations

from vt_core.rules.declared import schema_of
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import parse_argument


def describe(fault: Fault, site: Site) -> Description:
    """`out` and `returns` are the two numbers."""
    out, returns = fault.data.get("out", ""), fault.data.get("returns", "")
    if fault.data.get("what") == "list":
        message = f"{operator_of(fault, site)} writes to a list of tensors, so it returns nothing: write `-> ()`"
        schema = schema_of(site.owner)
        span = None if schema is None else schema.returns_span
        return Description(
            message, (), None if span is None else func_fix(site, "Return nothing", False, (*span, "()"))
        )
    arguments = "1 out argument" if out == "1" else f"{out} out arguments"
    returned = "nothing" if returns == "0" else f"{returns} value{'' if returns == '1' else 's'}"
    wanted = _returns(site)
    remedy = f"write `-> {wanted}`" if wanted else "return each of them, in their order"
    message = f"{operator_of(fault, site)} has {arguments}, but returns {returned}: {remedy}"
    return Description(message, (), _fix(wanted, site))


def _returns(site: Site) -> str:
    """All that is written to, as returns."""
    schema = schema_of(site.owner)
    types: list[str] = []
    keyword_only = False
    for piece in () if schema is None else schema.arguments:
        keyword_only = keyword_only or piece.text == "*"
        argument = parse_argument(piece.text)
        if keyword_only and (argument.part(argument.annotation) or "").endswith("!"):
            types.append(argument.text[: argument.type_end])
    return types[0] if len(types) == 1 else f"({', '.join(types)})" if types else ""


def _fix(wanted: str, site: Site) -> Fix | None:
    schema = schema_of(site.owner)
    if schema is None or schema.returns_span is None or not wanted:
        return None
    return func_fix(site, f"Return `{wanted}`", False, (*schema.returns_span, wanted))


RULE = Rule(
    "out-return-count",
    "error",
    "generator",
    "a schema returns more or fewer values than it has out arguments",
    describe,
)
