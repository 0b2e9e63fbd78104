"""Go to definition, declaration, type definition and implementation (LSP 3.17, "Goto … Request").

What is gone to, by what the cursor touches:

| on | definition | implementation |
|---|---|---|
| operator in derivatives.yaml, in a formula, as delegate | its schema | variants, their entries, kernels |
| operator in native_functions.yaml | its derivatives entry, its own or the inherited one, else itself | the same |
| argument, gradient key | the argument in the schema | its formulas |
| output, `grad`, `grads[1]`, `grad_values` | the return in the schema | - |
| `grad_input_mask` | the gradient key that it is for | - |
| helper function, kernel | its C++ definition | the same |
| tag | its entry in tags.yaml | - |

Declaration is the schema, or the C++ declaration. The type definition is where the type is written: that of an
argument or output, what an operator or helper returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.cursor import Cursor
from vt_core.ide.entry_view import EntryView, view_of, views_in, views_with
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.meaning import FormulaWord, SchemaItem, named_gradient
from vt_core.ide.occurrences import entries_about, list_words
from vt_core.ide.resolve import (
    ArgumentSymbol,
    Found,
    HelperSymbol,
    KernelSymbol,
    OperatorSymbol,
    OutputSymbol,
    TagSymbol,
    WordSymbol,
    function_meant,
    symbol_at,
    variants_of,
)
from vt_core.ide.targets import (
    AnyTarget,
    Target,
    argument_target,
    argument_type_target,
    declarations_of,
    entries_of,
    formula_target,
    functions_in,
    return_target,
    return_type_target,
)
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

_NO_SOURCES: Mapping[str, tuple[Helper, ...]] = {}


class Link(NamedTuple):
    """One place to go to. `origin` is the stretch under the cursor that leads there (LSP's LocationLink)."""

    origin: Span
    target: AnyTarget


def definition(
    snapshot: Snapshot,
    file: FileRole,
    offset: int,
    helpers: Helpers = _NO_SOURCES,
    kernels: Helpers = _NO_SOURCES,
) -> tuple[Link, ...]:
    """Where the thing at an offset is defined. `helpers` and `kernels` are the workspace's C++ functions by name."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    targets: list[AnyTarget] = []
    if isinstance(found.symbol, OperatorSymbol):
        targets += _operator_definition(snapshot, found, found.symbol)
    return _links(found, [*targets, *_declared(snapshot, found, helpers, kernels, defined=True)])


def declaration(
    snapshot: Snapshot,
    file: FileRole,
    offset: int,
    helpers: Helpers = _NO_SOURCES,
    kernels: Helpers = _NO_SOURCES,
) -> tuple[Link, ...]:
    """Where the thing at an offset is declared: operators, arguments and outputs in the schema."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    targets: list[AnyTarget] = []
    if isinstance(found.symbol, OperatorSymbol):
        targets += _schemas(snapshot, found.symbol)
    return _links(found, [*targets, *_declared(snapshot, found, helpers, kernels, defined=False)])


def _declared(
    snapshot: Snapshot, found: Found, helpers: Helpers, kernels: Helpers, *, defined: bool
) -> Iterator[AnyTarget]:
    """What declaration and definition have in common: variables in schemas, functions in C++ sources."""
    symbol = found.symbol
    if isinstance(symbol, (ArgumentSymbol, OutputSymbol)):
        yield from _declared_variable(found, symbol)
    elif isinstance(symbol, KernelSymbol):
        yield from _sources(kernels, symbol.name, defined=defined)
    elif isinstance(symbol, HelperSymbol):
        yield from _sources(helpers, symbol.name, defined=defined)
    elif isinstance(symbol, TagSymbol):
        yield from _declared_tags(snapshot, symbol)
    elif isinstance(symbol, WordSymbol):
        yield from _word_definition(found)
        yield from _sources(helpers, _word(found), defined=defined)
    else:
        yield from _sources(helpers, _word(found), defined=defined)


def type_definition(
    snapshot: Snapshot, file: FileRole, offset: int, helpers: Helpers = _NO_SOURCES
) -> tuple[Link, ...]:
    """Where the type of the thing at an offset is written, or what its call returns."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    symbol = found.symbol
    targets: list[AnyTarget | None] = []
    if isinstance(symbol, OperatorSymbol):
        targets = [return_type_target(view_of(snapshot, placed), 0) for placed in symbol.functions]
        targets += [] if targets else _schemas(snapshot, symbol)
    elif isinstance(symbol, ArgumentSymbol):
        targets = [argument_type_target(view, symbol.name) for view in _declaring(found)]
    elif isinstance(symbol, OutputSymbol):
        targets = [return_type_target(view, symbol.ordinal) for view in _declaring(found)]
    elif isinstance(symbol, HelperSymbol):
        targets = [*_sources(helpers, symbol.name, defined=False)]
    elif isinstance(symbol, WordSymbol):
        targets = [*_word_definition(found)]
    return _links(found, [target for target in targets if target is not None][:1])


def implementation(
    snapshot: Snapshot,
    file: FileRole,
    offset: int,
    helpers: Helpers = _NO_SOURCES,
    kernels: Helpers = _NO_SOURCES,
) -> tuple[Link, ...]:
    """What there is of the thing at an offset: of an operator its variants, the derivatives entries that match them,
    the function that it delegates to and its kernels; of an argument its gradients; C++ definitions."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return ()
    symbol = found.symbol
    targets: list[AnyTarget] = []
    if isinstance(symbol, OperatorSymbol):
        targets = [*_implementations(snapshot, symbol, kernels), *_sources(helpers, _word(found), defined=True)]
    elif isinstance(symbol, ArgumentSymbol):
        targets = [*_gradients(snapshot, symbol)]
    elif isinstance(symbol, (HelperSymbol, KernelSymbol)):
        sources = helpers if isinstance(symbol, HelperSymbol) else kernels
        targets = [helper for helper in sources.get(symbol.name, ()) if helper.is_definition]
    return _links(found, targets)


def _declared_tags(snapshot: Snapshot, symbol: TagSymbol) -> Iterator[Target]:
    """The entry of tags.yaml that declares a tag."""
    for view in views_with(snapshot.tags, symbol.name):
        tag = view.scalar("tag")
        if tag is not None and tag.value == symbol.name:
            yield Target(view.file, view.whole, view.span(tag, 0, len(tag.value)))


def _links(found: Found, targets: list[AnyTarget]) -> tuple[Link, ...]:
    """Each place once."""
    return tuple([Link(found.meaning.span, target) for target in dict.fromkeys(targets)])


def _word(found: Found) -> str:
    """The name that a formula speaks of, if it may be a helper's: one may have an operator's name, or be passed on."""
    meaning = found.meaning
    return meaning.text if isinstance(meaning, FormulaWord) and meaning.role in ("operator", "name") else ""


def _sources(sources: Helpers, name: str, *, defined: bool) -> Iterator[Helper]:
    """The C++ functions of a name: their definitions, or their declarations, or what there is."""
    known = sources.get(name, ())
    wanted = [helper for helper in known if helper.is_definition == defined]
    yield from wanted or known


# Operators


def _operator_definition(snapshot: Snapshot, found: Found, symbol: OperatorSymbol) -> Iterator[Target]:
    cursor = found.cursor
    if cursor.file == "native_functions" and cursor.path[:1] == ("func",):
        entries = list(_own_entries(cursor, symbol))
        yield from entries or _schemas(snapshot, symbol)
    else:
        yield from _schemas(snapshot, symbol)


def _schemas(snapshot: Snapshot, symbol: OperatorSymbol) -> list[Target]:
    """The schemas of operators, those that only their text knows too; of a name that is declared with other overloads
    only, those."""
    targets = [*functions_in(snapshot, symbol.functions)]
    if targets:
        return targets
    for operator in symbol.operators:
        targets += declarations_of(snapshot, operator)
    if not targets:
        names = [operator.partition(".")[0] for operator in symbol.operators]
        overloads = [placed for name in names for placed in snapshot.native_index.by_name.get(name, ())]
        targets += functions_in(snapshot, overloads)
    return targets


def _own_entries(cursor: Cursor, symbol: OperatorSymbol) -> Iterator[Target]:
    """The derivatives entries of the function under the cursor: its own, else the inherited one, else what its name
    leads to."""
    snapshot, placed = cursor.snapshot, cursor.function
    if placed is None:
        for operator in symbol.operators:
            yield from entries_of(snapshot, operator)
        return
    own = snapshot.derivatives_index.by_specification.get(cursor.specification, ())
    inherited = snapshot.matching.entries.get(placed)
    if own:
        yield from functions_in(snapshot, own)
        return
    broken = [target for operator in symbol.operators for target in entries_of(snapshot, operator)]
    if broken:
        yield from broken
    elif inherited is not None:
        yield from functions_in(snapshot, [inherited])


def _implementations(snapshot: Snapshot, symbol: OperatorSymbol, kernels: Helpers) -> Iterator[AnyTarget]:
    index = snapshot.native_index
    variants = dict.fromkeys([variant for placed in symbol.functions for variant in variants_of(snapshot, placed)])
    siblings = [variant for variant in variants if variant not in symbol.functions]
    yield from functions_in(snapshot, siblings)
    entries: list[PlacedEntry] = []
    for placed in (*symbol.functions, *siblings):
        entries += snapshot.derivatives_index.by_specification.get(index.functions[placed].func.text, ())
        matched = snapshot.matching.entries.get(placed)
        entries += [] if matched is None else [matched]
    yield from functions_in(snapshot, dict.fromkeys(entries))
    for placed in symbol.functions:
        function = index.functions[placed]
        if function.structured_delegate is not None:
            yield from declarations_of(snapshot, function.structured_delegate)
        for kernel in function.dispatch.values():
            yield from [known for known in kernels.get(kernel, ()) if known.is_definition]


# Arguments, outputs, gradients


def _declaring(found: Found) -> list[EntryView]:
    """The function that the entry under the cursor is about, by its text if nobody can read it, then its own text."""
    snapshot, cursor = found.cursor.snapshot, found.cursor
    placed = function_meant(cursor)
    views = [] if placed is None else [view_of(snapshot, placed)]
    if not views:
        operator = cursor.specification.partition("(")[0].strip()
        views = [view for view in views_with(snapshot.native, operator) if view.operator == operator]
    here = [view for view in views_in(cursor.block, cursor.start, cursor.file) if _is_here(cursor, view)]
    return [*views, *here]


def _is_here(cursor: Cursor, view: EntryView) -> bool:
    return view.placed is cursor.placed


def _declared_variable(found: Found, symbol: ArgumentSymbol | OutputSymbol) -> Iterator[Target]:
    """The argument or output in the function's schema; in the entry's own where the function has none such."""
    item = found.meaning
    for view in _declaring(found):
        if isinstance(symbol, ArgumentSymbol):
            target = argument_target(view, symbol.name)
        elif isinstance(item, SchemaItem) and not item.is_return:
            target = argument_target(view, item.name)  # an out argument
        else:
            target = return_target(view, symbol.ordinal)
        if target is not None:
            yield target
            return


def _gradients(snapshot: Snapshot, symbol: ArgumentSymbol) -> Iterator[Target]:
    functions = snapshot.native_index.functions
    specifications = {symbol.specification, *[functions[placed].func.text for placed in symbol.variants]}
    for view in entries_about(snapshot, specifications):
        for key, value in view.formulas():
            if symbol.name in [word for _, word in list_words(key.value)]:
                yield formula_target(view, key, value, symbol.name)


def _word_definition(found: Found) -> Iterator[Target]:
    """What the generator gives to formulas: a gradient leads to its output, the mask to the key that it is for."""
    meaning, cursor, snapshot = found.meaning, found.cursor, found.cursor.snapshot
    if not isinstance(meaning, FormulaWord) or meaning.role not in ("gradient", "mask"):
        return
    if meaning.role == "mask":
        for view in views_in(cursor.block, cursor.start, cursor.file):
            for key, value in view.formulas() if _is_here(cursor, view) else ():
                if value == cursor.scalar:
                    yield formula_target(view, key, value, key.value.partition(",")[0].strip())
        return
    ordinal = 0
    if meaning.function is not None:
        ordinal = named_gradient(snapshot.native_index.functions[meaning.function], meaning.text) or 0
    for index in meaning.formula.grad_indices:
        if index.span.start <= meaning.token.span.start < index.span.end:
            ordinal = index.output
    targets = [return_target(view, ordinal) for view in _declaring(found)]
    yield from [target for target in targets if target is not None][:1]
