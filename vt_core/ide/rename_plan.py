"""What a rename would touch: the thing under the cursor with all its places, or why it cannot be renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.dialects.dialect import Dialect
from vt_core.ide.callees import callees
from vt_core.ide.entry_view import EntryView, views_in, views_with
from vt_core.ide.meaning import FormulaWord, Operator
from vt_core.ide.occurrences import about_function, is_variable, list_words, occurrences, words_named
from vt_core.ide.resolve import (
    ArgumentSymbol,
    Found,
    HelperSymbol,
    KernelSymbol,
    OperatorSymbol,
    OutputSymbol,
    TagSymbol,
    WordSymbol,
    functions_named,
    symbol_at,
)
from vt_core.syntax.nodes import FileRole, Scalar
from vt_core.syntax.schema import parse_schema
from vt_core.text.spans import Span


class Refusal(NamedTuple):
    """Why something cannot be renamed, or not so: a sentence without its full stop."""

    reason: str


class RenamePlace(NamedTuple):
    """A stretch of a file that holds the name (code points)."""

    file: FileRole
    span: Span


class RenamePlan(NamedTuple):
    """The thing with its old name, the stretch under the cursor, and all places. `functions` are those that declare it:
    all variants for an argument or output, all overloads and variants for an operator's base name, one for an
    overload's name."""

    what: Literal["argument", "output", "operator", "overload"]
    old: str
    origin: Span
    places: tuple[RenamePlace, ...]
    functions: tuple[PlacedEntry, ...]


def plan_rename(snapshot: Snapshot, file: FileRole, offset: int) -> RenamePlan | Refusal:
    """What is renamed from an offset, whatever the new name."""
    found = symbol_at(snapshot, file, offset)
    if found is None:
        return Refusal("only operators, arguments and outputs can be renamed")
    symbol = found.symbol
    if isinstance(symbol, OperatorSymbol):
        plan = _operator_plan(snapshot, found, symbol)
    elif isinstance(symbol, (ArgumentSymbol, OutputSymbol)):
        plan = _variable_plan(snapshot, found, symbol)
    else:
        return Refusal(_nothing_of_the_pair(symbol))
    if isinstance(plan, Refusal):
        return plan
    if not plan.origin.start <= offset <= plan.origin.end:
        return Refusal(f"what follows `{plan.old}` here is no part of its name")
    texts: dict[FileRole, str] = {place.file: snapshot.document(place.file).text for place in plan.places}
    if any(texts[place.file][slice(*place.span)] != plan.old for place in plan.places):
        return Refusal(f"`{plan.old}` is written with YAML's escapes or folded somewhere: write it plainly first")
    return plan


def _nothing_of_the_pair(symbol: HelperSymbol | KernelSymbol | TagSymbol | WordSymbol) -> str:
    if isinstance(symbol, TagSymbol):
        return f"`{symbol.name}` is a tag: passes and tests ask for it by its name"
    if isinstance(symbol, HelperSymbol):
        return f"`{symbol.name}` is a C++ function: rename it in the C++ sources"
    if isinstance(symbol, KernelSymbol):
        return f"`{symbol.name}` is a kernel's C++ name: rename it in the C++ sources"
    return f"`{symbol.name}` is no name of this pair of files"


# Arguments and outputs


def _variable_plan(snapshot: Snapshot, found: Found, symbol: ArgumentSymbol | OutputSymbol) -> RenamePlan | Refusal:
    operator = symbol.specification.partition("(")[0].strip()
    functions = [snapshot.native_index.functions[placed] for placed in symbol.variants]
    if not functions:
        return Refusal(f"no function that can be read has the schema of `{operator}`: mend it first")
    name = symbol.name
    if name is None:
        return Refusal("the generator gives this output its name: name it in the schema's returns first")
    unreadable = _unreadable(snapshot, {function.func.name.name for function in functions}, formulas=False)
    if unreadable is not None:
        return unreadable
    if isinstance(symbol, ArgumentSymbol):
        arguments = [argument for function in functions for argument in function.func.arguments.all]
        if all(argument.name != name for argument in arguments):
            return Refusal(f"`{name}` is no argument of `{operator}`")
        if any(argument.name == name for function in functions for argument in function.func.arguments.options):
            return Refusal(f"`{name}` is one of the four arguments that make up TensorOptions, known by their names")
        if name == "self" and any(f.func.name.inplace or "method" in f.variants for f in functions):
            return Refusal("methods and in-place functions work on `self`: it cannot have another name")
    places = tuple([RenamePlace(place.file, place.span) for place in occurrences(snapshot, symbol)])
    what: Literal["argument", "output"] = "argument" if isinstance(symbol, ArgumentSymbol) else "output"
    return RenamePlan(what, name, found.meaning.span, places, symbol.variants)


