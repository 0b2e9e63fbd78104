"""All places of a symbol in the pair, for references, highlights and rename."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.callees import callees
from vt_core.ide.entry_view import EntryView, view_of, views_with
from vt_core.ide.meaning import named_gradient, output_names, schema_items, word_role
from vt_core.ide.resolve import (
    ArgumentSymbol,
    HelperSymbol,
    KernelSymbol,
    OperatorSymbol,
    OutputSymbol,
    Symbol,
    TagSymbol,
    function_of,
    written_output,
)
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.formula import Formula, Token, read_formula
from vt_core.syntax.nodes import FileRole, Mapping, Node, Scalar, Sequence
from vt_core.text.spans import Span

# "declaration": in a schema; "definition": where gradients are given for it; "use": any other place.
OccurrenceKind = Literal["declaration", "definition", "use"]


class Occurrence(NamedTuple):
    """A place of a symbol; the span counts code points of the file's text."""

    file: FileRole
    span: Span
    kind: OccurrenceKind


class Word(NamedTuple):
    """An identifier of a formula: its entry, the scalar that holds the formula, and the formula."""

    view: EntryView
    scalar: Scalar
    formula: Formula
    token: Token

    @property
    def place(self) -> Occurrence:
        return Occurrence(self.view.file, self.view.span(self.scalar, *self.token.span), "use")


def occurrences(snapshot: Snapshot, symbol: Symbol) -> tuple[Occurrence, ...]:
    """The places of a symbol in both files, in order, each once. Those of `WordSymbol` depend on the entry and are
    found by `highlight` alone."""
    if isinstance(symbol, OperatorSymbol):
        found = _operator_places(snapshot, symbol)
    elif isinstance(symbol, ArgumentSymbol):
        found = _argument_places(snapshot, symbol)
    elif isinstance(symbol, OutputSymbol):
        found = _output_places(snapshot, symbol)
    elif isinstance(symbol, HelperSymbol):
        found = _helper_places(snapshot, symbol)
    elif isinstance(symbol, KernelSymbol):
        found = _kernel_places(snapshot, symbol)
    elif isinstance(symbol, TagSymbol):
        found = _tag_places(snapshot, symbol)
    else:
        return ()
    return in_order(found)


def in_order(found: Iterator[Occurrence] | list[Occurrence]) -> tuple[Occurrence, ...]:
    """Each place once, native_functions.yaml first."""
    return tuple(sorted(dict.fromkeys(found), key=_order))


def _order(occurrence: Occurrence) -> tuple[bool, Span]:
    return occurrence.file != "native_functions", occurrence.span


# Operators


def _operator_places(snapshot: Snapshot, symbol: OperatorSymbol) -> Iterator[Occurrence]:
    functions = [snapshot.native_index.functions[placed] for placed in symbol.functions]
    names = dict.fromkeys([function.cpp_name for function in functions])
    for view in views_with(snapshot.native, *symbol.operators):
        span = view.operator_span
        if view.operator in symbol.operators and span is not None:
            yield Occurrence(view.file, span, "declaration")
        yield from _delegates(view, symbol.operators)
    for view in views_with(snapshot.derivatives, *symbol.operators, *names):
        span = view.operator_span
        if view.operator in symbol.operators and span is not None:
            yield Occurrence(view.file, span, "definition")
        about = about_function(snapshot, view)
        for word in words_named(view, *names):
            called = callees(word.token, word.formula, about, snapshot)
            if not is_variable(word.token.text, about) and not set(symbol.functions).isdisjoint(called):
                yield word.place


def _delegates(view: EntryView, operators: tuple[str, ...]) -> Iterator[Occurrence]:
    """The fields of a function that name other operators."""
    for field in ("structured_delegate", "autogen"):
        scalar = view.scalar(field)
        if scalar is None:
            continue
        for start, word in list_words(scalar.value):
            if word in operators:
                yield Occurrence(view.file, view.span(scalar, start, start + len(word)), "use")


def list_words(text: str) -> Iterator[tuple[int, str]]:
    """The words between commas with their offsets."""
    start = 0
    for part in text.split(","):
        yield start + len(part) - len(part.lstrip()), part.strip()
        start += len(part) + 1


