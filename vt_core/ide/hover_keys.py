"""Cards of gradient keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vt_core.codegen.cpp import argument_type
from vt_core.codegen.forward_derivatives import AUTO_ELEMENT_WISE, AUTO_LINEAR
from vt_core.codegen.functions import emit_node
from vt_core.codegen.sections import text
from vt_core.ide.cursor import Cursor
from vt_core.ide.markdown import bullets, code, codes, fenced, nested, paragraphs
from vt_core.ide.meaning import GradientKey, keyed_output
from vt_core.ide.plans import plan_of
from vt_core.ide.saved_words import Node, saved_by
from vt_core.model.derivatives import Derivative, DifferentiabilityInfo
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.entries import Entry
from vt_core.syntax.nodes import Place

_MOST_BLOCK = 1500
_MOST_FORMULA = 300

# What is written in the place of a forward formula.
_AUTOMATIC = {
    AUTO_LINEAR: "the function is linear, so it is called with the tangents",
    AUTO_ELEMENT_WISE: "the function works on each element, so the backward formula serves with the tangent for `grad`",
}


def key_text(cursor: Cursor, key: GradientKey) -> str:
    """What the gradient of an argument is, and what it costs."""
    if key.function is None:
        return f"**{code(key.name)}**: a gradient, of an operator that native_functions.yaml does not declare"
    snapshot = cursor.snapshot
    f = snapshot.native_index.functions[key.function]
    argument = next((argument for argument in f.func.arguments.all if argument.name == key.name), None)
    operator = code(f.func.name.text)
    if argument is None and not (key.name == "options" and f.func.arguments.options):
        ordinal = keyed_output(f, key.name) if snapshot.dialect.variants is not None else None
        if ordinal is not None:
            return _forward_text(cursor, key, f, ordinal)
        known = [a.name for a in f.func.arguments.non_out if a.type.is_tensor_like]
        return f"**{code(key.name)}**: no argument of {operator}. Those that can be differentiated: {codes(known)}"
    head = f"**{code(key.name)}**: gradient of an argument of {operator}"
    if argument is not None:
        type_ = argument_type(argument, snapshot.dialect)
        head += f", {code(str(argument.type))}" + (f", in C++ {code(type_)}" if type_ else "")
    info = cursor.info
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


def _forward_text(cursor: Cursor, key: GradientKey, f: NativeFunction, ordinal: int) -> str:
    """A forward formula (JVP): the tangent of an output."""
    type_ = code(str(f.func.returns[ordinal].type))
    head = f"**{code(key.name)}**: tangent of an output of {code(f.func.name.text)}, {type_}, in forward mode"
    forward = () if cursor.info is None else cursor.info.forward_derivatives
    derivative = next((found for found in forward if found.key == key.key), None)
    if derivative is None:
        return head
    lines: list[str] = []
    written = "" if cursor.placed is None else _written(cursor.placed.entry, derivative.place)
    if written in _AUTOMATIC:
        lines.append(f"{code(written)}: {_AUTOMATIC[written]}: {code(derivative.formula, _MOST_FORMULA)}")
    if derivative.required_inputs_fw_grad:
        lines.append(f"**Runs** if {_one_of(derivative.required_inputs_fw_grad)} has a tangent")
    if derivative.required_inputs_primal:
        lines.append(f"**Reads the values** of {codes(derivative.required_inputs_primal)}")
    return paragraphs([head, bullets(lines)])


def _written(entry: Entry, place: Place) -> str:
    start, end = entry.span_of(place)
    return entry.text[start:end]


def _one_of(names: Sequence[str]) -> str:
    return code(names[0]) if len(names) == 1 else f"one of {codes(names)}"


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
    asked = code(f"{node.dialect.autograd.output_test}({{ {ranges} }})")
    yield f"**Runs** if the gradient is asked for: {asked}"
    argument = next((a for a in node.function.func.arguments.all if (a.name,) == derivative.var_names), None)
    if (
        argument is not None
        and str(argument.type) in node.dialect.autograd.undefined_grad_types
        and "not_implemented" not in derivative.formula
    ):
        yield "**Undefined** where no gradient of an output is defined (`any_grad_defined`)"


def _generated(cursor: Cursor, info: DifferentiabilityInfo, derivative: Derivative) -> str:
    assert cursor.placed is not None
    name = cursor.snapshot.derivatives_index.node_name(cursor.placed, info, cursor.snapshot.dialect)
    if name is None:
        return ""
    sections = emit_node(info, name, cursor.snapshot.dialect).definition
    block = text([part for part in sections if part.name == "derivative" and part.source == derivative.place])
    return fenced(block if len(block) <= _MOST_BLOCK else block[: _MOST_BLOCK - 1] + "…")
