"""Cards of gradient keys."""

from __future__ import annotations

from collections.abc import Iterator

from vt_core.codegen.cpp import argument_type
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import text
from vt_core.ide.cursor import Cursor
from vt_core.ide.markdown import bullets, code, codes, fenced, nested, paragraphs
from vt_core.ide.meaning import GradientKey
from vt_core.ide.plans import plan_of
from vt_core.ide.saved_words import Node, saved_by
from vt_core.model.derivatives import Derivative, DifferentiabilityInfo

_MOST_BLOCK = 1500


def key_text(cursor: Cursor, key: GradientKey) -> str:
    """What the gradient of an argument is, and what it costs."""
    if key.function is None:
        return f"**{code(key.name)}**: a gradient, of an operator that native_functions.yaml does not declare"
    snapshot = cursor.snapshot
    f = snapshot.native_index.functions[key.function]
    argument = next((argument for argument in f.func.arguments.all if argument.name == key.name), None)
    operator = code(f.func.name.text)
    if argument is None and not (key.name == "options" and f.func.arguments.options):
        known = [a.name for a in f.func.arguments.non_out if a.type.is_tensor_like]
        return f"**{code(key.name)}**: no argument of {operator}. Those that can be differentiated: {codes(known)}"
    head = f"**{code(key.name)}**: gradient of an argument of {operator}"
    if argument is not None:
        type_ = argument_type(argument, snapshot.dialect)
        head += f", {code(str(argument.type))}" + (f", in C++ {code(type_)}" if type_ else "")
    info = None if cursor.placed is None else snapshot.derivatives_index.infos.get(cursor.placed)
    if info is None:
        return paragraphs([head, bullets(["the entry has errors; what the node keeps is open"])])
    if key.name in info.non_differentiable:
        return paragraphs([head, bullets(["non-differentiable: it has no edge, and may require grad without effect"])])
    derivative = next((found for found in info.derivatives if found.key == key.key), None)
    if derivative is None:
        return head
    node = Node(f, info, plan_of(f, info, snapshot.dialect), snapshot.dialect)
    lines = [*_edge(cursor, info, key.name), *_joint(derivative, key.name), *_guard(node, derivative)]
    saved = saved_by(node, derivative)
    lines.append(nested("**Saves**", saved) if saved else "**Saves** nothing")
    return paragraphs([head, bullets(lines), _generated(cursor, info, derivative)])


def _edge(cursor: Cursor, info: DifferentiabilityInfo, name: str) -> Iterator[str]:
    assert cursor.placed is not None
    node = cursor.snapshot.derivatives_index.node_name(cursor.placed, info, cursor.snapshot.dialect)
    names = [binding.name for binding in info.args_with_derivatives]
    if name not in names or node is None:
        return
    index = names.index(name)
    lists = [
        b.name for b in info.args_with_derivatives if b.argument is not None and b.argument.type.as_list is not None
    ]
    before = [other for other in lists if other in names[:index]]
    at = f"behind those of the list {codes(before)}" if before else f"number {index}"
    if name in lists:
        yield f"**Edges** of {code(node)} {'from ' if not before else ''}{at} on, one for each tensor (`{name}_size_`)"
    else:
        yield f"**Edge** of {code(node)}: {at}"


def _joint(derivative: Derivative, name: str) -> Iterator[str]:
    names = derivative.var_names
    if len(names) < 2 or name not in names:
        return
    index = names.index(name)
    yield f"**Joint formula** of {codes(names)}: this is `std::get<{index}>` of the tuple that it gives"
    if "grad_input_mask" in derivative.words:
        yield f"**Asked for** if `grad_input_mask[{index}]`"
    else:
        yield "**Computed for all** as soon as one of them is asked for: the formula has no `grad_input_mask`"


def _guard(node: Node, derivative: Derivative) -> Iterator[str]:
    """When the formula runs."""
    ranges = ", ".join([f"{name}_ix" for name in derivative.var_names])
    asked = code(f"should_compute_output({{ {ranges} }})")
    yield f"**Runs** if the gradient is asked for: {asked}"
    argument = next((a for a in node.function.func.arguments.all if (a.name,) == derivative.var_names), None)
    if argument is not None and str(argument.type) == "Tensor" and "not_implemented" not in derivative.formula:
        yield "**Undefined** where no gradient of an output is defined (`any_grad_defined`)"


def _generated(cursor: Cursor, info: DifferentiabilityInfo, derivative: Derivative) -> str:
    assert cursor.placed is not None
    name = cursor.snapshot.derivatives_index.node_name(cursor.placed, info, cursor.snapshot.dialect)
    if name is None:
        return ""
    sections = emit_node(info, name, cursor.snapshot.dialect).definition
    block = text([part for part in sections if part.name == "derivative" and part.source == derivative.place])
    return fenced(block if len(block) <= _MOST_BLOCK else block[: _MOST_BLOCK - 1] + "…")
