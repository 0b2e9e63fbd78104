"""Sections of a method in VariableType that both families write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vt_core.codegen.body_plan import DifferentiableOutput
from vt_core.codegen.cpp import CppArgument
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Place

BODY = "  "
NESTED = "    "
ENTRY = Place("derivatives")
OUTPUTS = Place("derivatives", ("output_differentiability",))
END = Section("end", ("}",))


def unpack(arguments: tuple[CppArgument, ...]) -> list[Section]:
    """The tensors behind the variables."""
    lines: list[str] = []
    for position, argument in enumerate(arguments):
        name = argument.name
        if argument.unpacked != name:
            reference = "" if argument.is_tensor_list else "&"
            lines.append(f'auto{reference} {argument.unpacked} = unpack({name}, "{name}", {position});')
    return [Section("unpack", tuple(lines), None, BODY)] if lines else []


def check_inplace(outputs: Iterable[DifferentiableOutput]) -> list[Section]:
    """That a leaf is not written to."""
    lines = tuple([f"check_inplace({output.name}, _any_requires_grad);" for output in outputs])
    return [Section("check_inplace", lines, None, BODY)] if lines else []


def out_function_checks(base: str, checked: Sequence[str], dialect: Dialect) -> list[Section]:
    """Neither inputs nor outputs of an out function may require grad: `checked` are the names of both."""
    lines: list[str] = []
    for names in checked:
        lines += (
            f"if (compute_requires_grad( {names} )) {{",
            f'  throw_error_out_requires_grad("{base}");',
            "}",
        )
    declared = f"{dialect.autograd.node_pointer.format('Node')} grad_fn;"
    return [
        Section("grad_fn", (declared,), None, BODY),
        Section("no_requires_grad_checks", tuple(lines), None, BODY),
    ]


def make_node(node: str | None, cpp_name: str, names: str, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The type of a method's node, and the lines that make and link it; without a node, one that only raises."""
    arguments = "" if node else f'"{cpp_name}"'
    node = node or "NotImplemented"
    made = dialect.autograd.make_node.format(node, arguments)
    return node, (f"grad_fn = {made};", f"grad_fn->set_next_edges(collect_next_edges( {names} ));")


def complex_check(
    f: NativeFunction, outputs: Iterable[DifferentiableOutput], source: Place | None, dialect: Dialect
) -> list[Section]:
    """That complex numbers are refused where no formula was written with them in mind."""
    base = f.func.name.base
    if base in dialect.gradient_implemented_for_complex:
        return []
    lines = [
        f'throw_error_for_complex_autograd({output.name}, "{base}");'
        for output in outputs
        if output.value.type == dialect.cpp_tensor
    ]
    return [Section("complex_check", tuple(lines), source, BODY)] if lines else []


def return_section(f: NativeFunction, names: tuple[str, ...]) -> list[Section]:
    """The results."""
    if not f.func.returns:
        return []
    return [Section("return", (f"return {_return_value(f, names)};",), None, BODY)]


def _return_value(f: NativeFunction, names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    if f.func.is_out:
        return f"std::forward_as_tuple({', '.join(names)})"
    return f"std::make_tuple({', '.join([f'std::move({name})' for name in names])})"


def result_target(f: NativeFunction, names: tuple[str, ...], dialect: Dialect) -> str:
    """What the results are assigned to."""
    if len(f.func.returns) == 1:
        return f"auto {f.func.returns[0].name or 'result'}"
    listed = ", ".join(names)
    return f"auto [{listed}]" if dialect.autograd.structured_bindings else f"std::tie({listed})"


def registration(operator: str, method: str) -> Section:
    """The line that makes `method`, with its class, the kernel of an operator."""
    return Section("registration", (f'm.impl("{operator}",', f"       TORCH_FN({method})", ");"))


def kernel_place(f: NativeFunction) -> Place | None:
    """What of the entry makes the function one with kernels of its own."""
    if f.structured_delegate is not None:
        return Place("native_functions", ("structured_delegate",))
    if not f.is_abstract:
        return None
    return Place("native_functions", ("dispatch",) if f.dispatch else ("structured",))
