"""derivatives.yaml: an entry by itself, then with its function (the generator's `load_derivatives`)."""

from __future__ import annotations

import re
from collections.abc import Mapping as Dict
from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.cpp import CppCache, argument_faults, cpp_bindings, cpp_returns, return_names
from vt_core.codegen.places import argument_place, return_place
from vt_core.codegen.saved_variables import FormulaContext, can_be_searched, is_word, saved_variables, words_of
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import Binding, Derivative, DerivativesEntry, DifferentiabilityInfo, SavedAttribute
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.entries import Entry, Field
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Node, Place, Scalar


class EntryReading(NamedTuple):
    """The entry, None where it cannot be used at all, and what is wrong with it."""

    entry: DerivativesEntry | None
    faults: tuple[Fault, ...]


class InfoReading(NamedTuple):
    """The entry with its function, None where the generator refuses it, and what is wrong."""

    info: DifferentiabilityInfo | None
    faults: tuple[Fault, ...]


def place(*path: str, start: int | None = None, end: int | None = None) -> Place:
    """A value in an entry of derivatives.yaml."""
    return Place("derivatives", path, "value", start, end)


def key_place(key: str, name: str | None = None) -> Place:
    """A gradient key, or one of its names (`other` in `self, other`)."""
    found = re.search(rf"(?:^|,)\s*({re.escape(name)})\s*(?=,|$)", key) if name else None
    if found is None:
        return Place("derivatives", (key,), "key")
    return Place("derivatives", (key,), "key", *found.span(1))


def read_derivatives_entry(entry: Entry) -> EntryReading:
    """Read an entry without looking at its function."""
    if not isinstance(entry.node, Mapping):
        return EntryReading(None, (Fault("entry-not-mapping", place(), {"field": "name"}),))
    name = entry.fields.get("name")
    if name is None or entry.repeated:
        # The generator takes the name out of the first entry, and an alias is the same object.
        data = {"field": "name", "repeated": "true"} if entry.repeated else {"field": "name"}
        return EntryReading(None, (Fault("missing-field", place(), data),))
    if not isinstance(name.value, Scalar) or name.value.kind != "str":
        data = {"field": "name", "kind": "string", "value": ""}
        return EntryReading(None, (Fault("field-type", place("name"), data),))
    specification = name.value.value
    found = re.match(r"(\w+)(\.\w+)?\((.*)\)", specification)
    faults: list[Fault] = []
    if found is None:
        faults.append(Fault("name-syntax", _place_in_name(specification), {"name": specification}))
    formulas = _formulas(entry.fields, faults)
    if found is None or faults:
        return EntryReading(None, tuple(faults))
    differentiability = _not_null(entry.fields.get("output_differentiability"))
    return EntryReading(DerivativesEntry(specification, found.group(1), formulas, differentiability), ())


def _place_in_name(specification: str) -> Place:
    """What keeps a name from being a schema: its namespace, its operator or its open parenthesis."""
    scope = re.match(r"[\w:]*::(?=\w)", specification)
    if scope is not None:
        return place("name", start=0, end=scope.end())
    opening = specification.find("(")
    if re.match(r"\w+(\.\w+)?\(", specification):
        return place("name", start=opening, end=opening + 1)
    words = re.match(r"\s*[^\s(,]*", specification)
    end = 0 if words is None else words.end()
    return place("name", start=0, end=end or opening + 1)


def _formulas(fields: Dict[str, Field], faults: list[Fault]) -> dict[str, str]:
    """The gradient keys and their formulas."""
    formulas: dict[str, str] = {}
    for name, field in fields.items():
        if name in ("name", "output_differentiability"):
            continue
        if field.key.kind != "str":
            faults.append(Fault("gradient-key-type", key_place(name), {"key": name, "kind": field.key.kind}))
        elif not isinstance(field.value, Scalar) or field.value.kind != "str":
            kind = field.value.kind if isinstance(field.value, Scalar) else type(field.value).__name__.lower()
            faults.append(Fault("formula-type", _formula_place(name, field.value), {"key": name, "kind": kind}))
        else:
            formulas[name] = field.value.value
    return formulas


def _formula_place(key: str, value: Node) -> Place:
    """The value if it is written on one line, else the key."""
    if isinstance(value, Scalar) and value.value:
        return place(key)
    return key_place(key)


def _not_null(field: Field | None) -> Node | None:
    if field is None or (isinstance(field.value, Scalar) and field.value.kind == "null"):
        return None
    return field.value


