"""What can be gone to, looked for and renamed: one symbol for all places that mean the same thing."""

from __future__ import annotations

from typing import NamedTuple, Union

from vt_core.analysis.document import GeneratedEntry, PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.callees import callees
from vt_core.ide.cursor import Cursor, cursor_at
from vt_core.ide.meaning import (
    FieldValue,
    FormulaWord,
    GradientKey,
    Kernel,
    Meaning,
    Operator,
    SchemaItem,
    Tag,
    keyed_output,
    meaning_at,
    output_names,
    schema_items,
)
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span


class OperatorSymbol(NamedTuple):
    """Operators by their names with overload: one, or the overloads that a call may mean. `functions` are those of
    them that the generator can read."""

    operators: tuple[str, ...]
    functions: tuple[PlacedEntry, ...]


class ArgumentSymbol(NamedTuple):
    """An argument of all variants of an operator (in file order), or of a schema that nobody can read.

    `specification` is the schema of the entry that was asked from.
    """

    name: str
    variants: tuple[PlacedEntry, ...]
    specification: str


class OutputSymbol(NamedTuple):
    """An output of all variants of an operator, by its place; `name` is the schema's name for it, None without one. An
    out argument with the same name is the same thing."""

    ordinal: int
    name: str | None
    variants: tuple[PlacedEntry, ...]
    specification: str


class HelperSymbol(NamedTuple):
    """A C++ function that formulas call and that is no operator."""

    name: str


class KernelSymbol(NamedTuple):
    """A kernel under `dispatch`."""

    name: str


class WordSymbol(NamedTuple):
    """Any other identifier of a formula; it means something in its entry only (`grad`, `sizes`)."""

    name: str


class TagSymbol(NamedTuple):
    """A tag that tags.yaml declares and functions have."""

    name: str


Symbol = Union[OperatorSymbol, ArgumentSymbol, OutputSymbol, HelperSymbol, KernelSymbol, TagSymbol, WordSymbol]


class Found(NamedTuple):
    """What an offset touches: the cursor, its meaning, and the symbol."""

    cursor: Cursor
    meaning: Meaning
    symbol: Symbol


def symbol_at(snapshot: Snapshot, file: FileRole, offset: int) -> Found | None:
    """The symbol that an offset touches; None for everything that is the same thing nowhere else."""
    cursor = cursor_at(snapshot, file, offset)
    meaning = meaning_at(cursor)
    # In a fold's indentation or on a quote the cursor stands for what comes next, but touches nothing.
    if meaning is None or not meaning.span.start <= cursor.start + cursor.offset <= meaning.span.end:
        return None
    symbol = _symbol(cursor, meaning)
    if isinstance(meaning, FormulaWord) and meaning.role in ("tangent", "primal"):
        # What is the same thing elsewhere is the argument's name, without the ending.
        start = meaning.span.start
        meaning = meaning._replace(span=Span(start, start + len(meaning.subject)))
    return None if symbol is None else Found(cursor, meaning, symbol)


def variants_of(snapshot: Snapshot, placed: PlacedEntry | None) -> tuple[PlacedEntry, ...]:
    """A function with its functional, in-place and out siblings that are written down: those with the same signature,
    defaults aside."""
    if placed is None:
        return ()
    index = snapshot.native_index
    found = index.by_loose_signature.get(index.functions[placed].func.loose_signature, ())
    return tuple([one for one in found if not isinstance(one, GeneratedEntry)]) or (placed,)


def function_of(snapshot: Snapshot, placed: PlacedEntry | None) -> NativeFunction | None:
    """The value of a function's entry."""
    return None if placed is None else snapshot.native_index.functions.get(placed)


def functions_named(snapshot: Snapshot, operator: str) -> tuple[PlacedEntry, ...]:
    """The functions of a name with overload; several only where the file declares them twice. Generated ones where it
    does not declare it at all."""
    index = snapshot.native_index
    overloads = index.by_name.get(operator.partition(".")[0], ())
    declared = tuple([placed for placed in overloads if index.functions[placed].func.name.text == operator])
    return declared or index.by_operator.get(operator, ())


def function_meant(cursor: Cursor) -> PlacedEntry | None:
    """The function that the cursor's entry is about; where its schema is nobody's, the one of the same name."""
    if cursor.function is not None or cursor.file == "native_functions":
        return cursor.function
    operator = cursor.specification.partition("(")[0].strip()
    return next(iter(functions_named(cursor.snapshot, operator)), None)


