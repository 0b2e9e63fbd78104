"""What a backward node does, in Functions.cpp: `apply`, and what compiled autograd needs beside it."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.codegen.node_parts import LOCK, NodeParts
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import Binding, Derivative, DifferentiabilityInfo

_BODY = "  "
_GENERATOR = "  IndexRangeGenerator gen;"
_MOBILE = (
    "#ifdef C10_MOBILE",
    """  TORCH_INTERNAL_ASSERT(false, "compiled autograd doesn't work on mobile");""",
    "#else",
)


def definition(info: DifferentiabilityInfo, node: str, parts: NodeParts, dialect: Dialect) -> tuple[Section, ...]:
    """The definitions of a node's functions."""
    form = dialect.autograd.apply_form
    if form in ("plain", "compiled"):
        compiled = _compiled_members(node, parts) if form == "compiled" else []
        return (*_apply(info, node, parts, dialect), *compiled)
    sections = _apply_functional(info, node, parts, dialect)
    if form == "packed":
        sections += _apply_ivalue(node, parts)
    sections.append(Section("apply", ("",)))
    sections += _thin_apply(node, parts)
    sections.append(Section("apply", ("",)))
    return tuple(sections + (_packed_members(node, parts) if form == "packed" else _compiled_members(node, parts)))


def _apply(info: DifferentiabilityInfo, node: str, parts: NodeParts, dialect: Dialect) -> list[Section]:
    """`apply` with the formulas in it."""
    sections = [
        Section("signature", (f"variable_list {node}::apply(variable_list&& grads) {{",)),
        *_lock_and_asserts(parts),
        Section("index_ranges", (_GENERATOR, *_ranges(parts), "  variable_list grad_inputs(gen.size());")),
    ]
    sections += _grads(info, dialect)
    sections += _unpack(parts)
    return [*sections, *_derivatives(info, parts, dialect), Section("end", ("  return grad_inputs;", "}"))]


def _lock_and_asserts(parts: NodeParts) -> list[Section]:
    locked = any(part.release for part in parts.saved)
    checks = [Section("asserts", (part.check,), part.source) for part in parts.saved if part.check]
    return [Section("lock", (f"  {LOCK}" if locked else "",)), *(checks or [Section("asserts", ("",))])]


def _unpack(parts: NodeParts) -> list[Section]:
    return [Section("unpack", (part.unpack,), part.source) for part in parts.saved if part.unpack]


def _ranges(parts: NodeParts) -> list[str]:
    return [f"  auto {name}_ix = gen.range({size});" for name, size in zip(parts.arguments, parts.sizes)]


def _grads(info: DifferentiabilityInfo, dialect: Dialect) -> list[Section]:
    """Names for the gradients that come in."""
    if info.uses("grad"):
        return [Section("grad", (f"  {dialect.autograd.single_grad}",))]
    available = info.available_named_gradients
    names = [name for name in sorted(info.used_named_gradients) if name in available]
    if not names:
        return []
    return [Section("grad", tuple([f"  const auto& {name} = grads[{available.index(name)}];" for name in names]))]


def _derivatives(info: DifferentiabilityInfo, parts: NodeParts, dialect: Dialect) -> list[Section]:
    sections: list[Section] = []
    arguments = info.args_with_derivatives
    checked = [_checks_any_grad(derivative, arguments, dialect) for derivative in info.derivatives]
    if any(checked):
        sections.append(Section("any_grad_defined", ("  bool any_grad_defined = any_variable_defined(grads);",)))
    is_foreach = dialect.foreach is not None and info.name.startswith("_foreach_")
    for derivative, checks_any in zip(info.derivatives, checked):
        if len(derivative.var_names) != 1:
            text = _multiple(derivative, parts, dialect)
        else:
            formula = f"any_grad_defined ? ({derivative.formula}) : Tensor()" if checks_any else derivative.formula
            text = (_foreach if is_foreach else _single)(derivative.var_names[0], formula, parts, dialect)
        sections.append(Section("derivative", tuple(text.splitlines()), derivative.place, _BODY))
    return sections


def _checks_any_grad(derivative: Derivative, arguments: tuple[Binding, ...], dialect: Dialect) -> bool:
    """Whether the formula of a single tensor is left out where no gradient is defined."""
    if len(derivative.var_names) != 1 or "not_implemented" in derivative.formula:
        return False
    matching = [argument for argument in arguments if argument.name == derivative.var_names[0]]
    if len(matching) != 1 or matching[0].argument is None:
        return False
    return str(matching[0].argument.type) in dialect.autograd.undefined_grad_types


