"""How formulas use the gradients that come in, which arguments have none, and what an entry says of outputs."""

from __future__ import annotations

import re

from vt_core.codegen.output_differentiability import read_output_flags
from vt_core.codegen.places import argument_place
from vt_core.lint.calls import arguments_of
from vt_core.lint.subject import Formula, Subject
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place, Scalar, Sequence

_USES = frozenset(("grad", "grads"))
# A formula that is as a whole a zero, nothing, or an exception.
_CONSTANT = (
    r"(?:at::)?(?:not_implemented\w*|zeros_like|zeros|error_for_\w+|Tensor(?:List)?|undefined|new_zeros)\Z"
    r"|std::tuple\Z|std::vector\Z"
)
_GRADS = r"(?<![\w.])grads\s*\[([^\]]*)\]"
_GRADS_ALONE = r"(?<![\w.])grads(?!\w|\s*\[)"


def check_gradients(subject: Subject, faults: list[Fault]) -> None:
    """Each backward formula reads a gradient that there is."""
    named = subject.info.available_named_gradients
    for formula in subject.backward:
        derivative = formula.derivative
        assert derivative is not None
        words = derivative.words
        if words.isdisjoint(_USES) and (not named or words.isdisjoint(named)):
            _dropped(subject, formula, words, faults)
        elif "grads" in words:
            _indices(subject, formula, faults)
        if "grad_input_mask" in words and len(formula.names) == 1:
            _mask(subject, formula, faults)


def _dropped(subject: Subject, formula: Formula, words: frozenset[str], faults: list[Fault]) -> None:
    """A gradient is a product with the one that comes in: a formula without that is wrong."""
    code = formula.code.strip()
    if not code or any(word.startswith("grad_") for word in words):
        return
    if subject.dialect.variants is None and any(word.startswith("grad") for word in words):
        return
    outer = formula.calls.calls[-1] if formula.calls.calls else None
    if outer is not None and outer.bounds[-1] == len(code) - 1 + len(formula.code) - len(formula.code.lstrip()):
        callee = outer.name or formula.code[: outer.bounds[0]].strip()
        if re.match(_CONSTANT, callee.rstrip("<> ")) and (outer.name or callee.startswith("std::")):
            return
        if re.fullmatch(r"\w+\.(?:new_zeros|sym_new_zeros)\w*", formula.code[: outer.bounds[0]].strip()):
            return
    if re.fullmatch(r"\{\s*\}|[\w.]*nullopt", code) or re.fullmatch(r"(?i)no[tn]_?differentiable|auto_\w+", code):
        return
    data = {"operator": subject.operator, "key": formula.key, "text": formula.text}
    faults.append(Fault("gradient-dropped", formula.place(), data))


