"""Forward formulas (JVP) of an entry: which outputs they are for, what they read, and the two automatic kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from vt_core.codegen.derivatives_entry import key_place
from vt_core.codegen.saved_variables import FormulaContext, is_word, words_of
from vt_core.model.derivatives import Binding, Derivative, ForwardDerivative
from vt_core.model.native_function import NativeFunction
from vt_core.model.types import Type
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

AUTO_ELEMENT_WISE = "auto_element_wise"
AUTO_LINEAR = "auto_linear"

_TENSOR_LISTS = ("at::TensorList", "const at::ITensorListRef &")


class ForwardFormula(NamedTuple):
    """A formula under a key that names outputs."""

    key: str
    names: tuple[str, ...]
    formula: str
    path: tuple[str, ...]

    @property
    def place(self) -> Place:
        return Place("derivatives", (*self.path, self.key))


class _Function(NamedTuple):
    """What the formulas of one autograd key are about."""

    f: NativeFunction
    name: str
    arguments: tuple[str, ...]
    derivatives: Sequence[Derivative]
    with_derivatives: Sequence[Binding]


def named_gradients(f: NativeFunction, flags: tuple[bool, ...] | None) -> tuple[str, ...]:
    """`grad_values` for each named and differentiable output `values`."""
    differentiable = flags or (True,) * len(f.func.returns)
    return tuple(
        [
            f"grad_{return_.name}"
            for return_, flag in zip(f.func.returns, differentiable)
            if flag and return_.name is not None and return_.type.is_tensor_like
        ]
    )


def check_key_names(
    f: NativeFunction,
    key: str,
    names: tuple[str, ...],
    arguments: Collection[str],
    path: tuple[str, ...],
    faults: list[Fault],
) -> None:
    """No name in a key is both an argument's and an output's."""
    returned = [return_.name for return_ in f.func.returns]
    for name in names:
        if name in arguments and name in returned:
            data = {"operator": str(f.func.name), "argument": name}
            faults.append(Fault("argument-and-return-name", key_place(key, name, path), data))


def forward_derivatives(
    formulas: Sequence[ForwardFormula],
    f: NativeFunction,
    name: str,
    bindings: Sequence[Binding],
    derivatives: Sequence[Derivative],
    with_derivatives: Sequence[Binding],
    faults: list[Fault],
) -> tuple[ForwardDerivative, ...]:
    """The forward formulas in the order of their keys, the automatic ones written out. `name`: the entry's operator."""
    if not formulas:
        return ()
    function = _Function(f, name, tuple([b.name for b in bindings]), derivatives, with_derivatives)
    found: list[ForwardDerivative] = []
    for formula in formulas:
        types = _output_types(formula, f, function.arguments, faults)
        if types is None:
            continue
        text = formula.formula
        tangents = _required(formula, text, "_t", function, faults)
        if text == AUTO_ELEMENT_WISE:
            if not _check_element_wise(formula, formulas, function, faults):
                continue
            text, tangents = _element_wise(function), function.arguments
        elif text == AUTO_LINEAR:
            if not _check_linear(formula, formulas, function, faults):
                continue
            text, tangents = _linear(function), tuple([b.name for b in with_derivatives])
        primals = _required(formula, text, "_p", function, [])
        found.append(
            ForwardDerivative(text, formula.names, types, tangents, primals, False, False, formula.key, formula.path)
        )
    return tuple(found)