def canonical_function(functions: Sequence[NativeFunction], name: str) -> NativeFunction | None:
    """The variant that an entry speaks of: the one of its own name, else the in-place one alone."""
    for function in functions:
        if function.cpp_name == name:
            return function
    return functions[0] if functions[0].cpp_name == name + "_" else None


def differentiability_info(
    entry: DerivativesEntry, group: Sequence[NativeFunction], dialect: Dialect, cache: CppCache
) -> InfoReading:
    """Load an entry with its function; `group` are the functions of its schema's signature in file order, not empty."""
    function = canonical_function(group, entry.name)
    if function is None:
        data = {"operator": entry.name, "variants": ", ".join(str(f.func.name) for f in group)}
        at = place("name", start=0, end=len(entry.specification.partition("(")[0]))
        return InfoReading(None, (Fault("canonical-function", at, data),))
    faults: list[Fault] = [*argument_faults(function, dialect, cache)]
    bindings = cpp_bindings(function.func, dialect, cache)
    if any(binding.name == "grad_input_mask" for binding in bindings):
        faults.append(_reserved_name(entry, "grad_input_mask"))
    derivatives: list[Derivative] = []
    non_differentiable: list[str] = []
    arguments = tuple([(binding.name, binding.type) for binding in bindings])
    returns = _returns(function, dialect, cache)
    for key in sorted(entry.formulas):
        names = tuple([name.strip() for name in key.split(",")])
        formula = entry.formulas[key]
        if formula.lower().strip() == "non_differentiable":
            non_differentiable += names
        else:
            derivatives.append(
                _derivative(formula, FormulaContext(key, names, formula), arguments, returns, dialect, faults)
            )
            _check_gradient_indices(derivatives[-1], function, faults)
    if derivatives:
        faults.extend(_unsearchable_names(function, dialect))
    named = {name for derivative in derivatives for name in derivative.var_names}
    _check_overlap(entry, named, non_differentiable, faults)
    _check_grad_usage(derivatives, entry, function, faults)
    with_derivatives = tuple([binding for binding in bindings if binding.name in named])
    _check_names(function, derivatives, non_differentiable, with_derivatives, faults)
    info = DifferentiabilityInfo(
        entry,
        function,
        tuple(derivatives),
        _unique([saved for derivative in derivatives for saved in derivative.saved_inputs]),
        _unique([saved for derivative in derivatives for saved in derivative.saved_outputs]),
        with_derivatives,
        tuple(non_differentiable),
    )
    return InfoReading(info, tuple(faults))


def _unsearchable_names(function: NativeFunction, dialect: Dialect) -> list[Fault]:
    """Names of arguments and outputs that are no regular expressions, which is what the generator takes them for."""
    func = function.func
    found = [(name, return_place(func, at)) for at, name in enumerate(return_names(func)) if not is_word(name)]
    found += [(a.name, argument_place(func, at)) for at, a in enumerate(func.arguments.all) if not is_word(a.name)]
    data = {"what": "not-searchable", "operator": str(func.name)}
    return [
        Fault("argument-syntax", at, {**data, "argument": name})
        for name, at in found
        if not can_be_searched(name, dialect)
    ]


def _reserved_name(entry: DerivativesEntry, name: str) -> Fault:
    found = re.search(rf"\b{name}\b", entry.specification)
    at = place("name", start=found.start(), end=found.end()) if found else place("name")
    return Fault("reserved-argument-name", at, {"operator": entry.name, "argument": name})


def _returns(function: NativeFunction, dialect: Dialect, cache: CppCache) -> tuple[tuple[str, str], ...]:
    """Names and C++ types of the outputs as formulas know them: an in-place function's is `result`, not `self`."""
    names = ["result" if name == "self" else name for name in return_names(function.func)]
    returns = cpp_returns(function.func.returns, dialect, cache)
    return tuple([(name, return_.type) for name, return_ in zip(names, returns)])


def _derivative(
    formula: str,
    context: FormulaContext,
    arguments: Sequence[tuple[str, str]],
    returns: Sequence[tuple[str, str]],
    dialect: Dialect,
    faults: list[Fault],
) -> Derivative:
    inputs = saved_variables(formula, words_of(formula), arguments, context, dialect, faults)
    outputs = saved_variables(inputs.formula, inputs.words, returns, context, dialect, faults)
    return Derivative(
        outputs.formula,
        formula,
        context.var_names,
        inputs.attributes,
        outputs.attributes,
        outputs.words,
        context.key,
    )


_GRADS_INDEX = r"(?:^|\W)grads\[(\d+)\]"


