"""`strides()` of an argument in a formula that is not this argument's own."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: argument, key (the gradient key of the formula), text (what stands in it)."""
    name, key, text = (fault.data.get(word, "") for word in ("argument", "key", "text"))
    why = f"the formula of `{key}` uses `{text}`, and the strides of `{name}` can be saved for its own formula only"
    if "," in key and name in [part.strip() for part in key.split(",")]:
        why = f"`{text}` in the formula of several arguments: the strides of `{name}` can be saved for `{name}` alone"
    fix: Fix | None = None
    if text == f"{name}.strides()":
        whole = f"TensorGeometry({name}).strides()"
        why += f"; save its geometry instead, `{whole}`"
        fix = Fix(f"Write `{whole}`", False, (Edit("owner", site.owner.span_of(fault.place), whole),))
    return Description(why, argument_declared(site, name), fix)


RULE = Rule(
    "strides-of-other",
    "error",
    "generator",
    "a formula uses the strides of another argument than its own",
    describe,
)
