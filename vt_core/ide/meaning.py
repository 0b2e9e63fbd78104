"""What stands under the cursor: an operator, an argument, a gradient key, a word of a formula, a field …

One reading for hover, go to, references, rename, highlight and tokens, so that they agree.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Union

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.cpp import return_names
from vt_core.ide.callees import functions_called
from vt_core.ide.cursor import Cursor
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.formula import Formula, Token, read_formula
from vt_core.syntax.schema import ArgumentSyntax, Piece, SchemaSyntax, parse_argument, parse_return, parse_schema
from vt_core.text.spans import Span

SchemaPart = Literal["type", "annotation", "name", "default"]
WordRole = Literal[
    "argument",
    "tangent",
    "primal",
    "output",
    "gradient",
    "mask",
    "retain_variables",
    "operator",
    "helper",
    "method",
    "attribute",
    "name",
]


class Operator(NamedTuple):
    """An operator's name, in `func`, `name` or `structured_delegate`. Spans here and below are the file's."""

    span: Span
    text: str
    function: PlacedEntry | None


class SchemaItem(NamedTuple):
    """A part of an argument or return in a schema; `ordinal` counts among the written ones, without `*`."""

    span: Span
    part: SchemaPart
    syntax: ArgumentSyntax
    is_return: bool
    ordinal: int
    function: PlacedEntry | None

    @property
    def name(self) -> str:
        return self.syntax.part(self.syntax.name) or ""


class GradientKey(NamedTuple):
    """One name of a gradient key (`other` in `self, other`); where the release has forward formulas, it may be an
    output's."""

    span: Span
    name: str
    key: str
    function: PlacedEntry | None


class AutogradKey(NamedTuple):
    """An autograd key of a derivatives entry, under which it has formulas."""

    span: Span
    key: str


class FormulaWord(NamedTuple):
    """An identifier in a formula. Of a tangent or primal (`self_t`, `self_p`), `subject` is the argument."""

    span: Span
    text: str
    role: WordRole
    key: str
    token: Token
    formula: Formula
    function: PlacedEntry | None

    @property
    def subject(self) -> str:
        return self.text[:-2] if self.role in ("tangent", "primal") else self.text


class FieldName(NamedTuple):
    """The key of a field of an entry (`variants`, `output_differentiability`)."""

    span: Span
    name: str


class FieldValue(NamedTuple):
    """The value of a plain field; of a list of words the word."""

    span: Span
    field: str
    text: str


class DispatchKey(NamedTuple):
    """A dispatch key (`CUDA` in `CPU, CUDA: add`)."""

    span: Span
    key: str


class Kernel(NamedTuple):
    """A kernel's name under `dispatch`."""

    span: Span
    name: str
    keys: str


class Tag(NamedTuple):
    """A tag, of a function or in tags.yaml."""

    span: Span
    name: str


Meaning = Union[
    Operator, SchemaItem, GradientKey, AutogradKey, FormulaWord, FieldName, FieldValue, DispatchKey, Kernel, Tag
]


def meaning_at(cursor: Cursor) -> Meaning | None:
    """What the cursor touches, None for white space, punctuation and comments."""
    if cursor.scalar is None or cursor.at is None or not cursor.path:
        return None
    field = cursor.path[0]
    if cursor.file == "derivatives":
        return _in_derivatives(cursor, field, cursor.at)
    if cursor.file == "tags":
        return _in_tags(cursor, field)
    if len(cursor.path) > 1:
        return _in_dispatch(cursor, cursor.at) if field == "dispatch" else None
    if cursor.part == "key":
        return FieldName(cursor.absolute(cursor.scalar.span), field)
    if field == "func":
        return in_schema(cursor, cursor.at)
    return _field_value(cursor, field, cursor.at)


