"""Which checks of an entry could find anything: quick, and never too sure that there is nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vt_core.dialects.dialect import Dialect
from vt_core.lint.calls import FREE_NAME, GLOBAL_NAMES, Call, words_of
from vt_core.lint.subject import Formula
from vt_core.model.derivatives import DerivativesEntry, DifferentiabilityInfo, KeyFormulas
from vt_core.model.native_function import NativeFunction
from vt_core.syntax.nodes import Scalar
from vt_core.syntax.nodes import Sequence as SequenceNode

# Forward formulas that the generator writes itself.
AUTOMATIC = frozenset(("auto_linear", "auto_element_wise"))

_COMMON = GLOBAL_NAMES | {"grad", "grads", "grad_input_mask"}
# With scopes and numbers.
_HARMLESS = _COMMON | words_of("at std c10 0 1 2 3 4 5")
# An operator or comma without an operand: what most formulas lack.
_SUSPICIOUS = re.compile(r"[-+*/%&|^<=,?]\s*[),;\]}*/%^|:]|[(\[{]\s*[,*/%^|]")
_ENDS = frozenset("-+*/%&|^<=,?:.;")
_BEGINS = frozenset("*/%^|,?.:")
# What a tensor may be saved for alone, where the generator does not save just that.
_METADATA = re.compile(
    r"\.(?:s(?:ym_|calar_|ize|trides|uggest|torage)|d(?:type|im|evice)|n(?:umel|dim)|options|layout|is_|element)"
)
_NOT_LITERAL = re.compile(r"\bgrads\s*\[\s*\D|\bgrads\s*\[[^\]]*[^\d\]]")
# Formulas that are a zero or an exception, as a whole.
_ZEROS = frozenset(("zeros_like", "at::zeros_like", "not_implemented", "not_implemented_list", "zeros", "at::zeros"))


def formula_checks(
    keyed: KeyFormulas,
    info: DifferentiabilityInfo,
    backward: Sequence[Formula],
    forward: Sequence[Formula],
    group: Sequence[NativeFunction],
    dialect: Dialect,
) -> set[str]:
    """The checks that an entry's formulas for one autograd key call for."""
    checks: set[str] = set()
    func = info.func.func
    if backward:
        _look_at_names(backward, info, checks)
        tensor = "at::Tensor" if dialect.variants is not None else "Tensor"
        has_flags = info.entry.output_differentiability is not None
        is_complex = func.name.base in dialect.gradient_implemented_for_complex
        for formula in backward:
            _look_at_text(formula, checks)
            _look_at_backward(formula, tensor, has_flags, checks)
            if is_complex and " * " in formula.code:
                checks.add("values")
        if len(group) > 1 and func.kind == "functional" and "saving" not in checks:
            _look_at_variants(backward, group, tensor, checks)
    for formula in forward:
        code = formula.code
        if code == "auto_linear":
            if len(info.args_with_derivatives) > 1:
                checks.add("values")
        elif code not in AUTOMATIC:
            _look_at_text(formula, checks)
            checks.add("names")
            if may_be_nonlinear(code, code.count("_t")):
                checks.add("values")
    if "?" in func.text:
        optional = re.findall(r"\? (\w+)", func.text)
        if any(f"{name}." in formula.code for formula in (*backward, *forward) for name in optional):
            checks.add("members")
    if len(keyed.formulas) > 1 and "," in "".join(keyed.formulas):
        checks.add("values")
    return checks


def may_be_nonlinear(code: str, uses: int) -> bool:
    """Whether a formula that reads what comes in so often has the operators without which it is linear."""
    if uses > 1 and ("*" in code or "mul" in code or "mm" in code):
        return True
    return " + " in code or " - " in code or "/ grad" in code or ".pow(" in code or "_t.pow(" in code


def _look_at_text(formula: Formula, checks: set[str]) -> None:
    code = formula.code
    odd = ";" in code or formula.calls.fault is not None or code[-1:] in _ENDS or code[:1] in _BEGINS
    if odd or _SUSPICIOUS.search(code) or (('"' in code or "'" in code or "/*" in code) and _is_open(code)):
        checks.add("texts")
    if "->" in code:
        checks.add("members")


def _is_open(code: str) -> bool:
    return code.count('"') % 2 == 1 or code.count("'") % 2 == 1 or "/*" in code