def _indices(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    """`grads` holds the gradients of the differentiable outputs only."""
    count = sum(subject.flags)
    outputs = len(subject.outputs)
    data = {"operator": subject.operator, "key": formula.key, "count": str(count), "outputs": str(outputs)}
    differentiable = [name for name, flag in zip(subject.outputs, subject.flags) if flag]
    data["differentiable"] = ", ".join(differentiable)
    declares = subject.f.is_foreach or re.search(r"\b(?:return|for)\b", formula.code) is not None
    for found in () if declares else re.finditer(_GRADS, formula.code):
        index = found[1].strip()
        if not index.isdecimal():
            faults.append(Fault("grads-not-literal", formula.place(*found.span()), {**data, "index": index}))
    if count == 1 and outputs > 1 and subject.info.entry.output_differentiability is not None:
        alone = re.search(_GRADS_ALONE, formula.code)
        if alone is not None and not subject.f.func.returns[subject.flags.index(True)].type.as_list:
            faults.append(Fault("lone-gradient-list", formula.place(*alone.span()), data))


def _mask(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    """The mask is declared for formulas of several arguments."""
    if "grad_input_mask" in subject.arguments:
        return
    found = re.search(r"\bgrad_input_mask\b", formula.code)
    if found is not None:
        data = {"operator": subject.operator, "key": formula.key}
        faults.append(Fault("grad-input-mask", formula.place(*found.span()), data))


def check_missing_gradients(subject: Subject, faults: list[Fault]) -> None:
    """The incoming gradient of a backward function has a key."""
    if "grad_output" not in subject.arguments and "grad_out" not in subject.arguments:
        return
    info = subject.info
    if not info.derivatives and not info.non_differentiable:
        return
    named = {name for one in info.by_key for d in one.derivatives for name in d.var_names}
    named.update([name for one in info.by_key for name in one.non_differentiable])
    for name in _INCOMING:
        if name in subject.arguments and name not in named and subject.arguments[name].type.is_tensor_like:
            _missing(subject, name, faults)


# What backward functions call the gradient that comes in.
_INCOMING = ("grad_output", "grad_out")


def _missing(subject: Subject, name: str, faults: list[Fault]) -> None:
    specification = info_specification(subject)
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", specification.partition("(")[2])
    offset = specification.find("(") + 1
    place = Place("derivatives", ("name",))
    if found is not None:
        place = place._replace(start=found.start() + offset, end=found.end() + offset)
    data = {"operator": subject.operator, "argument": name, "name": subject.f.func.name.name}
    faults.append(Fault("grad-output-without-formula", place, data))


def info_specification(subject: Subject) -> str:
    """The schema as the entry has it."""
    return subject.info.entry.specification


# Names that the generated code declares itself: in a node's `apply`, where saved arguments stand as well, and in the
# function's method, where all do.
_IN_APPLY = frozenset(("grad_inputs", "gen"))
_IN_METHOD = frozenset(("grad_fn", "tmp", "_tmp", "ks", "_any_requires_grad"))
_ALL_LOCALS = _IN_APPLY | _IN_METHOD


def check_local_names(subject: Subject, faults: list[Fault]) -> None:
    """Arguments that are called like a variable of the generated code, other than gradients and a single result."""
    own = _ALL_LOCALS.intersection(subject.arguments)
    # The names of outputs that the schema does not name.
    returns = subject.f.func.returns
    unnamed = {name for name, return_ in zip(subject.outputs, returns) if return_.name is None}
    if subject.f.func.kind != "functional" or len(returns) < 2:
        unnamed = set()
    if not own and unnamed.isdisjoint(subject.arguments):
        return
    saved = {saved.name for saved in subject.info.all_saved_inputs}
    absent = ("tmp",) if subject.dialect.variants is not None else ("ks", "_tmp", "_any_requires_grad")
    for index, argument in enumerate(subject.f.func.arguments.all):
        name = argument.name
        in_method = (name in _IN_METHOD and name not in absent) or name in unnamed
        if in_method or (name in _IN_APPLY and name in saved):
            data = {"operator": subject.operator, "argument": name}
            faults.append(Fault("generated-name", argument_place(subject.f.func, index), data))


def repeated_arguments(formula: Formula, subject: Subject) -> list[tuple[int, int, str, str]]:
    """Names that stand twice in one call of a backward function: where the second is, its name, the function's."""
    found: list[tuple[int, int, str, str]] = []
    for call in formula.calls.calls:
        if "backward" not in call.name or len(call.bounds) < 4:
            continue
        arguments = arguments_of(call, formula.code)
        if len(set(arguments)) == len(arguments):
            continue
        for at, argument in enumerate(arguments):
            declared = subject.arguments.get(argument)
            tensor = declared is not None and declared.type.is_tensor_like
            if argument in arguments[:at] and (tensor or argument in subject.outputs or argument == "grad"):
                start = formula.code.index(argument, call.bounds[at] + 1)
                found.append((start, start + len(argument), argument, call.name))
    return found


# Names of outputs, and of arguments that ask for them, that stand for integers or booleans.
_INTEGRAL = (
    r"(?:return_)?(?:\w*_)?"
    r"(?:indices|index|inverse|inverse_indices|counts?|mask|info|rank|pivots|argmax|argmin)\Z"
)
_INTEGRAL_OPERATOR = r"(?:is_?[a-z]+|isnan|arg(?:max|min|sort|where)|count_\w+|bincount|\w*searchsorted)\Z"
_NO_IS = r"is(?:t|o|land)"


def check_outputs(subject: Subject, faults: list[Fault]) -> None:
    """`output_differentiability` fits the outputs; arguments are not all left out; no entry is an out variant's."""
    entry = subject.info.entry
    text = entry.specification
    if subject.f.func.text != text and any(g.func.text == text and g.func.kind == "out" for g in subject.group):
        data = {"operator": text.partition("(")[0].rstrip(), "function": subject.operator}
        end = len(entry_operator(subject))
        faults.append(Fault("out-entry", Place("derivatives", ("name",), "value", 0, end), data))
    written = entry.output_differentiability
    if written is None:
        _integral_outputs(subject, faults)
        _nothing_differentiable(subject, faults)
    elif isinstance(written, Scalar):
        if written.kind != "null" and subject.dialect.variants is not None:
            data = {"operator": subject.operator, "kind": written.kind, "value": written.value}
            data["outputs"] = str(len(subject.outputs))
            place = Place("derivatives", ("output_differentiability",))
            faults.append(Fault("output-differentiability-type", place, data, "lint"))
    elif subject.dialect.variants is None and isinstance(written, Sequence):
        texts = [item for item in written.items if isinstance(item, Scalar) and item.kind == "str"]
        if texts:
            data = {"operator": subject.operator, "kind": "quoted", "value": texts[0].value}
            place = Place("derivatives", ("output_differentiability",))
            faults.append(Fault("output-differentiability-type", place, data, "lint"))
        read = read_output_flags(written)
        if read is not None and len(read.flags) != len(subject.outputs):
            data = {"operator": subject.operator, "count": str(len(read.flags)), "outputs": str(len(subject.outputs))}
            place = Place("derivatives", ("output_differentiability",))
            faults.append(Fault("output-differentiability-length", place, data, "lint"))


def _integral_outputs(subject: Subject, faults: list[Fault]) -> None:
    """Of outputs that `grad` leaves alone, those that look like integers or booleans."""
    derivatives = subject.info.derivatives
    if not derivatives or any("grad" in derivative.words for derivative in derivatives):
        return
    returns, base = subject.f.func.returns, subject.f.func.name.base
    if subject.f.func.kind == "inplace":
        return
    if len(returns) == 1 or not returns:
        integral = bool(returns) and re.match(_INTEGRAL_OPERATOR, base) is not None and re.match(_NO_IS, base) is None
        names = [subject.outputs[0]] if integral and returns[0].type.is_tensor_like else []
    else:
        names = [r.name for r in returns if r.name and re.match(_INTEGRAL, r.name) and r.type.is_tensor_like]
        asked = [name for name in subject.arguments if name.startswith("return_") and re.match(_INTEGRAL, name)]
        if not names and asked and not any(r.name for r in returns):
            names = list(subject.outputs[1 : 1 + len(asked)])
    used = frozenset().union(*[derivative.words for derivative in derivatives])
    if not names or any(f"grad_{name}" in used for name in names) or "grads" in used:
        return
    data = {"operator": subject.operator, "names": ", ".join(names), "outputs": ", ".join(subject.outputs)}
    end = len(entry_operator(subject))
    faults.append(Fault("integer-output", Place("derivatives", ("name",), "value", 0, end), data))


def entry_operator(subject: Subject) -> str:
    """The operator as the entry's name has it."""
    return subject.info.entry.specification.partition("(")[0].rstrip()


def _nothing_differentiable(subject: Subject, faults: list[Fault]) -> None:
    """All tensors marked as not differentiable: gradients stop here without a word."""
    info = subject.info
    if info.derivatives or not info.non_differentiable or len(info.by_key) > 1:
        return
    tensors = [a.name for a in subject.f.func.arguments.non_out if a.type.is_tensor_like]
    if set(tensors) != set(info.non_differentiable) or subject.forward:
        return
    if re.match(r"_?is_?[a-z]|one_hot|arg|count", subject.f.func.name.base):
        return  # gives booleans or integers
    data = {"operator": subject.operator, "argument": tensors[0], "name": subject.f.func.name.name}
    for key, formula in subject.keyed.formulas.items():
        if formula.lower().strip() == "non_differentiable" and tensors[0] in [n.strip() for n in key.split(",")]:
            faults.append(Fault("nothing-differentiable", Place("derivatives", (*subject.keyed.path, key)), data))
            return