def _in_derivatives(cursor: Cursor, field: str, at: int) -> Meaning | None:
    scalar = cursor.scalar
    assert scalar is not None
    if field in ("name", "output_differentiability"):
        if cursor.part == "key":
            return FieldName(cursor.absolute(scalar.span), field)
        return in_schema(cursor, at) if field == "name" else _field_value(cursor, field, at)
    if field == "dispatch" and cursor.snapshot.dialect.autograd_keys:
        if len(cursor.path) < 3:
            span = cursor.absolute(scalar.span)
            is_key = cursor.part == "key"
            return (
                None
                if not is_key
                else FieldName(span, field)
                if not cursor.section
                else AutogradKey(span, scalar.value)
            )
        field = cursor.path[2]
    if len(cursor.path) > 1 and cursor.section is None:
        return None
    if cursor.part == "key":
        span, name = part_at(scalar.value, at)
        return GradientKey(cursor.in_scalar(*span), name, field, cursor.function) if name else None
    return _in_formula(cursor, field, at)


def _in_tags(cursor: Cursor, field: str) -> Meaning | None:
    """In tags.yaml a tag's name is all that means something elsewhere."""
    scalar = cursor.scalar
    assert scalar is not None
    if field != "tag" or cursor.part != "value" or not scalar.value:
        return None
    return Tag(cursor.absolute(scalar.span), scalar.value)


def part_at(text: str, at: int, separator: str = ",") -> tuple[Span, str]:
    """The part of a list of words that an offset is in, blanks around it left out."""
    start = text.rfind(separator, 0, at) + 1
    end = text.find(separator, at)
    part = text[start : end if end >= 0 else len(text)]
    lead = len(part) - len(part.lstrip())
    name = part.strip()
    return Span(start + lead, start + lead + len(name)), name


def _in_dispatch(cursor: Cursor, at: int) -> Meaning | None:
    scalar = cursor.scalar
    assert scalar is not None
    if cursor.part == "key":
        span, name = part_at(scalar.value, at)
        return DispatchKey(cursor.in_scalar(*span), name) if name else None
    return Kernel(cursor.absolute(scalar.span), scalar.value, cursor.path[-1])


def _field_value(cursor: Cursor, field: str, at: int) -> Meaning | None:
    scalar = cursor.scalar
    assert scalar is not None
    if field == "structured_delegate":
        return Operator(cursor.absolute(scalar.span), scalar.value, operator_place(cursor.snapshot, scalar.value))
    span, word = part_at(scalar.value, at)
    if word and field == "autogen":
        return Operator(cursor.in_scalar(*span), word, operator_place(cursor.snapshot, word))
    if word and field == "tags":
        return Tag(cursor.in_scalar(*span), word)
    return FieldValue(cursor.in_scalar(*span), field, word) if word else None


def operator_place(snapshot: Snapshot, operator: str) -> PlacedEntry | None:
    """The function that an operator's name with overload means, a generated one where no entry declares it."""
    index = snapshot.native_index
    for placed in index.by_name.get(operator.partition(".")[0], ()):
        if index.functions[placed].func.name.text == operator:
            return placed
    return next(iter(index.by_operator.get(operator, ())), None)


def in_schema(cursor: Cursor, at: int) -> Meaning | None:
    """The part of a schema at an offset of its text."""
    assert cursor.scalar is not None
    syntax = parse_schema(cursor.scalar.value)
    if syntax.operator_span.start <= at <= syntax.operator_span.end and syntax.operator:
        return Operator(cursor.in_scalar(*syntax.operator_span), syntax.operator, cursor.function)
    for pieces, is_return in ((syntax.arguments, False), (syntax.returns, True)):
        index = 0
        for piece in pieces:
            if piece.text in ("*", ""):
                continue
            if piece.start <= at <= piece.span.end:
                return _schema_item(cursor, piece, is_return, index, at)
            index += 1
    return None