def _look_at_names(formulas: Sequence[Formula], info: DifferentiabilityInfo, checks: set[str]) -> None:
    """Names that are neither called, nor saved, nor known everywhere."""
    for formula in formulas:
        derivative = formula.derivative
        assert derivative is not None
        strange = derivative.words - _HARMLESS
        if strange and strange.difference(
            [saved.name for saved in derivative.saved_inputs],
            [call.name for call in formula.calls.calls],
            [saved.name for saved in derivative.saved_outputs],
        ):
            break
    else:
        if info.func.func.arguments.options_index is not None:
            checks.add("names")
        return
    text = formulas[0].code if len(formulas) == 1 else "\n".join([formula.code for formula in formulas])
    names = set(FREE_NAME.findall(text))
    names -= _COMMON
    func = info.func.func
    names.difference_update([argument.name for argument in func.arguments.all])
    names.difference_update([return_.name for return_ in func.returns if return_.name])
    if len(func.returns) == 1 and not func.returns[0].name:
        names.discard("result")
    if names or func.arguments.options_index is not None:
        checks.add("names")


def _look_at_backward(formula: Formula, tensor: str, has_flags: bool, checks: set[str]) -> None:
    derivative = formula.derivative
    assert derivative is not None
    code, words, calls = formula.code, derivative.words, formula.calls.calls
    if "grads" in words:
        if has_flags or _NOT_LITERAL.search(code):
            checks.add("gradients")
    elif "grad" not in words:
        last: Call | None = calls[-1] if calls else None
        if last is None or last.start or last.bounds[-1] != len(code) - 1 or last.name not in _ZEROS:
            checks.add("gradients")
    elif may_be_nonlinear(code, code.count("grad")) or ("_(" in code and _is_fresh(code)):
        checks.add("values")
    if "grads" in words and may_be_nonlinear(code, code.count("grad")):
        checks.add("values")
    if len(formula.names) > 1:
        if len(derivative.saved_inputs) > 1:
            checks.add("saving")
        if code[:4] == "grad" or code[:1] == "-":
            checks.add("values")
    elif "grad_input_mask" in words:
        checks.add("gradients")
    for _, name, bounds in calls:
        if len(bounds) > 3 and "backward" in name:
            arguments = code[bounds[0] + 1 : bounds[-1]].split(", ")
            if len(set(arguments)) != len(arguments):
                checks.add("saving")
    for saved in derivative.saved_inputs:
        if saved.type == tensor and f"{saved.name}." in derivative.formula and _METADATA.search(derivative.formula):
            checks.add("saving")


def _is_fresh(code: str) -> bool:
    return "zeros" in code or "ones" in code or "empty" in code


def _look_at_variants(
    formulas: Sequence[Formula], group: Sequence[NativeFunction], tensor: str, checks: set[str]
) -> None:
    """Whether an in-place function has to keep the old value of `self`."""
    if not any(g.func.kind == "inplace" for g in group):
        return
    for formula in formulas:
        assert formula.derivative is not None
        if any(saved.name == "self" and saved.type == tensor for saved in formula.derivative.saved_inputs):
            checks.add("saving")


# Operators whose one output may be integers or booleans.
_MAY_BE_INTEGRAL = re.compile(r"_?(?:is|arg|count|bincount|\w*search)")
# What an argument may be called that generated code calls a variable, and what backward functions call the gradient.
_LOCALS = r" (?:grad_inputs|gen|grad_fn|_?tmp|ks|_any_requires_grad|result\d+)[,)=]"


def function_checks(entry: DerivativesEntry, info: DifferentiabilityInfo) -> set[str]:
    """The checks that the function and the entry as a whole call for."""
    checks: set[str] = set()
    func = info.func.func
    text = func.text
    if "grad_out" in text and not any("grad_out" in key for keyed in entry.by_key for key in keyed.formulas):
        checks.add("missing gradients")
    names = " grad_" in text or " gen" in text or "tmp" in text or " ks" in text or "_any" in text or " result" in text
    if names and re.search(_LOCALS, text):
        checks.add("local names")
    flags = entry.output_differentiability
    if text != entry.specification:
        checks.add("outputs")
    elif flags is not None:
        items = flags.items if isinstance(flags, SequenceNode) else ()
        plain = all(isinstance(item, Scalar) and item.kind == "bool" for item in items)
        if len(items) != len(func.returns) or not plain:
            checks.add("outputs")
    elif not info.derivatives:
        if info.non_differentiable:
            checks.add("outputs")
    elif (len(func.returns) > 1 or _MAY_BE_INTEGRAL.match(func.name.base)) and not any(
        "grad" in derivative.words for derivative in info.derivatives
    ):
        checks.add("outputs")
    return checks