def is_variable(name: str, about: NativeFunction | None) -> bool:
    """Whether formulas of a function know its argument or output by a name, which hides operators of that name."""
    return about is not None and (_is_argument(about, name) or name in output_names(about))


# Words of formulas


def about_function(snapshot: Snapshot, view: EntryView) -> NativeFunction | None:
    """The function that the formulas of a derivatives entry are about."""
    placed = None if view.placed is None else snapshot.derivatives_index.canonical.get(view.placed)
    if placed is None:
        placed = next(iter(snapshot.native_index.by_schema.get(view.specification, ())), None)
    return function_of(snapshot, placed)


def words_named(view: EntryView, *names: str) -> Iterator[Word]:
    """The identifiers of an entry's formulas with these names, members too."""
    if not names:
        return
    whole = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for _, scalar in view.formulas():
        if whole.search(scalar.value):
            formula = read_formula(scalar.value)
            for token in formula.tokens:
                if token.kind == "identifier" and token.text in names:
                    yield Word(view, scalar, formula, token)


def variables_named(view: EntryView, name: str) -> Iterator[Word]:
    """Those that are no members."""
    for word in words_named(view, name):
        if all(member.name_span != word.token.span for member in word.formula.members):
            yield word


def entries_about(snapshot: Snapshot, specifications: set[str]) -> Iterator[EntryView]:
    """The derivatives entries that name one of these schemas, broken ones too."""
    operators = {specification.partition("(")[0].strip() for specification in specifications}
    for view in views_with(snapshot.derivatives, *sorted(operators)):
        if view.specification in specifications:
            yield view


# Arguments and outputs


def _functions_of(snapshot: Snapshot, symbol: ArgumentSymbol | OutputSymbol) -> list[EntryView]:
    """The native functions that declare an argument or output, by their text where nobody can read them."""
    if symbol.variants:
        return [view_of(snapshot, placed) for placed in symbol.variants]
    operator = symbol.specification.partition("(")[0].strip()
    views = views_with(snapshot.native, operator)
    return [view for view in views if view.specification == symbol.specification]


def _specifications(snapshot: Snapshot, symbol: ArgumentSymbol | OutputSymbol) -> set[str]:
    functions = snapshot.native_index.functions
    return {symbol.specification, *[functions[placed].func.text for placed in symbol.variants]}


def _argument_places(snapshot: Snapshot, symbol: ArgumentSymbol) -> Iterator[Occurrence]:
    for view in _functions_of(snapshot, symbol):
        yield from _schema_names(view, symbol.name, None)
        for _, value in [pair for pair in view.pairs if _is_named(pair[0], "cpp_no_default_args")]:
            for item in value.items if isinstance(value, Sequence) else ():
                if isinstance(item, Scalar) and item.value == symbol.name:
                    yield Occurrence(view.file, view.span(item, 0, len(item.value)), "use")
    for view in entries_about(snapshot, _specifications(snapshot, symbol)):
        yield from _schema_names(view, symbol.name, None)
        for key in view.gradient_keys():
            yield from _key_names(view, key, symbol.name)
        for word in variables_named(view, symbol.name):
            yield word.place
        if snapshot.dialect.variants is not None:
            yield from _forward_places(view, symbol.name, about_function(snapshot, view))


def _forward_places(view: EntryView, name: str, about: NativeFunction | None) -> Iterator[Occurrence]:
    """An argument's name in its tangent and primal (`self` in `self_t`, `self_p`)."""
    for ending in ("_t", "_p"):
        if is_variable(name + ending, about):
            continue
        for word in variables_named(view, name + ending):
            start = word.token.span.start
            yield Occurrence(view.file, view.span(word.scalar, start, start + len(name)), "use")


