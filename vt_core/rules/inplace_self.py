"""An in-place schema that does not write to `self`."""

from __future__ import annotations

from vt_core.rules.declared import argument_piece, schema_of
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "no-self": "{operator} is in-place by its name, but has no argument `self`: name the tensor that it "
    "writes to `self`",
    "self-not-written": "{operator} is in-place by its name, but does not write to `self`: annotate it, as in "
    "`Tensor(a!) self`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages."""
    return Description(
        _MESSAGES.get(fault.data.get("what", ""), _MESSAGES["self-not-written"]).format(
            operator=operator_of(fault, site)
        ),
        (),
        _fix(fault, site) if fault.data.get("what") == "self-not-written" else None,
    )


def _fix(fault: Fault, site: Site) -> Fix | None:
    """Annotate `self` and the one tensor that is returned, where nothing is annotated yet."""
    schema = schema_of(site.owner)
    own = None if schema is None else argument_piece(schema, "self")
    if schema is None or own is None or own.text != "Tensor self" or [one.text for one in schema.returns] != ["Tensor"]:
        return None
    if any("(" in one.text for one in schema.arguments):
        return None
    title = "Write `Tensor(a!) self` and return `Tensor(a!)`"
    returned = schema.returns[0]
    return func_fix(
        site, title, True, (own.start, own.start + 6, "Tensor(a!)"), (returned.start, returned.start + 6, "Tensor(a!)")
    )


RULE = Rule("inplace-self", "error", "generator", "an in-place schema does not write to `self`", describe)
