"""Cards of the words in formulas."""

from __future__ import annotations

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.cpp import argument_type, return_type
from vt_core.codegen.strategy import dispatch_strategy
from vt_core.dialects.dialect import Dialect
from vt_core.ide.argument_words import argument_lines, output_lines
from vt_core.ide.cursor import Cursor
from vt_core.ide.field_docs import CPP_NAMES, TENSOR_METHODS
from vt_core.ide.hover_card import Surroundings, declarations
from vt_core.ide.markdown import bullets, code, codes, paragraphs
from vt_core.ide.meaning import FormulaWord, named_gradient, output_names, schema_items
from vt_core.ide.plans import Plan, plan_of
from vt_core.ide.saved_words import attributes_of, cost_of
from vt_core.model.derivatives import SavedAttribute
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.formula import Member

_MOST_OVERLOADS = 6
_MOST_SCHEMA = 300


def word_text(cursor: Cursor, word: FormulaWord, known: Surroundings) -> str:
    """What an identifier of a formula is."""
    snapshot = cursor.snapshot
    function = None if word.function is None else snapshot.native_index.functions[word.function]
    if word.role == "argument" and function is not None:
        return _argument(cursor, word, function)
    if word.role in ("tangent", "primal") and function is not None:
        return _of_forward_mode(word, function)
    if word.role == "output" and function is not None:
        return _output(cursor, word, function)
    if word.role == "gradient":
        return _gradient(cursor, word, function)
    if word.role == "mask":
        return _mask(word)
    if word.role == "retain_variables":
        return (
            f"**{code(word.text)}**: whether what the node keeps is still there after this backward "
            "(`retain_graph` in Python). A formula that names it gives the node a member for it"
        )
    if word.role == "operator":
        return _operator(snapshot, word.text, "function")
    if word.role in ("method", "attribute"):
        return _member(cursor, word, function)
    return _written(cursor, word) or _name(word, function, known)


def _plan(cursor: Cursor, function: NativeFunction) -> Plan:
    return plan_of(function, cursor.info, cursor.snapshot.dialect)


def _argument(cursor: Cursor, word: FormulaWord, f: NativeFunction) -> str:
    dialect = cursor.snapshot.dialect
    argument = next(argument for argument in f.func.arguments.all if argument.name == word.text)
    type_ = argument_type(argument, dialect) or ""
    head = f"**{code(word.text)}**: argument of {code(f.func.name.text)}, {code(str(argument.type))}"
    head += f", in C++ {code(type_)}" if type_ else ""
    if argument in f.func.arguments.options:
        return f"{head}. Formulas cannot read it: C++ has it within `options`"
    if cursor.info is None:
        saved = attributes_of(word.text, type_, word.formula.text, word.key, dialect)
        return paragraphs([head, bullets(_saved_here(saved, word.text, False, dialect))])
    return paragraphs([head, bullets(argument_lines(cursor.snapshot, word.function, word.text))])


def _of_forward_mode(word: FormulaWord, f: NativeFunction) -> str:
    """An argument's tangent, or its value, in a forward formula."""
    argument = f"{code(word.subject)} of {code(f.func.name.text)}"
    if word.role == "primal":
        return f"**{code(word.text)}**: the value of the argument {argument}, without its tangent"
    return f"**{code(word.text)}**: the tangent of the argument {argument}; zeros where it has none, but others do"


def _saved_here(saved: tuple[SavedAttribute, ...], name: str, is_output: bool, dialect: Dialect) -> list[str]:
    """What one formula saves of an argument or output, in an entry that is not complete."""
    return [
        f"saved as {code(one.name)}: {cost_of(one, is_output, dialect, rewritten=one.name != name)}" for one in saved
    ]


def _output(cursor: Cursor, word: FormulaWord, f: NativeFunction) -> str:
    dialect = cursor.snapshot.dialect
    ordinal = output_names(f).index(word.text)
    returned = f.func.returns[ordinal]
    type_ = return_type(returned, dialect) or ""
    which = "the output" if len(f.func.returns) == 1 else f"output {ordinal + 1}"
    head = f"**{code(word.text)}**: {which} of {code(f.func.name.text)}, {code(str(returned.type))}"
    head += f", in C++ {code(type_)}" if type_ else ""
    if cursor.info is None:
        saved = attributes_of(word.text, type_, word.formula.text, word.key, dialect)
        return paragraphs([head, bullets(_saved_here(saved, word.text, True, dialect))])
    return paragraphs([head, bullets(output_lines(cursor.snapshot, word.function, ordinal))])


def _gradient(cursor: Cursor, word: FormulaWord, f: NativeFunction | None) -> str:
    """`grad`, `grads`, `grads[1]`: of which output, and when it is undefined."""
    index = next(
        (found.output for found in word.formula.grad_indices if found.span.start == word.token.span.start), None
    )
    named = None if f is None else named_gradient(f, word.text)
    if f is not None and named is not None:
        output = code(f.func.returns[named].name or "")
        return f"**{code(word.text)}**: the gradient of the output {output}; undefined where nothing asks for it"
    if word.text == "grad":
        head, index = "**`grad`**: `grads[0]`", 0
    else:
        head = "**`grads`**" if index is None else f"**{code(f'grads[{index}]')}**"
    if f is None:
        return f"{head}: the gradient of an output"
    plan = _plan(cursor, f)
    outputs = plan.outputs
    if index is None:
        listed = [f"`grads[{at}]`: of {code(output.name)}" for at, output in enumerate(outputs)]
        return paragraphs([f"{head}: the gradients of the differentiable outputs", bullets(listed)])
    if any(output.value.is_tensor_list for output in outputs):
        return f"{head}: one of the gradients of the tensors in {codes([output.name for output in outputs])}"
    if index >= len(outputs):
        if not outputs:
            return f"{head}: there is no such gradient, since no output is differentiable"
        names = codes([output.name for output in outputs])
        return f"{head}: there is no such gradient; the differentiable outputs are {names}"
    name = outputs[index].name
    shown = "result" if name == "self" and f.func.name.inplace else name
    text = f"{head}: the gradient of the output {code(shown)}"
    if len(outputs) > 1:
        return f"{text}; undefined where nothing asks for that output"
    return text