# Operators


def _operator_plan(snapshot: Snapshot, found: Found, symbol: OperatorSymbol) -> RenamePlan | Refusal:
    written = found.meaning.text if isinstance(found.meaning, (Operator, FormulaWord)) else ""
    overload = _overload_under(found)
    if overload is not None:
        return _overload_plan(snapshot, found, symbol.operators[0])
    base = _base_of(symbol.operators[0].partition(".")[0])
    functions = _functions_with_base(snapshot, base)
    if not functions:
        return Refusal(f"no function that can be read is called `{written}`: mend its entry first")
    if any(snapshot.native_index.functions[placed].func.name.dunder for placed in functions):
        return Refusal(f"`{written}` has the name of a Python operator")
    if is_listed(snapshot.dialect, base):
        return Refusal(f"the generator's own tables know `{base}` by its name: its code would change")
    unreadable = _unreadable(snapshot, {base, f"{base}_"}, formulas=True)
    if unreadable is not None:
        return unreadable
    origin = found.meaning.span
    places = [*_base_places(snapshot, base), *_call_places(snapshot, base)]
    unique = tuple(sorted(dict.fromkeys(places)))
    return RenamePlan("operator", base, Span(origin.start, origin.start + len(base)), unique, functions)


def _base_of(name: str) -> str:
    return name[:-1] if name.endswith("_") and not name.startswith("__") else name


def _functions_with_base(snapshot: Snapshot, base: str) -> tuple[PlacedEntry, ...]:
    by_name = snapshot.native_index.by_name
    return (*by_name.get(base, ()), *by_name.get(f"{base}_", ()))


def _base_places(snapshot: Snapshot, base: str) -> Iterator[RenamePlace]:
    """The base name where operators are named: schemas and delegates."""
    for view, scalar, start, name in _written_names(snapshot, base, f"{base}_"):
        if name.partition(".")[0] in (base, f"{base}_"):
            yield RenamePlace(view.file, view.span(scalar, start, start + len(base)))


def _written_names(snapshot: Snapshot, *words: str) -> Iterator[tuple[EntryView, Scalar, int, str]]:
    """Every operator that an entry with one of the words in its text names, with its offset in the scalar."""
    for file in (snapshot.native, snapshot.derivatives):
        for view in views_with(file, *words):
            schema = view.schema
            if schema is not None:
                syntax = parse_schema(schema.value)
                yield view, schema, syntax.operator_span.start, syntax.operator
            for field in ("structured_delegate", "autogen") if view.file == "native_functions" else ():
                scalar = view.scalar(field)
                for start, name in () if scalar is None else list_words(scalar.value):
                    if scalar is not None:
                        yield view, scalar, start, name


def _call_places(snapshot: Snapshot, base: str) -> Iterator[RenamePlace]:
    """The base name where formulas call one of the variants."""
    names = (base, f"{base}_", f"{base}_out")
    for view in views_with(snapshot.derivatives, *names):
        about = about_function(snapshot, view)
        for word in words_named(view, *names):
            if not is_variable(word.token.text, about) and callees(word.token, word.formula, about, snapshot):
                start = word.token.span.start
                yield RenamePlace(view.file, view.span(word.scalar, start, start + len(base)))