def _symbol(cursor: Cursor, meaning: Meaning) -> Symbol | None:
    if isinstance(meaning, Operator):
        return (
            None
            if not meaning.text
            else OperatorSymbol((meaning.text,), functions_named(cursor.snapshot, meaning.text))
        )
    if isinstance(meaning, SchemaItem):
        return _schema_item(cursor, meaning)
    if isinstance(meaning, GradientKey):
        return _keyed(cursor, meaning.name)
    if isinstance(meaning, FormulaWord):
        return _formula_word(cursor, meaning)
    if isinstance(meaning, Kernel):
        return KernelSymbol(meaning.name) if meaning.name else None
    if isinstance(meaning, Tag):
        return TagSymbol(meaning.name)
    if isinstance(meaning, FieldValue) and meaning.field == "cpp_no_default_args":
        return _argument(cursor, meaning.text)
    return None


def _keyed(cursor: Cursor, name: str) -> Symbol:
    """What a gradient key names: an argument; for a forward formula an output."""
    found = _argument_or_output(cursor, name)
    known = function_of(cursor.snapshot, function_meant(cursor))
    if found is None and known is not None and cursor.snapshot.dialect.variants is not None:
        ordinal = keyed_output(known, name)
        if ordinal is not None:
            variants = variants_of(cursor.snapshot, function_meant(cursor))
            return OutputSymbol(ordinal, known.func.returns[ordinal].name, variants, cursor.specification)
    return found or _argument(cursor, name)


def _schema_item(cursor: Cursor, item: SchemaItem) -> Symbol | None:
    if item.part != "name" or not item.name:
        return None
    if not item.is_return:
        return _argument_or_output(cursor, item.name) or _argument(cursor, item.name)
    variants = variants_of(cursor.snapshot, function_meant(cursor))
    return OutputSymbol(item.ordinal, item.name, variants, cursor.specification)


def _argument(cursor: Cursor, name: str) -> ArgumentSymbol:
    return ArgumentSymbol(name, variants_of(cursor.snapshot, function_meant(cursor)), cursor.specification)


def _argument_or_output(cursor: Cursor, name: str) -> Symbol | None:
    """The argument or output of the cursor's function that formulas know by a name."""
    known = function_of(cursor.snapshot, function_meant(cursor))
    if known is None:
        return None
    ordinal = written_output(known, name)
    if ordinal is None and any(argument.name == name for argument in known.func.arguments.all):
        return _argument(cursor, name)
    names = output_names(known)
    if ordinal is None and name in names:
        ordinal = names.index(name)
    if ordinal is None:
        return None
    variants = variants_of(cursor.snapshot, function_meant(cursor))
    return OutputSymbol(ordinal, known.func.returns[ordinal].name, variants, cursor.specification)


def written_output(function: NativeFunction, name: str) -> int | None:
    """The number of the output that an out argument of the same name is written into."""
    pairs = zip(function.func.arguments.out, function.func.returns)
    found = [number for number, (out, return_) in enumerate(pairs) if out.name == return_.name == name]
    return found[0] if found else None


def _formula_word(cursor: Cursor, word: FormulaWord) -> Symbol | None:
    snapshot = cursor.snapshot
    if word.role in ("operator", "method"):
        found = callees(word.token, word.formula, function_of(snapshot, word.function), snapshot)
        if found:
            names = tuple([snapshot.native_index.functions[placed].func.name.text for placed in found])
            return OperatorSymbol(names, found)
    if word.role in ("tangent", "primal"):
        return _argument(cursor, word.subject)
    if word.role in ("argument", "output", "name"):
        return _argument_or_output(cursor, word.text) or _written(cursor, word.text) or WordSymbol(word.text)
    return HelperSymbol(word.text) if word.role == "helper" else WordSymbol(word.text)


def _written(cursor: Cursor, name: str) -> Symbol | None:
    """An argument or output of the schema that the entry itself writes, where that is nobody's."""
    _, arguments, returns = schema_items(cursor.specification)
    if any(syntax.part(syntax.name) == name for _, syntax in arguments):
        return _argument(cursor, name)
    names = [syntax.part(syntax.name) for _, syntax in returns]
    return OutputSymbol(names.index(name), name, (), cursor.specification) if name in names else None
