"""What the compiler refuses in a formula: how it is written, the names that it uses, their members."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vt_core.lint.calls import FREE_NAME, GLOBAL_NAMES
from vt_core.lint.first_look import AUTOMATIC
from vt_core.lint.subject import Formula, Subject
from vt_core.model.types import OptionalType
from vt_core.syntax.faults import Fault
from vt_core.syntax.formula import formula_faults

# An operator or comma without an operand; two operands without an operator are left to the compiler.
_EMPTY = r"[,(\[{]\s*,|,\s*[)\]]|(?<![-+])[-+*/%&|^<=]\s*(?:[),;\]}]|$)|[(,]\s*[*/%^|]|^\s*[*/%^|,?]|\?\s*:"


def check_texts(subject: Subject, faults: list[Fault]) -> None:
    """Brackets, quotes, semicolons and operands of all formulas."""
    for formula in (*subject.backward, *subject.forward):
        code = formula.code
        if ";" in code and "return" not in code:
            _semicolons(subject, formula, faults)
        if formula.calls.fault is not None or code.count('"') % 2 or code.count("'") % 2 or "/*" in code:
            for fault in formula_faults(formula.text)[:1]:
                data = {"operator": subject.operator, "what": fault.kind, "text": fault.text, "key": formula.key}
                faults.append(Fault("formula-syntax", formula.place(*fault.span), data))
        else:
            _empty_operand(subject, formula, faults)


def _empty_operand(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    found = re.search(_EMPTY, formula.code)
    if found is None:
        return
    start, end = found.span()
    text = found[0]
    start += len(text) - len(text.lstrip())
    data = {"operator": subject.operator, "what": "operand", "text": text.strip(), "key": formula.key}
    faults.append(Fault("formula-syntax", formula.place(start, max(end, start + 1)), data))


def _semicolons(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    at = formula.code.index(";")
    trailing = not formula.code[at:].strip("; \n")
    data = {"operator": subject.operator, "key": formula.key, "what": "trailing" if trailing else "inside"}
    faults.append(Fault("stray-semicolon", formula.place(at, at + 1), data))


_GRADIENTS = frozenset(("grad", "grads", "grad_input_mask", "retain_variables"))
# Constants and macros are declared elsewhere: `kCPU`, `M_PI`, `INFINITY`.
_CONSTANT = r"k[A-Z]\w*|[A-Z][A-Z0-9]*_[A-Z0-9_]*|NAN|INFINITY"
# A formula that declares names itself.
_DECLARES = r"\breturn\b|\[[&=]?\w*\]\s*(?:\(|\{)|\bfor\b"
# In place, a forward formula may read what `self` was, or is now.
_INPLACE = ("original_self_p", "original_self_t", "self_or_result_p", "self_or_result_t")


def backward_scope(subject: Subject) -> set[str]:
    """The names that backward formulas may use."""
    scope = {*_GRADIENTS, *subject.outputs, *subject.arguments, *subject.info.available_named_gradients}
    if subject.f.func.arguments.options_index is not None:
        scope.difference_update([argument.name for argument in subject.f.func.arguments.options])
        scope.add("options")
    if subject.f.is_foreach:
        scope.add("i")
    return scope


def forward_scope(subject: Subject) -> set[str]:
    """The names that forward formulas may use: the tangents `x_t` and values `x_p` of what is differentiated."""
    scope = {*subject.outputs, *subject.arguments, *_INPLACE}
    for binding in subject.info.args_with_derivatives:
        scope.add(f"{binding.name}_t")
        scope.add(f"{binding.name}_p")
    if subject.f.is_foreach:
        scope.add("i")
    return scope


def check_names(subject: Subject, faults: list[Fault]) -> None:
    """Names that nothing declares."""
    for formulas, make_scope in ((subject.backward, backward_scope), (subject.forward, forward_scope)):
        if not formulas:
            continue
        if formulas is subject.forward:
            formulas = tuple([formula for formula in formulas if formula.code not in AUTOMATIC])
            if not formulas:
                continue
        text = formulas[0].code if len(formulas) == 1 else "\n".join([formula.code for formula in formulas])
        names = set(FREE_NAME.findall(text)) - (_GLOBAL_AND_COMMON if make_scope is backward_scope else GLOBAL_NAMES)
        if not names:
            continue
        scope = make_scope(subject)
        names -= scope
        if not names:
            continue
        for formula in formulas:
            faults.extend(_unknown_names(subject, formula, names, scope))


# Looked at first, so that the scope of most entries need not be made.
_GLOBAL_AND_COMMON = GLOBAL_NAMES | {"grad", "grads", "grad_input_mask"}


def _unknown_names(subject: Subject, formula: Formula, names: set[str], scope: set[str]) -> Iterator[Fault]:
    if re.search(_DECLARES, formula.code) or formula.code.count('"') % 2:
        return
    for found in FREE_NAME.finditer(formula.code):
        name = found[0]
        if name not in names or re.fullmatch(_CONSTANT, name):
            continue
        yield Fault(
            "unknown-identifier",
            formula.place(*found.span()),
            {
                "operator": subject.operator,
                "name": name,
                "what": _kind_of(name, formula, subject),
                "known": ", ".join(sorted(scope - set(_INPLACE))),
                "outputs": ", ".join(subject.outputs),
                "arguments": ", ".join(subject.arguments),
                "meant": _meant(name, subject),
            },
        )


def _kind_of(name: str, formula: Formula, subject: Subject) -> str:
    if name == "non_differentiable":
        return "marker of outputs"
    if name == formula.text.strip() and re.fullmatch(r"(?i)no[tn]_?differentiable", name):
        return "marker"
    if re.fullmatch(r"result\d*", name):
        return "output"
    if name.startswith("grad_"):
        return "gradient"
    if formula.derivative is None and name[-2:] in ("_t", "_p"):
        return "tangent"
    if formula.derivative is None and name in _GRADIENTS:
        return "forward"
    return ""


def _meant(name: str, subject: Subject) -> str:
    """The output that a `result1` of functions without names for them means."""
    found = re.fullmatch(r"result(\d*)", name)
    if found is None or not subject.outputs:
        return ""
    at = int(found[1][:3] or 0)
    if not found[1] and len(subject.outputs) > 1:
        return ""
    return subject.outputs[at] if at < len(subject.outputs) else ""


_MEMBER = r"(?<![\w.>:])(\w+)\s*(->|\.)\s*([A-Za-z_]\w*)"
_OF_OPTIONALS = frozenset(("has_value", "value", "value_or", "reset", "emplace", "swap"))


def check_members(subject: Subject, faults: list[Fault]) -> None:
    """Members of what is optional, or is not."""
    optional = [a.name for a in subject.f.func.arguments.non_out if isinstance(a.type, OptionalType)]
    for formula in (*subject.backward, *subject.forward):
        if "->" in formula.code or (optional and any(f"{name}." in formula.code for name in optional)):
            _check(subject, formula, faults)


def _check(subject: Subject, formula: Formula, faults: list[Fault]) -> None:
    derivative = formula.derivative
    # What the generator puts in place of a member is no member any more.
    left = formula.code if derivative is None else derivative.formula
    for name, access, member in dict.fromkeys(re.findall(_MEMBER, left)):
        what = _fault_of(name, access, member, subject, formula)
        if what is None:
            continue
        found = re.search(rf"(?<![\w.>:]){re.escape(name)}\s*{re.escape(access)}\s*{member}\b", formula.code)
        if found is not None:
            data = {"operator": subject.operator, "name": name, "access": access, "member": member, "what": what}
            argument = subject.arguments.get(name)
            data["type"] = "Tensor" if argument is None else str(argument.type)
            faults.append(Fault("wrong-member", formula.place(*found.span()), data))


def _fault_of(name: str, access: str, member: str, subject: Subject, formula: Formula) -> str | None:
    argument = subject.arguments.get(name)
    backward = formula.derivative is not None
    if argument is None:
        tensor = name in subject.outputs or name == "grad" or (not backward and name[-2:] in ("_t", "_p"))
        return "arrow" if tensor and access == "->" else None
    type_ = argument.type
    tensor = type_.is_tensor_like
    if isinstance(type_, OptionalType) and not (tensor and backward):
        return "optional" if access == "." and member not in _OF_OPTIONALS else None
    if type_.as_list is not None:
        return None
    return "arrow" if access == "->" else "value" if tensor and member == "has_value" else None
