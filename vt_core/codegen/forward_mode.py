"""Forward mode in a method of family 2.x: tangents asked for, computed and set (the generator's
`emit_any_has_forward_grad`, `emit_fw_derivatives` and `emit_forbid_fw_derivatives`)."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.codegen.method_plan import MethodPlan
from vt_core.codegen.method_sections import BODY, NESTED
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo, ForwardDerivative
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.model.types import BaseType, is_tensor_list

_LEVEL = "// The hardcoded 0 here will need to be updated once we support multiple levels."
_NOT_IMPLEMENTED = (
    "because it has not been implemented yet.\\nPlease file an issue to PyTorch at "
    "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we can prioritize its "
    "implementation."
)
_OUT_FUNCTION = "because it is an out= function"


def tangent_flag(derivative: ForwardDerivative) -> str:
    """The variable that says whether a formula is needed."""
    return f"_any_has_forward_grad_{'_'.join(derivative.var_names)}"


def has_tangent(name: str, is_list: bool) -> str:
    """The test whether an argument has a tangent."""
    return f"isFwGradDefinedTensorList({name})" if is_list else f"isFwGradDefined({name})"


def any_tangent(arguments: Sequence[Argument], info: DifferentiabilityInfo | None) -> str:
    """The test whether one of the arguments has a tangent."""
    excluded = () if info is None else info.non_differentiable
    tests = [
        has_tangent(argument.name, is_tensor_list(argument.type))
        for argument in arguments
        if argument.type.is_tensor_like and argument.name not in excluded
    ]
    return f"({' || '.join(tests)})"


def tangents_needed(
    forward: Sequence[ForwardDerivative], info: DifferentiabilityInfo | None, plan: MethodPlan
) -> list[Section]:
    """Which of the formulas are needed."""
    if plan.is_foreach:
        return [_elements_needed(derivative, plan) for derivative in forward]
    conditions = () if info is None else info.output_conditions
    sections: list[Section] = []
    for derivative in forward:
        wanted = derivative.required_inputs_fw_grad
        tests = [has_tangent(one.name, one.is_tensor_list) for one in plan.inputs if one.name in wanted]
        needed = f"({' || '.join(tests)})" if wanted else "true"
        if conditions:
            needed = f"({conditions[0]}) && {needed}"
        line = f"[[maybe_unused]] auto {tangent_flag(derivative)} = {needed};"
        sections.append(Section("tangents_needed", tuple(line.splitlines()), derivative.place, BODY))
    return sections


def _elements_needed(derivative: ForwardDerivative, plan: MethodPlan) -> Section:
    """The same for each element of lists, which have to be of one length."""
    lines: list[str] = []
    tests: list[str] = []
    for one in plan.inputs:
        if one.name not in derivative.required_inputs_fw_grad:
            continue
        if is_tensor_list(one.argument_type) and one.argument != "self":
            lines += (
                "TORCH_CHECK(",
                f"    self.size() == {one.argument}.size(),",
                '      "Tensor lists must have the same number of tensors, got ",',
                "    self.size(),",
                '      " and ",',
                f"    {one.argument}.size());",
            )
        tests.append(has_tangent(one.element, False))
    flag = tangent_flag(derivative)
    lines += (
        f"std::vector<bool> {flag}(self.size());",
        "for (const auto& i : c10::irange(self.size())) {",
        f"  {flag}[i] = {' || '.join(tests)};",
        "}",
    )
    return Section("tangents_needed", tuple(lines), derivative.place, BODY)


def original_self(forward: Sequence[ForwardDerivative], plan: MethodPlan, dialect: Dialect) -> Section:
    """Where an in-place function keeps the value that it overwrites."""
    optional = f"{dialect.body_optional}<at::Tensor>"
    flags = [tangent_flag(derivative) for derivative in forward if derivative.required_original_self_value]
    source = forward[0].place if flags else None
    if not plan.is_inplace_foreach:
        lines = [f"{optional} original_self;"]
        if flags:
            lines += (f"if ({' || '.join(flags)}) {{", "  original_self = self.clone();", "}")
        return Section("original_self", tuple(lines), source, BODY)
    lines = [f"std::vector<{optional}> original_selfs(self.size());"]
    if flags:
        lines += (
            "for (const auto& i : c10::irange(self.size())) {",
            f"  if ({' || '.join([f'{flag}[i]' for flag in flags])}) {{",
            "    original_selfs[i] = self[i].clone();",
            "  }",
            "}",
        )
    return Section("original_self", tuple(lines), source, BODY)


def compute_tangents(
    f: NativeFunction, forward: Sequence[ForwardDerivative], plan: MethodPlan, dialect: Dialect
) -> list[Section]:
    """The outputs' tangents: all are computed before the first one is set."""
    inplace = f.func.name.inplace
    sections: list[Section] = []
    for derivative in forward:
        names = ("self",) if inplace else derivative.var_names
        inputs = _input_lines(derivative, inplace, plan, dialect)
        if plan.is_foreach:
            sections += _foreach_tangent(derivative, names[0], forward, inputs, inplace, plan, dialect)
        else:
            sections += _tangent(derivative, names, inputs, dialect)
    separated = False
    for derivative in forward:
        names = ("self",) if inplace else derivative.var_names
        for lines in _setters(derivative, names, inplace, plan):
            lines = ("", *lines) if separated else lines
            sections.append(Section("set_tangents", lines, derivative.place, BODY))
            separated = True
    return sections