def _output_test(name: str, parts: NodeParts, dialect: Dialect) -> str:
    """Whether an argument's gradient is asked for."""
    if dialect.autograd.apply_form in ("plain", "compiled"):
        return f"{dialect.autograd.output_test}({{ {name}_ix }})"
    return f"needs_input_grad[/*{name}*/{_index(name, parts)}]"


def _index(name: str, parts: NodeParts) -> int:
    return parts.arguments.index(name) if name in parts.arguments else 0


def _single(name: str, formula: str, parts: NodeParts, dialect: Dialect) -> str:
    return (
        f"if ({_output_test(name, parts, dialect)}) {{\n"
        f"  auto grad_result = {formula};\n"
        f"  copy_range(grad_inputs, {name}_ix, grad_result);\n"
        "}"
    )


def _foreach(name: str, formula: str, parts: NodeParts, dialect: Dialect) -> str:
    """One tensor of a list after the other."""
    comment = "" if dialect.autograd.apply_form == "compiled" else f"  // {name}"
    return (
        f"if ({_output_test(name, parts, dialect)}) {{{comment}\n"
        "  std::vector<Tensor> grad_result;\n"
        "  grad_result.reserve(grads.size());\n"
        "  for (const auto & i : c10::irange(grads.size())) {\n"
        "    if (grads[i].defined()) {\n"
        f"      grad_result.emplace_back({formula});\n"
        "    } else {\n"
        "      grad_result.emplace_back(Tensor());\n"
        "    }\n"
        "  }\n"
        f"  copy_range(grad_inputs, {name}_ix, grad_result);\n"
        "}"
    )


def _multiple(derivative: Derivative, parts: NodeParts, dialect: Dialect) -> str:
    """A formula for several arguments at once; the mask says which of them are asked for."""
    names, mask = derivative.var_names, ""
    inside = dialect.autograd.apply_form in ("plain", "compiled")
    test = dialect.autograd.output_test
    if inside:
        wanted = [f"{test}({{ {name}_ix }})" for name in names]
        asked = f"{test}({{ {', '.join([f'{name}_ix' for name in names])} }})"
    else:
        wanted = [f"needs_input_grad[{_index(name, parts)}]" for name in names]
        asked = " || ".join(wanted)
    if "grad_input_mask" in derivative.formula:
        listed = "\n".join([f"      {one}," for one in wanted])
        mask = f"    auto grad_input_mask = std::array<bool, {len(names)}>{{\n{listed}\n    }};"
    copies = "\n".join(
        [
            f"    if ({_output_test(name, parts, dialect)}) {{\n"
            f"      copy_range(grad_inputs, {name}_ix, std::get<{index}>(grad_result));\n"
            "    }"
            for index, name in enumerate(names)
        ]
    )
    return f"if ({asked}) {{\n{mask}\n  auto grad_result = {derivative.formula};\n{copies}\n}}"


def _compiled_members(node: str, parts: NodeParts) -> list[Section]:
    """Compiled autograd calls `apply` with other variables in the place of those that are kept."""
    members = [part.member for part in parts.saved]
    return [
        Section("compiled_args", (f"void {node}::compiled_args(CompiledNodeArgs& args) {{",)),
        *_collect(parts),
        Section(
            "apply_with_saved",
            (
                "}",
                f"variable_list {node}::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {{",
                *_or_blank([f"    saved.before({member});" for member in members]),
                "    variable_list result = apply(variable_list(grads));",
                *_or_blank([f"    saved.after({member});" for member in members]),
                "    return result;",
                "}",
            ),
        ),
    ]


def _collect(parts: NodeParts) -> list[Section]:
    found = [Section("compiled_args", (f"    {part.collected}",), part.source) for part in parts.saved]
    return found or [Section("compiled_args", ("",))]


def _or_blank(lines: Sequence[str]) -> Sequence[str]:
    return lines or ("",)


def _passed(parts: NodeParts) -> list[tuple[str, str]]:
    """Types and names of what the node's function takes besides the gradients."""
    passed = [("size_t", f"{name}_size_") for name in parts.lists]
    passed += [(part.reference, part.name) for part in parts.saved]
    return [*passed, ("bool", "retain_variables")] if parts.retains else passed