def _check_gradient_indices(derivative: Derivative, function: NativeFunction, faults: list[Fault]) -> None:
    if "grads" not in derivative.words:
        return
    count = len(function.func.returns)
    for index in dict.fromkeys(re.findall(_GRADS_INDEX, derivative.formula)):
        if _is_below(index, count):
            continue
        data = {"operator": str(function.func.name), "index": index, "outputs": str(count)}
        faults.append(Fault("grads-out-of-bounds", _grads_place(derivative, index), data))


def _is_below(index: str, count: int) -> bool:
    """Whether digits make a number below `count`; `int` refuses thousands of them, and far fewer are too many."""
    digits = index.lstrip("0")
    return len(digits) < 9 and int(digits or "0") < count


def _grads_place(derivative: Derivative, index: str) -> Place:
    """The first `grads[index]` of a formula, the whole formula where a rewrite made it."""
    found = re.search(rf"(?<!\w)grads\[{index}\]", derivative.original)
    return derivative.place if found is None else place(derivative.key, start=found.start(), end=found.end())


def _check_overlap(
    entry: DerivativesEntry, named: set[str], non_differentiable: Sequence[str], faults: list[Fault]
) -> None:
    overlap = named.intersection(non_differentiable)
    if not overlap:
        return
    for key, formula in entry.formulas.items():
        if formula.lower().strip() != "non_differentiable":
            continue
        for name in [part.strip() for part in key.split(",")]:
            if name in overlap:
                data = {"operator": entry.name, "argument": name}
                faults.append(Fault("overlapping-differentiability", key_place(key, name), data))


def _check_grad_usage(
    derivatives: Sequence[Derivative], entry: DerivativesEntry, function: NativeFunction, faults: list[Fault]
) -> None:
    """`grad` is the only gradient, `grads[i]` one of several; both together, or `grads[0]` alone, mislead."""
    first_grad = next((derivative for derivative in derivatives if "grad" in derivative.words), None)
    first_grads = next((derivative for derivative in derivatives if "grads" in derivative.words), None)
    if first_grads is None:
        return
    formulas = [derivative.formula for derivative in derivatives]
    indices = [index for formula in formulas for index in re.findall(_GRADS_INDEX, formula)]
    grads = sum(len(re.findall(r"(?:^|\W)grads(?:$|\W)", formula)) for formula in formulas)
    only_first = grads == len(indices) and bool(indices) and all(_is_below(index, 1) for index in indices)
    outputs = len(function.func.returns)
    if first_grad is None:
        if only_first and outputs:
            at = _grads_place(first_grads, indices[0])
            faults.append(Fault("only-grads-0", at, {"operator": entry.name}))
    else:
        grad = sum(len(re.findall(r"(?:^|\W)grad(?:$|\W)", formula)) for formula in formulas)
        data = {"operator": entry.name, "outputs": str(outputs), "wrong": "grad", "other": first_grads.key}
        at = _word_place(first_grad, "grad")
        if only_first and (outputs == 1 or grads <= grad):
            data, at = {**data, "wrong": "grads", "other": first_grad.key}, _grads_place(first_grads, indices[0])
        faults.append(Fault("grad-and-grads", at, data))


def _word_place(derivative: Derivative, word: str) -> Place:
    return FormulaContext(derivative.key, derivative.var_names, derivative.original).place_of_word(word)


def _check_names(
    function: NativeFunction,
    derivatives: Sequence[Derivative],
    non_differentiable: Sequence[str],
    with_derivatives: Sequence[Binding],
    faults: list[Fault],
) -> None:
    """Keys that name no C++ parameter. An entry with no other keys is dropped in silence; beside others, the node is
    written with an undeclared name, if no method of the function is (whose emission refuses it)."""
    named = {binding.name for binding in with_derivatives}
    origin = "build" if named else "lint"
    tensors = [argument.name for argument in function.func.arguments.non_out if argument.type.is_tensor_like]
    grouped = {argument.name: str(argument.type) for argument in function.func.arguments.options}
    for derivative in derivatives:
        for name in derivative.var_names:
            if name in named:
                continue
            data = {
                "operator": str(function.func.name),
                "argument": name,
                "kind": "not-tensor" if name in grouped else "unknown",
                "type": grouped.get(name, ""),
                "arguments": ", ".join([tensor for tensor in tensors if tensor not in non_differentiable]),
            }
            faults.append(Fault("unknown-gradient-argument", key_place(derivative.key, name), data, origin))


def _unique(saved: Sequence[SavedAttribute]) -> tuple[SavedAttribute, ...]:
    """The first of each name."""
    by_name: dict[str, SavedAttribute] = {}
    for attribute in saved:
        by_name.setdefault(attribute.name, attribute)
    return tuple(by_name.values())
