"""What is said of an offered item, worked out when it is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from vt_core.analysis.snapshot import MatchedFunction, Snapshot
from vt_core.codegen.cpp import cpp_bindings, cpp_returns
from vt_core.ide.field_docs import (
    CPP_NAMES,
    DERIVATIVES_FIELDS,
    DISPATCH_KEYS,
    NATIVE_FIELDS,
    TENSOR_METHODS,
    TRUTHS,
    TYPES,
    VALUES,
)
from vt_core.ide.helpers_index import Helpers
from vt_core.ide.markdown import code, fenced, paragraphs
from vt_core.ide.meaning import output_names
from vt_core.ide.preview import find_operators

_NO_HELPERS: Helpers = {}
# Of more overloads the first are shown.
_MOST_OVERLOADS = 8
_WORDS = {
    "grad": "The gradient of the output; of several, of the first that can be differentiated, which is then the only "
    "one that takes part.",
    "grads": "The gradients of the outputs that can be differentiated, in order. One may be undefined.",
    "grad_input_mask": "Which gradients of a joint key are asked for: one flag for each of its names.",
    "tangent": "How the argument changes, in forward mode. Zeros where it has no tangent and others have.",
    "value": "The argument's value in forward mode, without its tangent.",
    "auto_linear": "The function is linear: its tangent is the function itself, called with the tangents.",
    "auto_element_wise": "The function works on each element of its one tensor: the backward formula serves in forward "
    "mode too.",
    "non_differentiable": "The arguments of this key are not differentiated at all.",
    "not_implemented": "The gradient exists and nobody has written it down: asking for it is an error.",
}


def resolve_completion(snapshot: Snapshot, data: Mapping[str, str], helpers: Helpers = _NO_HELPERS) -> str:
    """The documentation (Markdown) of an item by its `data`; "" where there is nothing to say."""
    if "argument" in data:
        return _argument(snapshot, data)
    if "word" in data:
        return _WORDS.get(data["word"].partition("[")[0], "")
    if "helper" in data:
        return _helper(data["helper"], helpers)
    if "method" in data:
        return _method(snapshot, data["method"])
    if "dispatch-key" in data:
        return DISPATCH_KEYS.get(data["dispatch-key"], "")
    if "type" in data:
        return _type(data["type"])
    if "field" in data:
        return _field(data["field"], data.get("value", ""))
    return _operator(snapshot, data.get("operator", ""))


def _operator(snapshot: Snapshot, name: str) -> str:
    """The schemas of an operator and where its gradients come from."""
    found = find_operators(snapshot, name) if name else ()
    if not found:
        return ""
    schemas = [matched.function.func.text for matched in found[:_MOST_OVERLOADS]]
    more = f"and {len(found) - _MOST_OVERLOADS} more overloads" if len(found) > _MOST_OVERLOADS else ""
    gradients = _gradients(snapshot, found[0]) if len(found) == 1 else ""
    return paragraphs((fenced("\n".join(schemas), "text"), more, gradients))


def _gradients(snapshot: Snapshot, matched: MatchedFunction) -> str:
    if matched.info is None or matched.entry is None:
        if matched.function.is_abstract:
            return "It has no derivatives entry."
        return "It is made of other operators, which are differentiated in its place."
    node = "" if matched.node_name is None else f" Its backward node is {code(matched.node_name)}."
    if matched.exact:
        return f"It has a derivatives entry of its own.{node}"
    return f"It uses the derivatives entry of {code(matched.info.func.func.name.text)}.{node}"


def _argument(snapshot: Snapshot, data: Mapping[str, str]) -> str:
    """An argument or output of the entry's function."""
    name = data["argument"]
    for matched in find_operators(snapshot, data.get("operator", "")):
        func = matched.function.func
        for argument in func.arguments.all:
            if argument.name == name:
                bindings = cpp_bindings(func, snapshot.dialect, snapshot.store.cpp)
                type_ = next((binding.type for binding in bindings if binding.name == name), "")
                in_cpp = f"In C++: {code(f'{type_} {name}')}" if type_ else ""
                return paragraphs((fenced(str(argument), "text"), in_cpp, _saving(str(argument.type))))
        returns = cpp_returns(func.returns, snapshot.dialect, snapshot.store.cpp)
        for output, return_ in zip(output_names(matched.function), returns):
            if output == name:
                saved = "The output of the forward pass; a formula that uses it saves it."
                return paragraphs((fenced(f"{return_.type} {name}"), saved))
    return ""


def _saving(type_: str) -> str:
    if "Tensor" not in type_:
        return "A formula that uses it saves its value."
    return "A formula that uses it saves the whole tensor; `sizes()` and the like save only themselves."


def _helper(name: str, helpers: Helpers) -> str:
    """What the workspace declares under a name, with the comment above."""
    found = helpers.get(name, ())
    if not found:
        return CPP_NAMES.get(name, "")
    comments = list(dict.fromkeys([helper.comment for helper in found if helper.comment]))
    declarations = list(dict.fromkeys([helper.declaration for helper in found]))
    return paragraphs((fenced("\n".join([f"{declaration};" for declaration in declarations])), *comments))


def _method(snapshot: Snapshot, name: str) -> str:
    """A tensor's method: what it gives, what is saved for it, the operator behind it."""
    saved = ""
    for rewrite in snapshot.dialect.saved_rewrites:
        if rewrite.pattern.startswith("{}.") and rewrite.core.partition("(")[0] == name:
            saved = f"Of an argument or output, the node saves this alone, as {code(rewrite.type)}."
            if rewrite.own_variable:
                saved += " Only the formula of that very argument may ask for it."
    return paragraphs((TENSOR_METHODS.get(name, ""), saved, _operator(snapshot, name)))


def _type(text: str) -> str:
    base = text.partition("(")[0].partition(" ")[0].rstrip("?[]0123456789")
    meaning = TYPES.get(base, "")
    return f"{code(base)}: {meaning}." if meaning else ""


def _field(field: str, value: str) -> str:
    """A field, or one of its values."""
    if not value:
        return NATIVE_FIELDS.get(field, "") or DERIVATIVES_FIELDS.get(field, "")
    if field in TRUTHS and value in ("True", "False"):
        return TRUTHS[field][0 if value == "True" else 1]
    if field == "variants":
        return paragraphs([VALUES.get((field, word), "") for word in value.split(", ")])
    return VALUES.get((field, value), "")
