"""A return that is not annotated as the out argument that it returns."""

from __future__ import annotations

from vt_core.rules.declared import argument_piece, schema_of
from vt_core.rules.rule import Description, Fix, Related, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.syntax.schema import parse_argument, parse_return


def describe(fault: Fault, site: Site) -> Description:
    """`argument` and `return` are the two texts, `name` is the argument's name."""
    argument, written = fault.data.get("argument", ""), fault.data.get("return", "")
    name = fault.data.get("name", "")
    wanted = _annotated_as(argument, written)
    message = (
        f"the return `{written}` of {operator_of(fault, site)} gives back `{name}`, which is declared as `{argument}`:"
        f" write `{wanted}`"
    )
    schema = schema_of(site.owner)
    piece = None if schema is None else argument_piece(schema, name)
    related: tuple[Related, ...] = ()
    if piece is not None:
        at = Place("native_functions", ("func",), "value", piece.span.start, piece.span.end)
        related = (Related("owner", at, "declared here"),)
    return Description(message, related, _fix(wanted, written, fault, site))


def _annotated_as(argument: str, written: str) -> str:
    """The return with the argument's annotation."""
    source, target = parse_argument(argument), parse_return(written)
    annotation = source.part(source.annotation)
    type_ = "Tensor" if annotation is None else f"Tensor({annotation})"
    rest = written[target.annotation.end + 1 :] if target.annotation is not None else written.removeprefix("Tensor")
    return type_ + rest


def _fix(wanted: str, written: str, fault: Fault, site: Site) -> Fix | None:
    if not written.startswith("Tensor"):
        return None
    return place_fix(fault, site, f"Write `{wanted}`", "(" not in written, wanted)


RULE = Rule(
    "out-annotation",
    "error",
    "generator",
    "a return is annotated otherwise than the out argument it gives back",
    describe,
)
