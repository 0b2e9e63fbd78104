"""Cards of the parts of a schema: types, alias annotations, names, defaults."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.codegen.body_plan import view_base
from vt_core.codegen.cpp import argument_type, default_text, return_type
from vt_core.ide.argument_words import argument_lines, output_lines
from vt_core.ide.cursor import Cursor
from vt_core.ide.field_docs import TYPES
from vt_core.ide.markdown import bullets, code, codes, paragraphs
from vt_core.ide.meaning import SchemaItem, output_names
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument, Return
from vt_core.model.schema_parts import SchemaCache, read_argument, read_return
from vt_core.model.types import BaseType, ListType, OptionalType, Type
from vt_core.syntax.schema import ArgumentSyntax, base_type


def schema_text(cursor: Cursor, item: SchemaItem) -> str:
    """What to say of a part of an argument or return."""
    facts, cache = cursor.snapshot.dialect.schema, SchemaCache()
    read = (read_return if item.is_return else read_argument)(item.syntax.text, facts, cache)
    if not isinstance(read, (Argument, Return)):
        return _unread(cursor, item.syntax)
    if item.part == "type":
        return _type_text(cursor, item, read)
    if item.part == "annotation":
        return _annotation_text(cursor, item, read)
    if isinstance(read, Return):
        return _return_text(cursor, item, read)
    return _default_text(cursor, read) if item.part == "default" else _argument_text(cursor, item, read)


def _unread(cursor: Cursor, syntax: ArgumentSyntax) -> str:
    """A part that the generator refuses: as much as its base type says."""
    base = syntax.part(base_type(syntax.type).span) or ""
    meaning = TYPES.get(base)
    if meaning is None:
        known = sorted(cursor.snapshot.dialect.schema.base_types)
        return f"{code(base)} is no type that schemas of {cursor.snapshot.dialect.release} know: {codes(known)}"
    return f"{code(syntax.text)} is not complete; {code(base)}: {meaning}"


def _type_text(cursor: Cursor, item: SchemaItem, read: Argument | Return) -> str:
    dialect = cursor.snapshot.dialect
    head = f"**{code(str(read.type))}**: {describe_type(read.type)}"
    if isinstance(read, Argument):
        type_, what = argument_type(read, dialect), "argument"
    else:
        type_, what = return_type(read, dialect), "return"
    cpp = f"C++ {what} type: {code(type_)}" if type_ else f"C++ has no {what} type for it: the generator refuses that"
    lines = [cpp]
    if read.annotation is not None:
        lines.append(annotation_meaning(str(read.annotation), item.is_return))
    if isinstance(read, Return):
        lines += _output_lines(cursor, item)
    return paragraphs([head, bullets(lines)])


def describe_type(type_: Type) -> str:
    """A type in words."""
    if isinstance(type_, BaseType):
        return TYPES.get(type_.name, f"a {type_.name}")
    if isinstance(type_, OptionalType):
        return f"{describe_type(type_.elem)}, or `None`"
    assert isinstance(type_, ListType)
    inner = code(str(type_.elem))
    if type_.size is None:
        return f"a list of {inner}"
    alone = "" if str(type_.elem) == "bool" else f"; in Python, one {inner} alone stands for {type_.size} equal ones"
    return f"a list of {type_.size} {inner}{alone}"


def annotation_meaning(annotation: str, is_return: bool) -> str:
    """What an alias annotation says; releases that allow several sets write `a|b`."""
    letter = annotation.removesuffix("!")
    if annotation.endswith("!"):
        what = "it is an argument that is changed in place" if is_return else "the argument is changed in place"
        return f"{code(annotation)}: alias set {code(letter)}, written to: {what}"
    what = "what is returned" if is_return else "the argument"
    return f"{code(annotation)}: alias set {code(letter)}: {what} may share memory with the others of the set"


def _annotation_text(cursor: Cursor, item: SchemaItem, read: Argument | Return) -> str:
    annotation = "" if read.annotation is None else str(read.annotation)
    lines: list[str] = []
    function = _function(cursor, item)
    if function is not None and read.annotation is not None:
        lines += _partners(function, read)
        if not read.is_write:
            base = view_base(function, cursor.snapshot.dialect)
            name = code(function.func.name.base)
            if base is None:
                lines.append(f"autograd does not go by this: {name} is not in its list of views, so it makes none")
            else:
                lines.append(f"autograd goes by its own list, where {name} returns views of {code(base)}")
    return paragraphs([annotation_meaning(annotation, item.is_return), bullets(lines)])


def _partners(function: NativeFunction, read: Argument | Return) -> Iterator[str]:
    """Which other parts of the schema are in the same alias set."""
    func = function.func
    arguments = [a.name for a in func.arguments.all if a.annotation == read.annotation and a is not read]
    if isinstance(read, Return):
        if arguments:
            yield f"the same set as {codes(arguments)}: " + ("returned itself" if read.is_write else "a view of it")
        return
    outputs = [at for at, returned in enumerate(func.returns) if returned.annotation == read.annotation]
    names = output_names(function)
    if outputs:
        returned = codes([names[at] for at in outputs if at < len(names)])
        yield f"the same set as the output {returned}"


def _argument_text(cursor: Cursor, item: SchemaItem, read: Argument) -> str:
    type_ = argument_type(read, cursor.snapshot.dialect)
    head = f"**{code(read.name)}**: argument {item.ordinal + 1}, {code(str(read.type))}"
    declared = f", in C++ {code(f'{type_} {read.name}')}" if type_ else ""
    lines = argument_lines(cursor.snapshot, item.function, read.name)
    return paragraphs([head + declared, bullets(lines)])


def _return_text(cursor: Cursor, item: SchemaItem, read: Return) -> str:
    head = f"**{code(read.name or '')}**: output {item.ordinal + 1}, {code(str(read.type))}"
    type_ = return_type(read, cursor.snapshot.dialect)
    declared = f", in C++ {code(type_)}" if type_ else ""
    return paragraphs([head + declared, bullets(_output_lines(cursor, item))])


def _output_lines(cursor: Cursor, item: SchemaItem) -> list[str]:
    function = _function(cursor, item)
    names = () if function is None else output_names(function)
    if item.ordinal >= len(names):
        return []
    named = f"formulas call it {code(names[item.ordinal])}"
    return [named, *output_lines(cursor.snapshot, item.function, item.ordinal)]


def _function(cursor: Cursor, item: SchemaItem) -> NativeFunction | None:
    return None if item.function is None else cursor.snapshot.native_index.functions[item.function]


def _default_text(cursor: Cursor, read: Argument) -> str:
    dialect = cursor.snapshot.dialect
    default = read.default or ""
    text = default_text(default, read.type, dialect)
    if text is None:
        return f"{code(default)} has no C++ text as a default of {code(str(read.type))}: the generator refuses it"
    function = None if cursor.function is None else cursor.snapshot.native_index.functions[cursor.function]
    head = f"**{code(default)}**: default of {code(read.name)}; C++ writes {code(text)}"
    if function is not None and read.name in function.cpp_no_default_args:
        return f"{head}, but `cpp_no_default_args` leaves it out of the C++ signature"
    if function is not None and read in function.func.arguments.options:
        return f"{head}, within `TensorOptions options={{}}`"
    return head