def _schema_item(cursor: Cursor, piece: Piece, is_return: bool, index: int, at: int) -> SchemaItem | None:
    syntax = parse_return(piece.text) if is_return else parse_argument(piece.text)
    local = at - piece.start
    found: tuple[SchemaPart, Span] | None = None
    if syntax.name is not None and syntax.name.start <= local <= syntax.name.end:
        found = "name", syntax.name
    elif syntax.default is not None and syntax.default.start <= local:
        found = "default", syntax.default
    elif syntax.annotation is not None and syntax.annotation.start <= local <= syntax.annotation.end:
        found = "annotation", syntax.annotation
    elif local <= syntax.type_end:
        found = "type", Span(0, syntax.type_end)
    if found is None:
        return None
    part, span = found
    return SchemaItem(cursor.in_scalar(*span.shifted(piece.start)), part, syntax, is_return, index, cursor.function)


def schema_items(
    text: str,
) -> tuple[SchemaSyntax, list[tuple[Piece, ArgumentSyntax]], list[tuple[Piece, ArgumentSyntax]]]:
    """A schema with its arguments and returns cut into parts, half typed or not; `*` and gaps left out."""
    syntax = parse_schema(text)
    arguments = [(piece, parse_argument(piece.text)) for piece in syntax.arguments if piece.text not in ("*", "")]
    returns = [(piece, parse_return(piece.text)) for piece in syntax.returns if piece.text]
    return syntax, arguments, returns


def _in_formula(cursor: Cursor, key: str, at: int) -> FormulaWord | None:
    assert cursor.scalar is not None
    formula = read_formula(cursor.scalar.value)
    token = formula.token_at(at)
    if token is None or token.kind != "identifier":
        return None
    placed = cursor.function
    function = None if placed is None else cursor.snapshot.native_index.functions[placed]
    role = word_role(token, formula, function, cursor.snapshot)
    return FormulaWord(cursor.in_scalar(*token.span), token.text, role, key, token, formula, placed)


def output_names(function: NativeFunction) -> tuple[str, ...]:
    """The outputs as formulas name them: an in-place function's is `result`."""
    return tuple(["result" if name == "self" else name for name in return_names(function.func)])


def keyed_output(function: NativeFunction, name: str) -> int | None:
    """The number of the output that a gradient key names for a forward formula: by its own name, or as `result`."""
    returns = function.func.returns
    named = [at for at, returned in enumerate(returns) if returned.name == name]
    if named:
        return named[0]
    index = name.removeprefix("result")
    if name == "result" and len(returns) == 1:
        return 0
    known = index != name and index.isdecimal() and len(index) < 9 and int(index) < len(returns)
    return int(index) if known else None


def named_gradient(function: NativeFunction, name: str) -> int | None:
    """The number of the output whose gradient a formula names as `grad_<output>`."""
    for at, returned in enumerate(function.func.returns):
        if returned.name is not None and name == f"grad_{returned.name}" and returned.type.is_tensor_like:
            return at
    return None


def word_role(token: Token, formula: Formula, function: NativeFunction | None, snapshot: Snapshot) -> WordRole:
    """What an identifier of a formula is."""
    name = token.text
    for member in formula.members:
        if member.name_span == token.span:
            return "method" if member.called else "attribute"
    if function is not None:
        if name in [argument.name for argument in function.func.arguments.all]:
            return "argument"
        if name in output_names(function):
            return "output"
        if snapshot.dialect.variants is not None:
            role = _forward_role(name, function)
            if role is not None:
                return role
    if name in ("grad", "grads"):
        return "gradient"
    if name == "grad_input_mask":
        return "mask"
    if name == "retain_variables":
        return "retain_variables"
    call = next((call for call in formula.calls if call.name_span == token.span), None)
    if call is None:
        return "name"
    return "operator" if call.scope in ("", "at", "::at") and functions_called(snapshot, name) else "helper"


def _forward_role(name: str, function: NativeFunction) -> WordRole | None:
    """What formulas of releases with forward mode know besides: `self_t`, `self_p`, `grad_values`."""
    if name[-2:] in ("_t", "_p") and any(argument.name == name[:-2] for argument in function.func.arguments.non_out):
        return "tangent" if name.endswith("_t") else "primal"
    return "gradient" if named_gradient(function, name) is not None else None