def _output_types(
    formula: ForwardFormula, f: NativeFunction, arguments: tuple[str, ...], faults: list[Fault]
) -> tuple[Type, ...] | None:
    """The types of the outputs that a key names; None where it names none."""
    returns = f.func.returns
    types = [return_.type for return_ in returns if return_.name in formula.names]
    data = {"operator": str(f.func.name), "arguments": ", ".join(arguments), "returns": str(len(returns))}
    if types:
        return tuple(types)
    if formula.names == ("result",):
        if len(returns) == 1:
            return (returns[0].type,)
        data |= {"argument": "result", "kind": "result-of-several"}
        faults.append(Fault("unknown-gradient-argument", key_place(formula.key, "result", formula.path), data))
        return None
    for name in formula.names:
        index = name.removeprefix("result")
        if index == name or not index.isdecimal():
            continue
        if len(index) > 9 or int(index) >= len(returns):
            data |= {"argument": name, "kind": "result-index"}
            faults.append(Fault("unknown-gradient-argument", key_place(formula.key, name, formula.path), data))
            return None
        types.append(returns[int(index)].type)
    if types:
        return tuple(types)
    outputs = [return_.name or f"result{index if len(returns) > 1 else ''}" for index, return_ in enumerate(returns)]
    data |= {"argument": formula.names[0], "kind": "unknown", "outputs": ", ".join(outputs)}
    faults.append(
        Fault("unknown-gradient-argument", key_place(formula.key, formula.names[0] or None, formula.path), data)
    )
    return None


def names(text: str, word: str) -> bool:
    """The generator's test for a word in a formula."""
    if word not in text:
        return False
    # The same without an expression to compile for each name.
    return word in words_of(text) if is_word(word) else re.search(rf"(^|\W){word}($|\W)", text) is not None


def replaced(text: str, word: str, by: str) -> str:
    """The generator's replacement of a word: of two that stand one character apart the first only."""
    if not names(text, word):
        return text
    return re.sub(rf"(^|\W){word}($|\W)", rf"\g<1>{by}\g<2>", text)


def _required(
    formula: ForwardFormula, text: str, suffix: str, function: _Function, faults: list[Fault]
) -> tuple[str, ...]:
    """The arguments whose `x_t` (or `x_p`) a formula reads; the bare name would be neither."""
    found: list[str] = []
    for binding in function.with_derivatives:
        name = binding.name
        if name not in text or (binding.type in _TENSOR_LISTS and not function.f.is_foreach):
            continue
        if names(text, name):
            data = {"operator": function.name, "argument": name}
            context = FormulaContext(formula.key, formula.names, formula.formula, formula.path)
            faults.append(Fault("forward-base-name", context.place_of_word(name), data))
        if names(text, name + suffix):
            found.append(name)
    return tuple(found)


def _check_element_wise(
    formula: ForwardFormula, formulas: Sequence[ForwardFormula], function: _Function, faults: list[Fault]
) -> bool:
    """One input, one output, one formula to turn around, and not in place."""
    what = ""
    if function.f.func.kind == "inplace":
        what = "inplace"
    elif len(function.with_derivatives) != 1 or len(function.derivatives) != 1:
        what = "inputs"
    elif len(formulas) > 1 or len(formulas[0].names) > 1:
        what = "outputs"
    if what:
        data = {"operator": function.name, "formula": AUTO_ELEMENT_WISE, "what": what}
        faults.append(Fault("automatic-forward-formula", formula.place, data))
    return not what


def _check_linear(
    formula: ForwardFormula, formulas: Sequence[ForwardFormula], function: _Function, faults: list[Fault]
) -> bool:
    """One output, and something that it depends on."""
    what = ""
    if len(formulas) > 1 or len(formulas[0].names) > 1:
        what = "outputs"
    elif not function.with_derivatives:
        what = "no-inputs"
    if what:
        data = {"operator": function.name, "formula": AUTO_LINEAR, "what": what}
        faults.append(Fault("automatic-forward-formula", formula.place, data))
    return not what


def _element_wise(function: _Function) -> str:
    """The backward formula with the tangent for the gradient: of an element-wise function the two are conjugates."""
    own = function.with_derivatives[0].name
    text = replaced(function.derivatives[0].original, "grad", f"{own}_t.conj()")
    for binding in function.with_derivatives:
        text = replaced(text, binding.name, f"{binding.name}_p")
    return f"({text}).conj()"


def _linear(function: _Function) -> str:
    """The function itself, of the tangents."""
    differentiable = {binding.name for binding in function.with_derivatives}
    arguments = [f"{name}_t" if name in differentiable else name for name in function.arguments]
    name = f"{function.name}_symint" if function.f.func.has_symint else function.name
    if "function" in function.f.variants:
        return f"at::{name}({', '.join(arguments)})"
    return f"{arguments[0]}.{name}({', '.join(arguments[1:])})"