def _mask(word: FormulaWord) -> str:
    names = [name.strip() for name in word.key.split(",")]
    lines = [f"`grad_input_mask[{at}]`: {code(name)}" for at, name in enumerate(names)]
    head = f"**`grad_input_mask`**: which of the key's gradients are asked for, `std::array<bool, {len(names)}>`"
    if len(names) == 1:
        head += "; it exists for keys of several arguments only"
        return head
    return paragraphs([head, bullets(lines)])


def _operator(snapshot: Snapshot, name: str, variant: str) -> str:
    """A native operator: its overloads, and whether a backward through them works."""
    functions = snapshot.native_index.functions
    overloads = [
        placed for placed in snapshot.native_index.by_name.get(name, ()) if variant in functions[placed].variants
    ]
    overloads = overloads or list(snapshot.native_index.by_name.get(name, ()))
    lines = [_overload(snapshot, placed) for placed in overloads[:_MOST_OVERLOADS]]
    if len(overloads) > _MOST_OVERLOADS:
        lines.append(f"… {len(overloads) - _MOST_OVERLOADS} more overloads")
    what = "native operator" if variant == "function" else "method of tensors, a native operator"
    return paragraphs([f"**{code(name)}**: {what}", bullets(lines)])


def _overload(snapshot: Snapshot, placed: PlacedEntry) -> str:
    matched = snapshot.matched(placed)
    f, info = matched.function, matched.info
    if info is not None and info.has_derivatives:
        gradient = f"differentiable: {code(matched.node_name or '')}"
    elif dispatch_strategy(f, info) == "use_type":
        gradient = "differentiable by what it is composed of"
    elif plan_of(f, info, snapshot.dialect).requires_derivative:
        gradient = "no formula: a second backward through it fails"
    else:
        gradient = "no gradient"
    return f"{code(f.func.text, _MOST_SCHEMA)}: {gradient}"


def _member(cursor: Cursor, word: FormulaWord, f: NativeFunction | None) -> str:
    """What follows `.` or `->`: an operator's method, or one of C++ tensors and lists."""
    member = next(found for found in word.formula.members if found.name_span == word.token.span)
    receiver = word.formula.text[slice(*member.receiver)]
    saved = _saved_member(cursor, word, member, receiver, f)
    index = cursor.snapshot.native_index
    is_operator = any("method" in index.functions[placed].variants for placed in index.by_name.get(word.text, ()))
    meaning = TENSOR_METHODS.get(word.text)
    if meaning is None and is_operator:
        return paragraphs([_operator(cursor.snapshot, word.text, "method"), saved])
    what = "method" if member.called else "attribute"
    head = f"**{code(word.text)}**: {what} of {code(receiver)}"
    return paragraphs([f"{head}. {meaning}" if meaning else f"{head}, a C++ {what}", saved])


def _saved_member(cursor: Cursor, word: FormulaWord, member: Member, receiver: str, f: NativeFunction | None) -> str:
    """That the node keeps this property in place of the tensor."""
    if f is None or not member.called:
        return ""
    dialect = cursor.snapshot.dialect
    types = {argument.name: argument_type(argument, dialect) or "" for argument in f.func.arguments.non_out}
    types.update(zip(output_names(f), [return_type(returned, dialect) or "" for returned in f.func.returns]))
    if receiver not in types:
        return ""
    wanted = f"{receiver}{member.operator}{word.text}("
    for saved in attributes_of(receiver, types[receiver], word.formula.text, word.key, dialect):
        if saved.expr.startswith(wanted) or (word.text == "strides" and saved.name == f"{receiver}_strides"):
            cost = cost_of(saved, False, dialect, rewritten=True)
            return f"The node keeps {code(saved.name)} for it, {cost}"
    return ""


def _written(cursor: Cursor, word: FormulaWord) -> str:
    """An argument or output of a schema that no function has, by the text of the schema."""
    if word.function is not None:
        return ""
    syntax, arguments, returns = schema_items(cursor.specification)
    for what, pieces in (("argument", arguments), ("output", returns)):
        for piece, part in pieces:
            if part.part(part.name) == word.text:
                of = f"{code(syntax.operator)}, as this entry writes it; no function has its schema"
                return f"**{code(word.text)}**: {what} of {of}: {code(piece.text)}"
    return ""


def _name(word: FormulaWord, f: NativeFunction | None, known: Surroundings) -> str:
    """A function of the workspace, a common name of C++, or nothing that the pair knows."""
    found = known.helpers.get(word.text)
    if found:
        return paragraphs([f"**{code(word.text)}**: function", declarations(found)])
    meaning = CPP_NAMES.get(word.text)
    if meaning is not None:
        return f"**{code(word.text)}**: {meaning}"
    if word.text == "options" and f is not None and f.func.arguments.options:
        return (
            "**`options`**: dtype, layout, device and pin_memory of the call as `TensorOptions`; saved as a plain value"
        )
    if word.role == "helper":
        where = "no native operator that could be read; C++ looks for it in FunctionsManual.h and what that includes"
        return f"**{code(word.text)}**: {where}"
    owner = "" if f is None else f" of {code(f.func.name.text)}"
    return f"**{code(word.text)}**: no argument or output{owner}; the generator leaves it to the C++ compiler"
