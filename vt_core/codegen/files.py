"""The generated files as (path, text): VariableType.h, its shards, VariableTypeEverything.cpp, Functions.h and .cpp.

Every method and node is written once, whatever the number of files it stands in; the files come one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.code_template import Value, fill, parse_template, unknown_names
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import text
from vt_core.codegen.selective_build import ALL_OPERATORS, Selection
from vt_core.codegen.strategy import emits_definition
from vt_core.codegen.variable_type import emit_method
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction

TEMPLATE_NAMES = ("VariableType.h", "VariableType.cpp", "Functions.h", "Functions.cpp")

_VARIABLE_TYPE_NAMES = (
    "generated_comment",
    "type_derived_method_declarations",
    "type_derived_method_definitions",
    "wrapper_registrations",
)
_FUNCTIONS_NAMES = (
    "generated_comment",
    "autograd_function_declarations",
    "autograd_function_definitions",
    "py_function_initializers",
)


class MatchedFunction(NamedTuple):
    """A function with the info that it matched, and the numbered name of that info's node where it has one."""

    f: NativeFunction
    info: DifferentiabilityInfo | None
    node_name: str | None


class Templates(NamedTuple):
    """The template files' texts by name (`TEMPLATE_NAMES`), and their folder as the first comment names it."""

    texts: Mapping[str, str]
    folder: str


class GeneratedFile(NamedTuple):
    """A file by its name, and all of its text."""

    path: str
    text: str


class MethodText(NamedTuple):
    """A method's texts; `definition` and `registration` are empty for one that is only declared."""

    cpp_name: str
    declaration: str
    definition: str
    registration: str


def template_problems(templates: Templates) -> tuple[str, ...]:
    """What keeps the files from being written: a template that is missing or asks for an unknown value."""
    problems: list[str] = []
    for name in TEMPLATE_NAMES:
        path = f"{templates.folder}/{name}"
        if name not in templates.texts:
            problems.append(f"{path} is missing")
            continue
        known = _VARIABLE_TYPE_NAMES if name.startswith("VariableType") else _FUNCTIONS_NAMES
        unknown = dict.fromkeys(unknown_names(parse_template(templates.texts[name]), known))
        problems += [f"{path} asks for `{asked}`, which the generator does not provide" for asked in unknown]
    return tuple(problems)


def generated_files(
    functions: Iterable[MatchedFunction],
    infos: Iterable[tuple[DifferentiabilityInfo, str | None]],
    templates: Templates,
    dialect: Dialect,
    selection: Selection = ALL_OPERATORS,
) -> Iterator[GeneratedFile]:
    """All files of the family, one by one.

    `functions` are in the order of native_functions.yaml, `infos` with their nodes' names in that of derivatives.yaml;
    both are without faults, `templates` without problems.
    """
    selected = (matched for matched in functions if selection.is_for_training(matched.f))
    yield from variable_type_files(selected, templates, dialect)
    yield from functions_files(infos, templates, dialect)


def variable_type_files(
    functions: Iterable[MatchedFunction], templates: Templates, dialect: Dialect
) -> Iterator[GeneratedFile]:
    """VariableType.h, the shards, and the file with all of them."""
    methods = sorted(method_texts(functions, dialect), key=attrgetter("cpp_name"))
    yield _filled("VariableType.h", "VariableType.h", templates, _method_values(methods))
    shards: list[list[MethodText]] = [[] for _ in range(dialect.variable_type_shards)]
    for method in methods:
        shards[shard_of(method.cpp_name, len(shards))].append(method)
    for index, shard in enumerate(shards):
        yield _filled(f"VariableType_{index}.cpp", "VariableType.cpp", templates, _method_values(shard))
    yield _filled("VariableTypeEverything.cpp", "VariableType.cpp", templates, _method_values(methods))


def method_texts(functions: Iterable[MatchedFunction], dialect: Dialect) -> Iterator[MethodText]:
    """Each function's method, in the order given."""
    cache = CppCache()
    for f, info, node_name in functions:
        plan = plan_body(f, info, dialect, cache) if emits_definition(f, info, dialect) else None
        method = emit_method(f, info, node_name, plan, dialect, cache)
        yield MethodText(f.cpp_name, text(method.declaration), text(method.definition), text(method.registration))


def shard_of(cpp_name: str, shards: int) -> int:
    """The shard of the functions of a C++ name: the sum of its code points, modulo the number of shards."""
    return sum(map(ord, cpp_name)) % shards


def functions_files(
    infos: Iterable[tuple[DifferentiabilityInfo, str | None]], templates: Templates, dialect: Dialect
) -> Iterator[GeneratedFile]:
    """Functions.h and Functions.cpp."""
    declarations: list[str] = []
    definitions: list[str] = []
    python: list[str] = []
    for info, node_name in infos:
        if node_name is not None:
            node = emit_node(info, node_name, dialect)
            declarations.append(text(node.declaration))
            definitions.append(text(node.definition))
            python.append(
                f'static PyTypeObject {node_name}Class;\naddClass<{node_name}>({node_name}Class, "{node_name}");'
            )
    values: dict[str, Value] = dict(zip(_FUNCTIONS_NAMES[1:], (declarations, definitions, python)))
    for name in ("Functions.h", "Functions.cpp"):
        yield _filled(name, name, templates, values)


def _method_values(methods: Sequence[MethodText]) -> dict[str, Value]:
    defined = [method for method in methods if method.definition]
    texts = (
        [method.declaration for method in methods],
        [method.definition for method in defined],
        [method.registration for method in defined],
    )
    return dict(zip(_VARIABLE_TYPE_NAMES[1:], texts))


def _filled(path: str, template: str, templates: Templates, values: Mapping[str, Value]) -> GeneratedFile:
    comment = f"@generated from {templates.folder}/{template}"
    parsed = parse_template(templates.texts.get(template, ""))
    return GeneratedFile(path, fill(parsed, {**values, "generated_comment": comment}))
