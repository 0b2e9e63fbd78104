"""An entry of derivatives.yaml with its function (the generator's `load_derivatives`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vt_core.codegen.cpp import CppCache, argument_faults, cpp_bindings, cpp_returns, mode_of, return_names
from vt_core.codegen.derivatives_entry import place
from vt_core.codegen.forward_derivatives import ForwardFormula, check_key_names, forward_derivatives, named_gradients
from vt_core.codegen.gradient_checks import check_grad_usage, check_gradient_indices, check_names, check_overlap
from vt_core.codegen.output_differentiability import is_false, read_output_flags
from vt_core.codegen.places import argument_place, return_place
from vt_core.codegen.saved_variables import (
    FormulaContext,
    can_be_searched,
    check_saved_types,
    check_texts,
    is_word,
    saved_variables,
    words_of,
)
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import (
    DEFAULT_KEY,
    Binding,
    Derivative,
    DerivativesEntry,
    DifferentiabilityInfo,
    KeyFormulas,
    SavedAttribute,
)
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place, Scalar
from vt_core.syntax.nodes import Sequence as SequenceNode


class InfoReading(NamedTuple):
    """The entry with its function, None where the generator refuses it, and what is wrong."""

    info: DifferentiabilityInfo | None
    faults: tuple[Fault, ...]


def canonical_function(functions: Sequence[NativeFunction], name: str, dialect: Dialect) -> NativeFunction | None:
    """The variant that an entry speaks of: the one of its own name, else the in-place one alone."""
    for function in functions:
        if dialect.variants is None:
            if function.cpp_name == name:
                return function
        elif function.func.name.name == name and not function.func.is_out and not _is_functional_overload(function):
            return function
    return functions[0] if functions[0].cpp_name == name + "_" else None


def _is_functional_overload(function: NativeFunction) -> bool:
    return "functional" in function.func.name.overload


def differentiability_info(
    entry: DerivativesEntry, group: Sequence[NativeFunction], dialect: Dialect, cache: CppCache
) -> InfoReading:
    """Load an entry with its function; `group` are the functions of its schema's signature in file order, not empty.

    The info is that of the entry's first autograd key and holds those of the others.
    """
    function = canonical_function(group, entry.name, dialect)
    if function is None:
        data = {"operator": entry.name, "variants": ", ".join(str(f.func.name) for f in group)}
        at = place("name", start=0, end=len(entry.specification.partition("(")[0]))
        return InfoReading(None, (Fault("canonical-function", at, data),))
    faults: list[Fault] = [*argument_faults(function, dialect, cache)]
    bindings = cpp_bindings(function.func, dialect, cache, mode_of(function))
    reserved = ("grad_input_mask", "result") if dialect.variants is not None else ("grad_input_mask",)
    faults += [_reserved_name(entry, binding.name) for binding in bindings if binding.name in reserved]
    outputs = Outputs((), None)
    if dialect.variants is not None:
        outputs = _outputs(entry, faults)
    infos: list[DifferentiabilityInfo] = []
    for keyed in entry.by_key:
        if keyed.autograd_key != DEFAULT_KEY and keyed.autograd_key not in dialect.autograd_keys:
            data = {
                "operator": entry.name,
                "key": keyed.autograd_key,
                "known": ", ".join(sorted(dialect.autograd_keys)),
            }
            faults.append(Fault("unknown-autograd-key", Place("derivatives", keyed.path, "key"), data))
        infos.append(_info_of_key(entry, keyed, function, bindings, outputs, dialect, cache, faults))
    if not infos:
        return InfoReading(None, tuple(faults))
    first = infos[0] if len(infos) == 1 else infos[0]._replace(others=tuple(infos[1:]))
    return InfoReading(first, tuple(faults))


class Outputs(NamedTuple):
    """`output_differentiability`: C++ conditions, and a flag for each output (None: nothing is said)."""

    conditions: tuple[str, ...]
    flags: tuple[bool, ...] | None


def _outputs(entry: DerivativesEntry, faults: list[Fault]) -> Outputs:
    """What the entry says of its outputs, for all autograd keys. Texts are conditions; one output only may have one."""
    value = entry.output_differentiability
    if value is None:
        return Outputs((), None)
    items = value.items if isinstance(value, SequenceNode) else ()
    texts = tuple([item.value for item in items if isinstance(item, Scalar) and item.kind == "str"])
    data = {"operator": entry.name, "kind": "texts", "outputs": "", "value": ""}
    if texts and len(items) == 1:
        return Outputs(texts, (True,))
    if texts:
        faults.append(Fault("output-differentiability-type", place("output_differentiability"), data))
        return Outputs((), None)
    read = read_output_flags(value)
    if read is None:
        if isinstance(value, Scalar) and is_false(value):
            return Outputs((), None)
        kind = value.kind if isinstance(value, Scalar) else "mapping"
        data = {**data, "kind": kind, "value": value.value if isinstance(value, Scalar) else ""}
        faults.append(Fault("output-differentiability-type", place("output_differentiability"), data))
        return Outputs((), None)
    return Outputs((), read.flags or (None if not entry.dispatch else ()))


def _info_of_key(
    entry: DerivativesEntry,
    keyed: KeyFormulas,
    function: NativeFunction,
    bindings: Sequence[Binding],
    outputs: Outputs,
    dialect: Dialect,
    cache: CppCache,
    faults: list[Fault],
) -> DifferentiabilityInfo:
    """The info of one autograd key."""
    derivatives: list[Derivative] = []
    forward: list[ForwardFormula] = []
    non_differentiable: list[str] = []
    arguments = tuple([(binding.name, binding.type) for binding in bindings])
    argument_names = {binding.name for binding in bindings}
    returns = _returns(function, dialect, cache)
    written = None if entry.output_differentiability is None else read_output_flags(entry.output_differentiability)
    flags = None if written is None else written.flags
    gradients = named_gradients(function, outputs.flags) if dialect.variants is not None else ()
    for key in sorted(keyed.formulas):
        names = tuple([name.strip() for name in key.split(",")])
        formula = keyed.formulas[key]
        if dialect.variants is not None:
            check_key_names(function, key, names, argument_names, keyed.path, faults)
            if names[0] not in argument_names:
                forward.append(ForwardFormula(key, names, formula, keyed.path))
                continue
        if formula.lower().strip() == "non_differentiable":
            non_differentiable += names
            continue
        context = FormulaContext(key, names, formula, keyed.path)
        derivatives.append(_derivative(formula, context, arguments, returns, gradients, dialect, faults))
        check_gradient_indices(derivatives[-1], function, flags, faults)
    if derivatives:
        faults.extend(_unsearchable_names(function, dialect))
    named = {name for derivative in derivatives for name in derivative.var_names}
    check_overlap(entry.name, keyed, named, non_differentiable, faults)
    check_grad_usage(derivatives, entry.name, function, faults)
    with_derivatives = tuple([binding for binding in bindings if binding.name in named])
    check_names(function, derivatives, non_differentiable, with_derivatives, faults)
    if dialect.variants is not None and with_derivatives:
        check_saved_types(entry.name, derivatives, dialect, faults)
    return DifferentiabilityInfo(
        entry,
        function,
        tuple(derivatives),
        _unique([saved for derivative in derivatives for saved in derivative.saved_inputs]),
        _unique([saved for derivative in derivatives for saved in derivative.saved_outputs]),
        with_derivatives,
        tuple(non_differentiable),
        keyed.autograd_key,
        forward_derivatives(forward, function, entry.name, bindings, derivatives, with_derivatives, faults),
        gradients,
        frozenset().union(*[derivative.named_gradients for derivative in derivatives]),
        outputs.flags,
        outputs.conditions,
    )


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
    returns = cpp_returns(function.func.returns, dialect, cache, mode_of(function))
    return tuple([(name, return_.type) for name, return_ in zip(names, returns)])


def _derivative(
    formula: str,
    context: FormulaContext,
    arguments: Sequence[tuple[str, str]],
    returns: Sequence[tuple[str, str]],
    gradients: Sequence[str],
    dialect: Dialect,
    faults: list[Fault],
) -> Derivative:
    if dialect.refused_texts:
        check_texts(formula, context, dialect, faults)
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
        outputs.words.intersection(gradients),
        context.path,
    )


def _unique(saved: Sequence[SavedAttribute]) -> tuple[SavedAttribute, ...]:
    """The first of each name."""
    by_name: dict[str, SavedAttribute] = {}
    for attribute in saved:
        by_name.setdefault(attribute.name, attribute)
    return tuple(by_name.values())