def _tangent_lines(name: str, value: str, zeros: str, dialect: Dialect) -> list[str]:
    """The tangent of one value, zero where it has none."""
    sizes = "sym_sizes" if dialect.autograd.symbolic_zeros else "sizes"
    return [
        f"auto {name}_t_raw = toNonOptFwGrad({value});",
        f"auto {name}_tensor = toNonOptTensor({value});",
        f"auto {name}_t = ({name}_t_raw.defined() || !{name}_tensor.defined())",
        f"  ? {name}_t_raw : at::{zeros}({name}_tensor.{sizes}(), {name}_tensor.options());",
    ]


def _input_lines(derivative: ForwardDerivative, inplace: bool, plan: MethodPlan, dialect: Dialect) -> list[str]:
    """The tangents and values that a formula reads."""
    suffix = "_symint" if dialect.autograd.symbolic_zeros else ""
    lines: list[str] = []
    zeros = ""
    for one in plan.inputs:
        written = inplace and one.name == "self"
        zeros = f"{'zeros' if written else '_efficientzerotensor'}{suffix}"
        value = one.element if plan.is_foreach else one.argument
        if one.name in derivative.required_inputs_fw_grad:
            lines += _tangent_lines(one.name, value, zeros, dialect)
            if not written and dialect.autograd.wrapped_numbers:
                lines.append(f"update_wrapped_number({one.name}_tensor, {one.name}_t);")
        if one.name in derivative.required_inputs_primal:
            lines.append(f"auto {one.name}_p = toNonOptPrimal({value});")
    if derivative.required_original_self_value:
        value = "original_selfs[i]" if plan.is_inplace_foreach else "original_self"
        # The zeros are those of the last input, whatever that is.
        lines += _tangent_lines("original_self", value, zeros, dialect)
        lines.append(f"auto original_self_p = toNonOptPrimal({value});")
    elif inplace and derivative.is_reusing_outplace_formula:
        lines.append("self_t = GradMode::is_enabled() ? self_t.clone() : self_t;")
    return lines


def _tangent(
    derivative: ForwardDerivative, names: tuple[str, ...], inputs: list[str], dialect: Dialect
) -> list[Section]:
    joined, needed = "_".join(names), tangent_flag(derivative)
    if len(names) > 1:
        type_ = f"::std::tuple<{','.join(['at::Tensor'] * len(derivative.var_types))}>"
    elif isinstance(derivative.var_types[0], BaseType):
        type_ = "at::Tensor"
        needed += f" && ({derivative.var_names[0]}.defined())"
    else:
        type_ = "::std::vector<at::Tensor>"
    head = (
        f"{dialect.cpp_optional}<{type_}> {joined}_new_fw_grad_opt = {dialect.body_nullopt};",
        f"if ({needed}) {{",
    )
    formula = f"    {joined}_new_fw_grad_opt = {derivative.formula};"
    return [
        Section("tangents", head, derivative.place, BODY),
        Section("tangents", tuple(inputs), derivative.place, BODY + NESTED) if inputs else _blank(derivative),
        Section("tangents", (*formula.splitlines(), "}"), derivative.place, BODY),
    ]


def _blank(derivative: ForwardDerivative) -> Section:
    return Section("tangents", ("",), derivative.place, BODY)


