"""What formulas save without need, how many values they give, and whether these are linear in what comes in."""

from __future__ import annotations

import re
from collections.abc import Collection

from vt_core.lint.calls import words_of
from vt_core.lint.first_look import may_be_nonlinear
from vt_core.lint.gradients import repeated_arguments
from vt_core.lint.subject import Formula, Subject
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place

# What is asked of a tensor without looking at its values.
_METADATA = words_of("""
    dtype scalar_type sizes size dim numel sym_sizes sym_size sym_numel strides sym_strides options layout
    device is_contiguous suggest_memory_format is_sparse is_cuda is_complex is_floating_point ndimension
    element_size storage_offset sym_storage_offset
    """)
_TENSOR = "at::Tensor"


def check_saving(subject: Subject, faults: list[Fault]) -> None:
    """Tensors saved for their metadata, by joint formulas, and those that an in-place function has to clone."""
    metadata: dict[str, tuple[Formula, int, int, str]] = {}
    whole: set[str] = set()
    tensor = _TENSOR if subject.dialect.variants is not None else "Tensor"
    for formula in subject.backward:
        derivative = formula.derivative
        assert derivative is not None
        if "backward" in derivative.formula:
            for start, end, name, called in repeated_arguments(formula, subject):
                data = {"operator": subject.operator, "argument": name, "called": called}
                faults.append(Fault("repeated-argument", formula.place(start, end), data))
        saved = [s.name for s in (*derivative.saved_inputs, *derivative.saved_outputs) if s.type == tensor]
        if not saved:
            continue
        for name in saved:
            use = _only_metadata(name, derivative.formula) if name in subject.arguments else None
            if use is None:
                whole.add(name)
            else:
                at = re.search(rf"(?<!\w){name}\s*\.\s*{use}\s*\([^()]*\)", formula.code)
                if at is not None:
                    metadata.setdefault(name, (formula, *at.span(), use))
        if len(formula.names) > 1:
            _joint(subject, formula, [name for name in saved if name in formula.names], faults)
    for name, (formula, start, end, use) in metadata.items():
        if name not in whole:
            data = {"operator": subject.operator, "argument": name, "use": use, "replaced": _replaced(subject)}
            faults.append(Fault("saved-for-metadata", formula.place(start, end), data))
    if "self" in whole:
        _clone(subject, tensor, faults)


def _only_metadata(name: str, formula: str) -> str | None:
    """What a formula asks of a tensor, if nothing but metadata."""
    if f"{name}." not in formula:
        return None
    uses = re.findall(rf"(?<![\w.]){name}(?!\w)(?:\s*\.\s*(\w+)\s*\()?", formula)
    return uses[0] if uses and all(use in _METADATA for use in uses) else None


def _replaced(subject: Subject) -> str:
    """What the generator saves instead of the tensor, in this release."""
    found = [re.findall(r"\w+", rewrite.core)[:1] for rewrite in subject.dialect.saved_rewrites]
    return ", ".join(dict.fromkeys([f".{words[0]}()" for words in found if words and words[0] in _METADATA]))


def _joint(subject: Subject, formula: Formula, saved: list[str], faults: list[Fault]) -> None:
    """One formula for several arguments: what each of them needs alone cannot be told apart."""
    if len(saved) < 2 or "backward" in subject.info.name or "wrap_opt_if" in formula.code:
        return
    data = {"operator": subject.operator, "names": ", ".join(formula.names), "saved": ", ".join(saved)}
    faults.append(Fault("joint-formula", Place("derivatives", (*formula.path, formula.key), "key"), data))


def _clone(subject: Subject, tensor: str, faults: list[Fault]) -> None:
    """The in-place variant overwrites what the formula reads."""
    if subject.f.func.kind != "functional":
        return
    variants = [g for g in subject.group if g.func.kind == "inplace" and not g.is_generated]
    if not variants:
        return
    for formula in subject.backward:
        assert formula.derivative is not None
        if not any(s.name == "self" and s.type == tensor for s in formula.derivative.saved_inputs):
            continue
        found = re.search(r"(?<![\w.])self(?!\w)", formula.code)
        if found is not None:
            inplace = variants[0].func
            data = {"operator": subject.operator, "inplace": inplace.name.text, "schema": inplace.text}
            faults.append(Fault("inplace-clone", formula.place(*found.span()), data))
            return


# A formula that gives one tensor whatever its names mean.
_ONE_TENSOR = r"-?\s*grad(?:\s*[*/+-]\s*[\w.]+)*"
_FRESH = re.compile(
    r"(?:zeros_like|zeros|ones_like|ones|empty_like|empty|new_zeros(?:_symint)?|new_empty)\s*\((?:[^()]|\([^()]*\))*\)"
    r"\s*\.\s*([a-z]\w*[a-z0-9]_)\s*\("
)


