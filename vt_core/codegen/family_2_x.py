"""What family 2.x writes: a function's methods for each autograd key, its method in ADInplaceOrView, its view object,
and the files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from vt_core.codegen.autograd_method import emit_methods
from vt_core.codegen.code_template import Value, fill, parse_template
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.emitted import INPLACE_OR_VIEW_SHARDS, EmittedFunction, FunctionTexts, NodeTexts
from vt_core.codegen.inplace_or_view import emit_inplace_or_view
from vt_core.codegen.strategy import emits_definition
from vt_core.codegen.template_files import GeneratedFile, Templates, TemplateUse, filled, generated_comment
from vt_core.codegen.view_funcs import emit_view_func
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DEFAULT_KEY, KeyedInfo
from vt_core.model.native_function import NativeFunction

_VARIABLE_TYPE = "VariableType.cpp"
_INPLACE_OR_VIEW = "ADInplaceOrViewType.cpp"
_DEFINITIONS, _REGISTRATIONS = "type_derived_method_definitions", "wrapper_registrations"


def emit_function(
    f: NativeFunction, keyed: Sequence[KeyedInfo], dialect: Dialect, cache: CppCache | None = None
) -> EmittedFunction:
    """All that is written of a function."""
    if not emits_definition(f, keyed[0].info if keyed else None, dialect):
        return EmittedFunction((), (), None, None)
    cache = cache or CppCache()
    default = next((one.info for one in keyed if one.autograd_key == DEFAULT_KEY), None)
    return EmittedFunction(
        (),
        emit_methods(f, keyed, dialect, cache),
        emit_inplace_or_view(f, default, dialect, cache),
        emit_view_func(f, dialect, cache),
    )


def templates_of(dialect: Dialect) -> tuple[TemplateUse, ...]:
    """The templates that the files are made of."""
    comment = "generated_comment"
    header = "ops_headers"
    methods = ("inplace_or_view_method_definitions", "inplace_or_view_wrapper_registrations")
    nodes = (comment, "autograd_function_declarations", "autograd_function_definitions")
    views = (comment, header, "view_func_declarations", "view_func_definitions")
    uses = (
        TemplateUse("VariableType.h", (comment,)),
        TemplateUse(_VARIABLE_TYPE, (comment, _DEFINITIONS, _REGISTRATIONS)),
        TemplateUse(_INPLACE_OR_VIEW, (comment, header, *methods, "shard_id")),
        TemplateUse("Functions.h", nodes),
        TemplateUse("Functions.cpp", nodes),
    )
    if not dialect.autograd.view_func_objects:
        return uses
    return (*uses, TemplateUse("ViewFuncs.h", views), TemplateUse("ViewFuncs.cpp", views))


def files(
    functions: Sequence[FunctionTexts], nodes: Sequence[NodeTexts], templates: Templates, dialect: Dialect
) -> Iterator[GeneratedFile]:
    """VariableType, ADInplaceOrViewType (each in shards, and in a file with all of them), Functions and ViewFuncs."""
    clean = dialect.autograd.clean_blanks
    ordered = sorted(functions, key=attrgetter("cpp_name"))
    yield filled("VariableType.h", "VariableType.h", templates, {}, clean_blanks=clean)
    yield from _variable_type_files(ordered, nodes, templates, dialect)
    yield from _inplace_or_view_files(ordered, templates, clean)
    # A definition that is longer than one function ends with a blank line.
    end = "\n\n" if dialect.autograd.apply_form == "packed" else ""
    values: dict[str, Value] = {
        "autograd_function_declarations": [node.declaration for node in nodes],
        "autograd_function_definitions": [node.definition + end for node in nodes],
    }
    for name in ("Functions.h", "Functions.cpp"):
        yield filled(name, name, templates, values, clean_blanks=clean)
    if not dialect.autograd.view_func_objects:
        return
    views = [function.view_func for function in ordered if function.view_func is not None]
    values = {
        "ops_headers": [view.header for view in views],
        "view_func_declarations": [f"{view.first}\n\n" for view in views],
        "view_func_definitions": [f"{view.second}\n\n" for view in views],
    }
    for name in ("ViewFuncs.h", "ViewFuncs.cpp"):
        yield filled(name, name, templates, values, clean_blanks=clean)


def shard_of(name: str, shards: int) -> int:
    """The shard of a name: its SHA-1 sum as a number, lowest byte first, modulo the number of shards."""
    digest = hashlib.sha1(name.encode("latin-1", "replace"), usedforsecurity=False).digest()
    return int.from_bytes(digest, "little") % shards


def _sharded(
    functions: Iterable[FunctionTexts], key: str, shards: int
) -> Iterator[tuple[str, Sequence[FunctionTexts]]]:
    """The end of each file's name, with what stands in that file."""
    every = list(functions)
    found: list[list[FunctionTexts]] = [[] for _ in range(shards)]
    name_of = attrgetter(key)
    for function in every:
        found[shard_of(name_of(function), shards)].append(function)
    yield from zip([f"_{index}" for index in range(shards)], found)
    yield "Everything", every