def _foreach_tangent(
    derivative: ForwardDerivative,
    name: str,
    forward: Sequence[ForwardDerivative],
    inputs: list[str],
    inplace: bool,
    plan: MethodPlan,
    dialect: Dialect,
) -> list[Section]:
    needed = " || ".join([f"{tangent_flag(one)}[i]" for one in forward])
    type_ = f"std::vector<{dialect.cpp_optional}<at::Tensor>>"
    head = (
        f"{type_} {name}_new_fw_grad_opts(self.size(), {dialect.body_nullopt});",
        f"for (const auto& i : c10::irange({name}_new_fw_grad_opts.size())) {{",
        f"  if ({needed}) {{",
    )
    formula = f"      {name}_new_fw_grad_opts[i] = {_element_formula(derivative.formula, inplace, plan)};"
    return [
        Section("tangents", head, derivative.place, BODY),
        Section("tangents", tuple(inputs), derivative.place, BODY + "      ") if inputs else _blank(derivative),
        Section("tangents", (*formula.splitlines(), "  }", "}"), derivative.place, BODY),
    ]


def _element_formula(formula: str, inplace: bool, plan: MethodPlan) -> str:
    """A formula inside the loop over elements: numbers under the foreach function's names, the result's element."""
    if not inplace:
        return formula if "result[i]" in formula else formula.replace("result", "result[i]")
    for pair in plan.references:
        if not pair.argument.type.is_tensor_like:
            formula = formula.replace(pair.reference.name, pair.element)
    return formula


def _setters(
    derivative: ForwardDerivative, names: tuple[str, ...], inplace: bool, plan: MethodPlan
) -> list[tuple[str, ...]]:
    flag = "true" if inplace else "false"
    if plan.is_foreach:
        return [_set_elements(names[0], flag)]
    if len(names) > 1:
        return [_set_one_of("_".join(names), index, name) for index, name in enumerate(names)]
    name = names[0]
    if isinstance(derivative.var_types[0], BaseType):
        tangent = f"{name}_new_fw_grad_opt"
        return [
            (
                f"if ({tangent}.has_value() && {tangent}.value().defined() && {name}.defined()) {{",
                f"  {_LEVEL}",
                f"  {name}._set_fw_grad({tangent}.value(), /* level */ 0, /* is_inplace_op */ {flag});",
                "}",
            )
        ]
    return [_set_list(name, flag)]


def _set_one_of(joined: str, index: int, name: str) -> tuple[str, ...]:
    tangent = f"std::get<{index}>({joined}_new_fw_grad_opt.value())"
    return (
        f"if ({joined}_new_fw_grad_opt.has_value() && {tangent}.defined()",
        f"    && {name}.defined()) {{",
        f"  {name}._set_fw_grad({tangent}, /* level */ 0, /* is_inplace_op */ false);",
        "}",
    )


def _set_list(name: str, flag: str) -> tuple[str, ...]:
    return (
        f"if ({name}_new_fw_grad_opt.has_value()) {{",
        f"  auto {name}_new_fw_grad = {name}_new_fw_grad_opt.value();",
        f"  TORCH_INTERNAL_ASSERT({name}.size() == {name}_new_fw_grad.size());",
        f"  for (const auto i : c10::irange({name}.size())) {{",
        f"    if ({name}_new_fw_grad[i].defined() && {name}[i].defined()) {{",
        f"      {_LEVEL}",
        f"      {name}[i]._set_fw_grad({name}_new_fw_grad[i], /* level */ 0, /* is_inplace_op */ {flag});",
        "    }",
        "  }",
        "}",
    )


def _set_elements(name: str, flag: str) -> tuple[str, ...]:
    tangent = f"{name}_new_fw_grad_opt"
    return (
        f"for (const auto& i : c10::irange({tangent}s.size())) {{",
        f"  auto& {tangent} = {tangent}s[i];",
        f"  if ({tangent}.has_value() && {tangent}.value().defined() && {name}[i].defined()) {{",
        f"    {_LEVEL}",
        f"    {name}[i]._set_fw_grad({tangent}.value(), /* level */ 0, /* is_inplace_op */ {flag});",
        "  }",
        "}",
    )


def forbid_tangents(f: NativeFunction, info: DifferentiabilityInfo | None) -> Section:
    """That no tangent comes in where none can come out."""
    arguments = f.func.arguments
    condition = any_tangent((*arguments.non_out, *arguments.out), info)
    why = _OUT_FUNCTION if f.func.is_out else _NOT_IMPLEMENTED
    line = (
        f"TORCH_CHECK_NOT_IMPLEMENTED(!({condition}), "
        f'"Trying to use forward AD with {f.cpp_name} that does not support it {why}");'
    )
    return Section("forbid_tangents", (line,), None, BODY)
