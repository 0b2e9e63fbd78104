"""Related places: where the function at a finding's other end declares what the finding speaks of."""

from __future__ import annotations

from vt_core.rules.rule import Related, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.nodes import Place
from vt_core.syntax.schema import Piece, SchemaSyntax, parse_argument, parse_schema
from vt_core.text.spans import Span


def schema_of(entry: Entry | None) -> SchemaSyntax | None:
    """The schema of an entry of native_functions.yaml."""
    func = None if entry is None else entry.scalar("func")
    return None if func is None else parse_schema(func.value)


def in_func(span: Span | None, message: str = "declared here") -> tuple[Related, ...]:
    """A stretch of the other entry's `func`."""
    if span is None or span.start >= span.end:
        return ()
    return (Related("other", Place("native_functions", ("func",), "value", span.start, span.end), message),)


def operator_declared(site: Site, message: str = "declared here") -> tuple[Related, ...]:
    """The operator's name at the other end."""
    schema = schema_of(site.other)
    return () if schema is None else in_func(schema.operator_span, message)


def arguments_declared(site: Site, message: str = "declared here") -> tuple[Related, ...]:
    """The whole argument list at the other end."""
    schema = schema_of(site.other)
    if schema is None or schema.open is None or schema.close is None:
        return ()
    return in_func(Span(schema.open, schema.close + 1), message)


def argument_declared(site: Site, name: str, message: str = "declared here") -> tuple[Related, ...]:
    """One argument at the other end; the whole list where it is not found."""
    schema = schema_of(site.other)
    piece = None if schema is None else argument_piece(schema, name)
    return arguments_declared(site, message) if piece is None else in_func(piece.span, message)


def returns_declared(site: Site, message: str = "declared here") -> tuple[Related, ...]:
    """What the function at the other end returns."""
    schema = schema_of(site.other)
    return () if schema is None else in_func(schema.returns_span, message)


def argument_piece(schema: SchemaSyntax, name: str) -> Piece | None:
    """The argument of a name."""
    for piece in schema.arguments:
        argument = parse_argument(piece.text)
        if argument.part(argument.name) == name:
            return piece
    return None
