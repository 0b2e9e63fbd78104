"""An argument with a name that generated code needs for itself."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared
from vt_core.rules.rule import Description, Rule, Site
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument."""
    operator, name = fault.data.get("operator", ""), fault.data.get("argument", "")
    if fault.data.get("what") == "python":
        return Description(f"argument `{name}` of `{operator}` is a keyword of Python: rename it")
    message = (
        f"argument `{name}` of `{operator}` has the name of a variable of the generated backward function:"
        " give it another one, here and in all variants in native_functions.yaml"
    )
    return Description(message, argument_declared(site, name))


RULE = Rule(
    "reserved-argument-name",
    "error",
    "generator",
    "an argument of a differentiated function is called `grad_input_mask`",
    describe,
)
