"""Where the parts of a function's schema stand, for faults: computed when one is found, not before."""

from __future__ import annotations

from typing import Literal

from vt_core.model.schema import FunctionSchema
from vt_core.syntax.nodes import Place
from vt_core.syntax.schema import parse_argument, parse_schema
from vt_core.text.spans import Span


def operator_place(func: FunctionSchema) -> Place:
    """The operator's name with its overload."""
    return _func_place(parse_schema(func.text, last_arrow=True).operator_span)


def argument_place(func: FunctionSchema, index: int, part: Literal["whole", "default"] = "whole") -> Place:
    """An argument by its index among all of them (the `*` does not count), or its default."""
    pieces = [piece for piece in parse_schema(func.text, last_arrow=True).arguments if piece.text not in ("", "*")]
    if index >= len(pieces):
        return operator_place(func)
    piece = pieces[index]
    default = parse_argument(piece.text, default_first=True).default
    if part == "default" and default is not None:
        return _func_place(default.shifted(piece.start))
    return _func_place(piece.span)


def return_place(func: FunctionSchema, index: int) -> Place:
    """A return by its index."""
    pieces = parse_schema(func.text, last_arrow=True).returns
    return _func_place(pieces[index].span) if index < len(pieces) else operator_place(func)


def returns_place(func: FunctionSchema) -> Place:
    """Everything right of the arrow."""
    syntax = parse_schema(func.text, last_arrow=True)
    return _func_place(syntax.returns_span or syntax.operator_span)


def _func_place(span: Span) -> Place:
    return Place("native_functions", ("func",), "value", span.start, span.end)
