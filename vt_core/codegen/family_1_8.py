"""What family 1.8 writes: one method a function, in VariableType alone, and the files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from vt_core.codegen.body_plan import plan_body
from vt_core.codegen.code_template import Value
from vt_core.codegen.cpp import CppCache
from vt_core.codegen.emitted import EmittedFunction, FunctionTexts, KeyedMethod, NodeTexts
from vt_core.codegen.strategy import emits_definition
from vt_core.codegen.template_files import GeneratedFile, Templates, TemplateUse, filled
from vt_core.codegen.variable_type import emit_method
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DEFAULT_KEY, KeyedInfo
from vt_core.model.native_function import NativeFunction

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


def emit_function(
    f: NativeFunction, keyed: Sequence[KeyedInfo], dialect: Dialect, cache: CppCache | None = None
) -> EmittedFunction:
    """All that is written of a function."""
    info, node_name = (keyed[0].info, keyed[0].node_name) if keyed else (None, None)
    plan = plan_body(f, info, dialect, cache) if emits_definition(f, info, dialect) else None
    method = emit_method(f, info, node_name, plan, dialect, cache)
    methods = (KeyedMethod(DEFAULT_KEY, method.definition, method.registration),) if method.definition else ()
    return EmittedFunction(method.declaration, methods, None, None)


def templates_of(dialect: Dialect) -> tuple[TemplateUse, ...]:
    """The templates that the files are made of."""
    return (
        TemplateUse("VariableType.h", _VARIABLE_TYPE_NAMES),
        TemplateUse("VariableType.cpp", _VARIABLE_TYPE_NAMES),
        TemplateUse("Functions.h", _FUNCTIONS_NAMES),
        TemplateUse("Functions.cpp", _FUNCTIONS_NAMES),
    )


def files(
    functions: Sequence[FunctionTexts], nodes: Sequence[NodeTexts], templates: Templates, dialect: Dialect
) -> Iterator[GeneratedFile]:
    """VariableType.h, the shards and the file with all of them, Functions.h and Functions.cpp, one by one."""
    methods = sorted(functions, key=attrgetter("cpp_name"))
    yield filled("VariableType.h", "VariableType.h", templates, _method_values(methods))
    shards: list[list[FunctionTexts]] = [[] for _ in range(dialect.variable_type_shards)]
    for method in methods:
        shards[shard_of(method.cpp_name, len(shards))].append(method)
    for index, shard in enumerate(shards):
        yield filled(f"VariableType_{index}.cpp", "VariableType.cpp", templates, _method_values(shard))
    yield filled("VariableTypeEverything.cpp", "VariableType.cpp", templates, _method_values(methods))
    values: dict[str, Value] = dict(
        zip(
            _FUNCTIONS_NAMES[1:],
            (
                [node.declaration for node in nodes],
                [node.definition for node in nodes],
                [_python_class(node.node_name) for node in nodes],
            ),
        )
    )
    for name in ("Functions.h", "Functions.cpp"):
        yield filled(name, name, templates, values)


def shard_of(cpp_name: str, shards: int) -> int:
    """The shard of the functions of a C++ name: the sum of its code points, modulo the number of shards."""
    return sum(map(ord, cpp_name)) % shards


def _python_class(node_name: str) -> str:
    return f'static PyTypeObject {node_name}Class;\naddClass<{node_name}>({node_name}Class, "{node_name}");'


def _method_values(functions: Sequence[FunctionTexts]) -> dict[str, Value]:
    defined = [function.methods[DEFAULT_KEY] for function in functions if function.methods]
    texts = (
        [function.declaration for function in functions],
        [method.definition for method in defined],
        [method.registration for method in defined],
    )
    return dict(zip(_VARIABLE_TYPE_NAMES[1:], texts))