def _overload_under(found: Found) -> str | None:
    """The overload's name, where the cursor is on it."""
    meaning, cursor = found.meaning, found.cursor
    if not isinstance(meaning, Operator) or "." not in meaning.text or cursor.at is None or cursor.scalar is None:
        return None
    start = cursor.scalar.value.find(meaning.text)
    base, _, overload = meaning.text.partition(".")
    return overload if overload and cursor.at > start + len(base) else None


def _overload_plan(snapshot: Snapshot, found: Found, operator: str) -> RenamePlan | Refusal:
    functions = functions_named(snapshot, operator)
    if not functions:
        return Refusal(f"no function that can be read is called `{operator}`: mend its entry first")
    base, _, overload = operator.partition(".")
    unreadable = _unreadable(snapshot, {base}, formulas=False)
    if unreadable is not None:
        return unreadable
    places: list[RenamePlace] = []
    for view, scalar, start, name in _written_names(snapshot, operator):
        if name == operator:
            first = start + len(base) + 1
            places.append(RenamePlace(view.file, view.span(scalar, first, first + len(overload))))
    end = found.meaning.span.end
    unique = tuple(sorted(dict.fromkeys(places)))
    return RenamePlan("overload", overload, Span(end - len(overload), end), unique, functions)


def is_listed(dialect: Dialect, base: str) -> bool:
    """Whether one of the generator's tables names a variant of an operator."""
    names = {base, f"{base}_", f"{base}_out"}
    tables = (
        dialect.manual_autograd,
        dialect.view_functions.keys(),
        dialect.view_functions_with_metadata_change,
        dialect.multi_output_safe_functions,
        dialect.returns_views_of_input,
        dialect.dont_require_derivative,
        dialect.gradient_implemented_for_complex,
        dialect.reset_grad_accumulator,
        dialect.dont_enforce_same_tensor_impl_or_storage,
        dialect.dont_enforce_tensor_impl_use_count,
        dialect.dont_enforce_storage_impl_use_count,
        _of_variants(dialect),
        {name.partition(".")[0] for name in dialect.schema.inplace_without_single_return},
    )
    return any(not names.isdisjoint(table) for table in tables)


def _of_variants(dialect: Dialect) -> frozenset[str]:
    """The operators that are named where variants and formulas of foreach functions are made."""
    variants, foreach = dialect.variants, dialect.foreach
    found: frozenset[str] = frozenset()
    if variants is not None:
        found |= variants.ungrouped_out | variants.ungrouped_inplace
        found |= variants.no_out_mutable | variants.no_out_functional
    if foreach is not None:
        found |= foreach.inplace_reference | foreach.tensor_overloads | (foreach.other_arity or frozenset())
        found |= foreach.inplace_without_formulas | foreach.inplace_other_arity
    return frozenset([name.partition(".")[0] for name in found])


def _unreadable(snapshot: Snapshot, names: set[str], *, formulas: bool) -> Refusal | None:
    """An entry that a rename would have to change, but that cannot be read: of an operator with one of the names, or,
    if `formulas`, one that has such a word anywhere."""
    for document in (snapshot.native, snapshot.derivatives):
        if document.fault is not None:
            return Refusal(f"{document.file}.yaml cannot be read: mend it first")
        for block in document.odd:
            start = document.start_of(block)
            words = rf"\b(?:{'|'.join(sorted(map(re.escape, names)))})\b"
            if block.placed or not re.search(words, block.text):
                continue
            if formulas or any(_name_of(view) in names for view in views_in(block, start, document.file)):
                line = document.position(start).line + 1
                return Refusal(f"the entry at line {line} of {document.file}.yaml cannot be read: mend it first")
    for index in (snapshot.native_index, snapshot.derivatives_index):
        for placed in index.faults:
            file = snapshot.document(placed.file)
            known = index is not snapshot.native_index or placed not in snapshot.native_index.functions
            view = next((view for view in views_in(placed.block, 0, placed.file) if view.placed is placed), None)
            if known and view is not None and _name_of(view) in names:
                line = file.position(file.start_of(placed.block)).line + 1
                return Refusal(f"the entry at line {line} of {file.file}.yaml has a mistake: mend it first")
    return None


def _name_of(view: EntryView) -> str:
    return view.operator.partition(".")[0]