def check_values(subject: Subject, faults: list[Fault]) -> None:
    """What formulas give."""
    for formula in subject.backward:
        code = formula.code
        if "grad" in code and may_be_nonlinear(code, code.count("grad")):
            _linear(subject, formula, "backward", faults)
        if len(formula.names) > 1 and re.fullmatch(_ONE_TENSOR, code.strip()):
            data = {"operator": subject.operator, "names": ", ".join(formula.names), "values": "1"}
            faults.append(Fault("formula-values", formula.place(), data))
        if " * " in code and subject.f.func.name.base in subject.dialect.gradient_implemented_for_complex:
            _conjugates(subject, formula, faults)
        if "_(" in code and "grad" in code:
            _fresh(subject, formula, faults)
    for formula in subject.forward:
        code = formula.code
        if code == "auto_linear":
            _bilinear(subject, formula, faults)
        elif "_t" in code and may_be_nonlinear(code, code.count("_t")):
            _linear(subject, formula, "forward", faults)
    if len(subject.backward) > 1 or subject.info.non_differentiable:
        _twice(subject, faults)


def _linear(subject: Subject, formula: Formula, mode: str, faults: list[Fault]) -> None:
    if subject.operator.startswith("_test_"):
        return  # PyTorch's own tests tell their formulas apart by wrong ones
    incoming: Collection[str] = ("grad", "grads", *subject.info.available_named_gradients)
    if mode == "forward":
        incoming = {f"{binding.name}_t" for binding in subject.info.args_with_derivatives}
    from vt_core.lint.linear import first_nonlinear  # few formulas could be

    found = first_nonlinear(formula.code, incoming)
    if found is not None:
        data = {
            "operator": subject.operator,
            "mode": mode,
            "why": found.why,
            "text": formula.code[found.start : found.end],
        }
        faults.append(Fault("nonlinear-formula", formula.place(found.start, found.end), data))


def _bilinear(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    """The gradient of one argument depends on another: the function is not linear in both together."""
    differentiable = {binding.name for binding in subject.info.args_with_derivatives}
    if len(differentiable) < 2:
        return
    for backward in subject.backward:
        assert backward.derivative is not None
        for saved in backward.derivative.saved_inputs:
            if saved.name in differentiable and saved.name == saved.expr and "Tensor" in saved.type:
                data = {"operator": subject.operator, "argument": backward.names[0], "other": saved.name}
                faults.append(Fault("auto-linear-bilinear", formula.place(), data))
                return


def _fresh(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    """A tensor that is made in the formula has no batch dimension: writing a batched gradient into it fails."""
    for found in re.finditer(_FRESH, formula.code):
        call = next((call for call in formula.calls.calls if call.start == found.start(1)), None)
        if call is not None and re.search(r"\bgrads?\b", formula.code[call.bounds[0] : call.bounds[-1]]):
            data = {"operator": subject.operator, "method": found[1]}
            faults.append(Fault("inplace-on-fresh", formula.place(*found.span(1)), data))


_FACTOR = r"(?<![\w.])grad \* (\w+)(?![\w.(\[])|(?<![\w.])(\w+) \* grad(?![\w\[])"


def _conjugates(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    """Of complex numbers, the gradient is multiplied with the conjugate of the other factor."""
    if subject.f.func.name.base == "vdot":
        return  # conjugates one of its arguments itself
    for found in re.finditer(_FACTOR, formula.code):
        name = found[1] or found[2]
        argument = subject.arguments.get(name)
        tensor = name in subject.outputs or (argument is not None and str(argument.type) == "Tensor")
        if tensor:
            data = {"operator": subject.operator, "factor": name}
            faults.append(Fault("missing-conjugate", formula.place(*found.span(1 if found[1] else 2)), data))


def _twice(subject: Subject, faults: list[Fault]) -> None:
    """An argument has one formula."""
    seen: dict[str, str] = {}
    for key in subject.keyed.formulas:
        for name in [part.strip() for part in key.split(",")]:
            if name in seen and name in subject.arguments:
                found = re.search(rf"(?:^|,)\s*({re.escape(name)})\s*(?=,|$)", key)
                span = found.span(1) if found is not None else (0, len(key))
                place = Place("derivatives", (*subject.keyed.path, key), "key", *span)
                data = {"operator": subject.operator, "argument": name, "first": seen[name]}
                faults.append(Fault("duplicate-formula", place, data))
            seen.setdefault(name, key)
