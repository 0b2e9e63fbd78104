"""The generated files as (path, text).

Every method and node is written once, whatever the number of files it stands in; the files come one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vt_core.codegen.code_template import clean_lines
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.emitted import (
    EmittedFunction,
    EmittedViewFunc,
    FunctionTexts,
    InplaceOrViewMethod,
    MethodTexts,
    NodeTexts,
    PairTexts,
)
from vt_core.codegen.families import emitters
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import Section, text
from vt_core.codegen.selective_build import ALL_OPERATORS, Selection
from vt_core.codegen.template_files import GeneratedFile, Templates, problems
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo, KeyedInfo
from vt_core.model.native_function import NativeFunction

# Decorators may stand between.
_AFTER_DOCSTRING = r'"""\n+(?=(?:\s*@.+\n)*\s*(?:class|def))'


class MatchedFunction(NamedTuple):
    """A function with the infos that it matched, one for each autograd key."""

    f: NativeFunction
    keyed: tuple[KeyedInfo, ...]


def template_names(dialect: Dialect) -> tuple[str, ...]:
    """The templates that the files are made of."""
    return tuple([use.name for use in emitters(dialect).templates_of(dialect)])


def template_problems(templates: Templates, dialect: Dialect) -> tuple[str, ...]:
    """What keeps the files from being written: a template that is missing or asks for an unknown value."""
    return problems(templates, emitters(dialect).templates_of(dialect))


def generated_files(
    functions: Iterable[MatchedFunction],
    infos: Iterable[tuple[DifferentiabilityInfo, str | None]],
    templates: Templates,
    dialect: Dialect,
    selection: Selection = ALL_OPERATORS,
) -> Iterator[GeneratedFile]:
    """All files of the dialect's family, one by one.

    `functions` are in the order of native_functions.yaml, generated ones last, `infos` with their nodes' names in the
    generator's order; both are without faults, `templates` without problems.
    """
    selected = (matched for matched in functions if selection.is_for_training(matched.f))
    texts = list(function_texts(selected, dialect))
    # The formulas of a foreach function are made when it is matched, which only those that are selected are.
    nodes = [
        (info, name)
        for info, name in infos
        if info.copied_from is None or not info.func.is_foreach or selection.is_for_training(info.func)
    ]
    for file in emitters(dialect).files(texts, list(node_texts(nodes, dialect)), templates, dialect):
        yield with_docstring_gaps(file) if dialect.autograd.docstring_gaps else file


def with_docstring_gaps(file: GeneratedFile) -> GeneratedFile:
    """The file with one empty line between three quotes and what looks like a Python class or function on the next
    lines. The generator does that for its stubs, and to all that it writes (`FileManager.substitute_with_template`)."""
    if '"""' not in file.text:
        return file
    return file._replace(text=re.sub(_AFTER_DOCSTRING, '"""\n\n', file.text))


def function_texts(functions: Iterable[MatchedFunction], dialect: Dialect) -> Iterator[FunctionTexts]:
    """Each function's texts, in the order given."""
    cache = CppCache()
    emit = emitters(dialect).emit_function
    for f, keyed in functions:
        yield _texts(f, emit(f, keyed, dialect, cache), dialect)


def node_texts(infos: Iterable[tuple[DifferentiabilityInfo, str | None]], dialect: Dialect) -> Iterator[NodeTexts]:
    """The texts of each info's node, if it has one, in the order given."""
    for info, node_name in infos:
        if node_name is not None:
            node = emit_node(info, node_name, dialect)
            declaration = section_text(node.declaration, dialect)
            yield NodeTexts(node_name, info.autograd_key, declaration, section_text(node.definition, dialect))


def section_text(sections: Iterable[Section], dialect: Dialect) -> str:
    """The text of sections as the templates of the release leave it, without a line break at its end."""
    joined = text(sections)
    return clean_lines(joined) if dialect.autograd.clean_blanks else joined


def _texts(f: NativeFunction, emitted: EmittedFunction, dialect: Dialect) -> FunctionTexts:
    return FunctionTexts(
        f.cpp_name,
        f.root_name,
        section_text(emitted.declaration, dialect),
        {
            method.autograd_key: MethodTexts(
                section_text(method.definition, dialect), section_text(method.registration, dialect)
            )
            for method in emitted.methods
        },
        _inplace_or_view(emitted.inplace_or_view, dialect),
        _view_func(emitted.view_func, dialect),
    )


def _inplace_or_view(method: InplaceOrViewMethod | None, dialect: Dialect) -> PairTexts | None:
    if method is None:
        return None
    return PairTexts(
        method.header, section_text(method.definition, dialect), section_text(method.registration, dialect)
    )


def _view_func(view: EmittedViewFunc | None, dialect: Dialect) -> PairTexts | None:
    if view is None:
        return None
    return PairTexts(view.header, section_text(view.declaration, dialect), section_text(view.definition, dialect))
