"""A return that is written to, but is neither `self` nor an out argument."""

from __future__ import annotations

from vt_core.rules.declared import schema_of
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix
from vt_core.rules.wording import operator_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import ArgumentSyntax, Piece, SchemaSyntax, parse_argument, parse_return


def describe(fault: Fault, site: Site) -> Description:
    """`return` is the return's text."""
    written = fault.data.get("return", "")
    operator = operator_of(fault, site)
    if fault.data.get("what") == "mixed":
        return Description(
            f"{operator} returns what it writes to beside new values: return the new values only, or what it writes to"
        )
    if fault.data.get("what") == "positional":
        return _positional(operator, written, site)
    schema = schema_of(site.owner)
    annotation = _return_annotation(written)
    found = None if schema is None else _argument(schema, annotation)
    if schema is None or found is None:
        return Description(
            f"{operator} returns `{written}`, but neither `self` nor a keyword-only argument is declared as"
            f" `Tensor({annotation or 'a!'})`: annotate the one that it returns"
        )
    piece, argument = found
    name = argument.part(argument.name) or ""
    if schema.text[schema.name.start : schema.name.end].endswith("_"):
        message = (
            f"{operator} is in-place by its name and returns `{name}`, but it can only return `self`: rename `{name}`"
        )
        return Description(f"{message} to `self`")
    message = f"{operator} writes to `{name}` and returns it, so `{name}` must be keyword-only: write `*, ` before it"
    return Description(message, (), _fix(schema, piece, site))


def _positional(operator: str, written: str, site: Site) -> Description:
    """A positional argument is written to and returned; an out argument is keyword-only."""
    schema = schema_of(site.owner)
    found = None if schema is None else _argument(schema, _return_annotation(written))
    fix = None if schema is None or found is None else _fix(schema, found[0], site)
    remedy = "write `*, ` before it, or return the new values only" if fix else "return the new values only"
    return Description(
        f"{operator} returns `{written}`, an argument that it writes to: only `self` and out arguments are"
        f" returned; {remedy}",
        (),
        fix,
    )


def _return_annotation(written: str) -> str | None:
    returned = parse_return(written)
    return returned.part(returned.annotation)


def _argument(schema: SchemaSyntax, annotation: str | None) -> tuple[Piece, ArgumentSyntax] | None:
    """The argument of the same annotation."""
    for piece in schema.arguments:
        argument = parse_argument(piece.text)
        if annotation is not None and argument.part(argument.annotation) == annotation:
            return piece, argument
    return None


def _fix(schema: SchemaSyntax, piece: Piece, site: Site) -> Fix | None:
    """Make it keyword-only, where nothing that follows would become so by mistake; others before it may have to be."""
    following = schema.arguments[schema.arguments.index(piece) :]
    if any(other.text == "*" for other in schema.arguments):
        return None
    if not all((_annotation(other) or "").endswith("!") for other in following):
        return None
    return func_fix(site, "Write `*, ` before it", False, (piece.start, piece.start, "*, "))


def _annotation(piece: Piece) -> str | None:
    argument = parse_argument(piece.text)
    return argument.part(argument.annotation)


RULE = Rule(
    "mutable-return",
    "error",
    "generator",
    "a return that is written to is neither `self` nor an out argument",
    describe,
)