def _output_places(snapshot: Snapshot, symbol: OutputSymbol) -> Iterator[Occurrence]:
    views = [*_functions_of(snapshot, symbol), *entries_about(snapshot, _specifications(snapshot, symbol))]
    for view in views:
        if symbol.name is not None:
            yield from _schema_names(view, symbol.name, symbol.ordinal)
            yield from _out_argument(snapshot, view, symbol.name, symbol.ordinal)
        about = about_function(snapshot, view) if view.file == "derivatives" else None
        if about is None:
            continue
        names = output_names(about)
        name = names[symbol.ordinal] if symbol.ordinal < len(names) else ""
        if not name or about.func.returns[symbol.ordinal].name != symbol.name:
            continue
        if _is_argument(about, name) and written_output(about, name) is None:
            continue
        for key in view.gradient_keys():
            yield from _key_names(view, key, name)
        for word in variables_named(view, name):
            yield word.place
        if symbol.name is not None and named_gradient(about, f"grad_{symbol.name}") == symbol.ordinal:
            yield from _named_gradients(snapshot, view, symbol.name)


def _named_gradients(snapshot: Snapshot, view: EntryView, name: str) -> Iterator[Occurrence]:
    """An output's name in its gradient (`values` in `grad_values`), where formulas know that."""
    for word in variables_named(view, f"grad_{name}") if snapshot.dialect.variants is not None else ():
        end = word.token.span.end
        yield Occurrence(view.file, view.span(word.scalar, end - len(name), end), "use")


def _out_argument(snapshot: Snapshot, view: EntryView, name: str, ordinal: int) -> Iterator[Occurrence]:
    """The out argument of the same name that an output is written into."""
    placed = view.placed if view.file == "native_functions" else None
    function = function_of(snapshot, placed) if placed is not None else about_function(snapshot, view)
    if function is not None and written_output(function, name) == ordinal:
        yield from _schema_names(view, name, None)


def _is_argument(function: NativeFunction, name: str) -> bool:
    return any(argument.name == name for argument in function.func.arguments.all)


def _schema_names(view: EntryView, name: str, output: int | None) -> Iterator[Occurrence]:
    """Where the view's schema names an argument, or the output of a number."""
    schema = view.schema
    if schema is None:
        return
    _, arguments, returns = schema_items(schema.value)
    items = arguments if output is None else returns[output : output + 1]
    for piece, syntax in items:
        if syntax.name is not None and syntax.part(syntax.name) == name:
            yield Occurrence(view.file, view.span(schema, *syntax.name.shifted(piece.start)), "declaration")


def _key_names(view: EntryView, key: Scalar, name: str) -> Iterator[Occurrence]:
    for start, word in list_words(key.value):
        if word == name:
            yield Occurrence(view.file, view.span(key, start, start + len(word)), "definition")


def _is_named(node: Node, name: str) -> bool:
    return isinstance(node, Scalar) and node.value == name


# Helpers and kernels


def _helper_places(snapshot: Snapshot, symbol: HelperSymbol) -> Iterator[Occurrence]:
    for view in views_with(snapshot.derivatives, symbol.name):
        about = about_function(snapshot, view)
        for word in words_named(view, symbol.name):
            if word_role(word.token, word.formula, about, snapshot) in ("helper", "name"):
                yield word.place


def _kernel_places(snapshot: Snapshot, symbol: KernelSymbol) -> Iterator[Occurrence]:
    for view in views_with(snapshot.native, symbol.name):
        for name, value in view.pairs:
            if not _is_named(name, "dispatch") or not isinstance(value, Mapping):
                continue
            for _, kernel in value.pairs:
                if isinstance(kernel, Scalar) and kernel.value == symbol.name:
                    yield Occurrence(view.file, view.span(kernel, 0, len(kernel.value)), "use")


def _tag_places(snapshot: Snapshot, symbol: TagSymbol) -> Iterator[Occurrence]:
    for view in views_with(snapshot.tags, symbol.name):
        tag = view.scalar("tag")
        if tag is not None and tag.value == symbol.name:
            yield Occurrence(view.file, view.span(tag, 0, len(tag.value)), "declaration")
    for view in views_with(snapshot.native, symbol.name):
        for name, value in view.pairs:
            if not _is_named(name, "tags"):
                continue
            for item in value.items if isinstance(value, Sequence) else (value,):
                if isinstance(item, Scalar) and item.value == symbol.name:
                    yield Occurrence(view.file, view.span(item, 0, len(item.value)), "use")
