"""`cpp_no_default_args` that lists an argument without a default."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Related, Rule, Site
from vt_core.rules.value_fixes import func_of, place_fix
from vt_core.rules.wording import enumerated, operator_of, shown
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.syntax.schema import parse_argument, parse_schema
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """`argument` is the name, `defaulted` are those that could stand there."""
    name = fault.data.get("argument", "")
    defaulted = split_names(fault.data.get("defaulted", ""))
    written = shown(name)
    operator = operator_of(fault, site)
    remedy = "remove it" if not defaulted else f"only {enumerated(defaulted)} can be listed"
    declared = _argument(name, site)
    if declared is not None:
        message = f"`{written}` of {operator} has no default that `cpp_no_default_args` could take away: {remedy}"
        at = Place("native_functions", ("func",), "value", declared.start, declared.end)
        return Description(message, (Related("owner", at, "declared here, without a default"),))
    message = f"`{written}` in `cpp_no_default_args` is no argument of {operator}: {remedy}"
    meant = nearest(name, defaulted)
    if not meant:
        return Description(message)
    message = f"`{written}` in `cpp_no_default_args` is no argument of {operator}: rename it to `{meant}`"
    return Description(message, (), place_fix(fault, site, f"Rename it to `{meant}`", is_slip(name, meant), meant))


def _argument(name: str, site: Site) -> Span | None:
    for piece in parse_schema(func_of(site.owner)).arguments:
        argument = parse_argument(piece.text)
        if argument.part(argument.name) == name:
            return piece.span
    return None


RULE = Rule(
    "cpp-no-default-args",
    "error",
    "generator",
    "`cpp_no_default_args` lists something that is no argument with a default",
    describe,
)