def _variable_type_files(
    functions: Sequence[FunctionTexts], nodes: Sequence[NodeTexts], templates: Templates, dialect: Dialect
) -> Iterator[GeneratedFile]:
    """The template is filled twice: with a block for each autograd key that has formulas, then with the methods."""
    forms = dialect.autograd
    keys = sorted({node.autograd_key for node in nodes} | {key for one in functions for key in one.methods})
    stage = fill(
        parse_template(templates.texts.get(_VARIABLE_TYPE, "")),
        {
            "generated_comment": f"@generated by {forms.two_stage_comment} from {_VARIABLE_TYPE}",
            _DEFINITIONS: "\n\n".join([f"${{{_DEFINITIONS}_{key}}}" for key in keys]),
            _REGISTRATIONS: "\n\n".join([_library(key) for key in keys]),
        },
        clean_blanks=forms.clean_blanks,
    )
    parsed = parse_template(stage)
    for end, shard in _sharded(functions, "cpp_name", dialect.variable_type_shards):
        values: dict[str, Value] = {"generated_comment": generated_comment(_VARIABLE_TYPE, templates)}
        for key in keys:
            methods = [function.methods[key] for function in shard if key in function.methods]
            values[f"{_DEFINITIONS}_{key}"] = [method.definition for method in methods if method.definition]
            values[f"{_REGISTRATIONS}_{key}"] = [method.registration for method in methods]
        yield GeneratedFile(f"VariableType{end}.cpp", fill(parsed, values, clean_blanks=forms.clean_blanks))


def _library(key: str) -> str:
    """Where the methods of an autograd key are registered; those of all backends under `Autograd`."""
    dispatch_key = "Autograd" if key == DEFAULT_KEY else key
    return f"TORCH_LIBRARY_IMPL(aten, {dispatch_key}, m) {{\n${{{_REGISTRATIONS}_{key}}}\n}}"


def _inplace_or_view_files(
    functions: Sequence[FunctionTexts], templates: Templates, clean_blanks: bool
) -> Iterator[GeneratedFile]:
    written = [function for function in functions if function.inplace_or_view is not None]
    for end, shard in _sharded(written, "root_name", INPLACE_OR_VIEW_SHARDS):
        methods = [function.inplace_or_view for function in shard if function.inplace_or_view is not None]
        values: dict[str, Value] = {
            "shard_id": end,
            "ops_headers": [method.header for method in methods],
            "inplace_or_view_method_definitions": [method.first for method in methods],
            "inplace_or_view_wrapper_registrations": [method.second for method in methods],
        }
        path = f"ADInplaceOrViewType{end}.cpp"
        yield filled(path, _INPLACE_OR_VIEW, templates, values, clean_blanks=clean_blanks)