def _apply_functional(info: DifferentiabilityInfo, node: str, parts: NodeParts, dialect: Dialect) -> list[Section]:
    """The formulas in a function of what they read."""
    taken = "".join([f", {type_} {name}" for type_, name in _passed(parts)])
    signature = (
        f"static variable_list {node}_apply_functional(",
        "  variable_list&& grads,",
        f"  std::array<bool,{len(parts.arguments)}> needs_input_grad{taken})",
        "{",
    )
    ranges = (_GENERATOR, *_ranges(parts), "  variable_list grad_inputs(gen.size());")
    body = [*_grads(info, dialect), *_derivatives(info, parts, dialect)]
    return [
        Section("signature", signature),
        Section("index_ranges", ranges),
        *body,
        Section("end", ("  return grad_inputs;", "}")),
    ]


def _apply_ivalue(node: str, parts: NodeParts) -> list[Section]:
    """The same function with its arguments packed."""
    passed = _passed(parts)
    names = "".join([f", {name}" for _, name in passed])
    lines = (
        f"inline variable_list {node}_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args)",
        "{",
        *_MOBILE,
        "  auto packed_args = PackedArgs(args);",
        f"  auto needs_input_grad = packed_args.unpack<std::array<bool, {len(parts.arguments)}>>();",
        *_or_blank([f"  auto {name} = packed_args.unpack<{type_.removesuffix('&')}>();" for type_, name in passed]),
        f"  return {node}_apply_functional(variable_list(grads), needs_input_grad{names});",
        "#endif",
        "}",
    )
    return [Section("apply_ivalue", lines)]


def _thin_apply(node: str, parts: NodeParts) -> list[Section]:
    """`apply`, which unpacks what the node keeps and passes it on."""
    names = "".join([f", {name}" for _, name in _passed(parts)])
    return [
        Section("apply", (f"variable_list {node}::apply(variable_list&& grads) {{",)),
        *_lock_and_asserts(parts),
        *(_unpack(parts) or [Section("unpack", ("",))]),
        Section("needs_input_grad", _needs_input_grad(parts)),
        Section("apply", (f"  return {node}_apply_functional(std::move(grads), needs_input_grad{names});", "}")),
    ]


def _needs_input_grad(parts: NodeParts) -> tuple[str, ...]:
    return (
        _GENERATOR,
        *_ranges(parts),
        f"  auto needs_input_grad = std::array<bool, {len(parts.arguments)}>{{",
        *[f"    task_should_compute_output({{ {name}_ix }})," for name in parts.arguments],
        "  };",
    )


def _packed_members(node: str, parts: NodeParts) -> list[Section]:
    """Compiled autograd is given the packed function, its types and its arguments."""
    passed = _passed(parts)
    members = [part.member for part in parts.saved]
    types = [f"std::array<bool, {len(parts.arguments)}>", *[_schema_type(type_) for type_, _ in passed]]
    checks = [part.check for part in parts.saved if part.check]
    before = (
        "}",
        f"variable_list {node}::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {{",
        *_MOBILE,
        *_or_blank([f"  saved.before({member});" for member in members]),
        "",
        "  static bool called = false;",
        "  if (!called) {",
        "    called = true;",
        "    std::vector<at::TypePtr> schema = {",
        *[f"      torch::dynamo::autograd::IValuePacker<{type_}>::packed_type()," for type_ in types],
        "    };",
        "    const auto& pyinterface = torch::dynamo::autograd::getPyCompilerInterface();",
        f"    pyinterface->bind_function(saved.get_py_compiler(), name(), {node}_apply_functional_ivalue, schema);",
        "  }",
        "",
        "  variable_list output_result;",
        "",
        "  PackedArgs packed_args;",
        *_or_blank(checks),
        *_or_blank([part.unpack for part in parts.saved if part.unpack]),
        *_needs_input_grad(parts),
        "  packed_args.pack(needs_input_grad);",
        *_or_blank([f"  packed_args.pack({name});" for _, name in passed]),
        "",
        "  output_result = compiled_autograd_apply_functional(packed_args, next_edges(), saved, grads, name());",
        "",
        *_or_blank([f"  saved.after({member});" for member in members]),
        "  return output_result;",
        "#endif",
        "}",
    )
    return [
        Section("compiled_args", (f"void {node}::compiled_args(CompiledNodeArgs& args) const {{",)),
        *_collect(parts),
        Section("apply_with_saved", before),
    ]


def _schema_type(reference: str) -> str:
    return reference.removesuffix("&").removeprefix("const").strip()
