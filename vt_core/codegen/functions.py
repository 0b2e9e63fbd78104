"""A backward node: its struct in Functions.h, its `apply` in Functions.cpp (the generator's `process_function`). The
sections are listed with `sections.Section`."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.saving import saved_kind
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import Binding, Derivative, DifferentiabilityInfo, SavedAttribute
from vt_core.syntax.nodes import Place

_LOCK = "std::lock_guard<std::mutex> lock(mutex_);"
_RETAIN_VARIABLES = (
    "  bool retain_variables = true;",
    "  void will_release_variables() override {",
    "    retain_variables = false;",
    "  }",
)
_BODY = "  "


class EmittedNode(NamedTuple):
    """A node's sections."""

    declaration: tuple[Section, ...]
    definition: tuple[Section, ...]


class SavedPart(NamedTuple):
    """The lines that one saved attribute has in its node."""

    members: tuple[str, ...]
    release: tuple[str, ...]
    unpack: str
    check: str
    source: Place


def emit_node(info: DifferentiabilityInfo, node_name: str, dialect: Dialect) -> EmittedNode:
    """Write the node of an info that has derivatives, under its numbered name."""
    parts = [_saved_part(saved, False, dialect) for saved in info.all_saved_inputs]
    parts += [_saved_part(saved, True, dialect) for saved in info.all_saved_outputs]
    return EmittedNode(
        _declaration(info, node_name, parts, dialect),
        _definition(info, node_name, parts, dialect),
    )


def _saved_part(saved: SavedAttribute, is_output: bool, dialect: Dialect) -> SavedPart:
    name, kind = saved.name, saved_kind(saved, is_output, dialect)
    if kind is None:
        member = dialect.saved_members.get(saved.type)
        line = f"{saved.type} {name};" if member is None else member.format(name)
        return SavedPart(("  " + line,), (), "", "", saved.source)
    if kind == "tensor":
        owner = "shared_from_this()" if is_output else ""
        return SavedPart(
            (f"  SavedVariable {name}_;",),
            (f"    {name}_.reset_data();", f"    {name}_.reset_grad_function();"),
            f"  auto {name} = {name}_.unpack({owner});",
            "",
            saved.source,
        )
    unpack = "unpack_list" if kind == "tensor_list" else "unpack_opt_list"
    return SavedPart(
        (f"  std::vector<SavedVariable> {name}_;", f"  bool {name}_released_ = false;"),
        (f"    {name}_.clear();", f"    {name}_released_ = true;"),
        f"  auto {name} = {unpack}({name}_);",
        f"  TORCH_CHECK(!{name}_released_, ERR_BACKWARD_TWICE);",
        saved.source,
    )


def _is_list(argument: Binding, dialect: Dialect) -> bool:
    """Whether an argument is a list of tensors, of optional ones too."""
    types = dialect.cpp_list_types
    return argument.type == types["Tensor"] or argument.type == types["Tensor?"]


def _declaration(
    info: DifferentiabilityInfo, node: str, parts: list[SavedPart], dialect: Dialect
) -> tuple[Section, ...]:
    base = "Node" if info.name in dialect.view_functions else "TraceableFunction"
    sections = [
        Section(
            "signature",
            (
                f"struct TORCH_API {node} : public {base} {{",
                f"  using {base}::{base};",
                "  variable_list apply(variable_list&& grads) override;",
                f'  std::string name() const override {{ return "{node}"; }}',
                "  void release_variables() override {",
            ),
        )
    ]
    releasing = [part for part in parts if part.release]
    sections.append(Section("release_variables", ("    " + _LOCK,) if releasing else ("", "")))
    sections += [Section("release_variables", part.release, part.source) for part in releasing]
    retain = _RETAIN_VARIABLES if info.uses("retain_variables") else ("",)
    sections.append(Section("retain_variables", ("  }", *retain)))
    sections += [Section("saved", part.members, part.source) for part in parts]
    if not parts:
        sections.append(Section("saved", ("",)))
    sizes = [f"  size_t {a.name}_size_;" for a in info.args_with_derivatives if _is_list(a, dialect)]
    sections.append(Section("list_sizes", tuple(sizes) or ("",)))
    sections.append(Section("end", ("};",)))
    return tuple(sections)


def _definition(
    info: DifferentiabilityInfo, node: str, parts: list[SavedPart], dialect: Dialect
) -> tuple[Section, ...]:
    sections = [Section("signature", (f"variable_list {node}::apply(variable_list&& grads) {{",))]
    sections.append(Section("lock", ("  " + _LOCK if any(part.release for part in parts) else "",)))
    checks = [Section("asserts", (part.check,), part.source) for part in parts if part.check]
    sections += checks or [Section("asserts", ("",))]
    ranges = ["  IndexRangeGenerator gen;"]
    for argument in info.args_with_derivatives:
        size = f"{argument.name}_size_" if _is_list(argument, dialect) else "1"
        ranges.append(f"  auto {argument.name}_ix = gen.range({size});")
    ranges.append("  variable_list grad_inputs(gen.size());")
    sections.append(Section("index_ranges", tuple(ranges)))
    if info.uses("grad"):
        sections.append(Section("grad", ("  auto& grad = grads[0];",)))
    sections += [Section("unpack", (part.unpack,), part.source) for part in parts if part.unpack]
    checked = [_checks_any_grad(derivative, info.args_with_derivatives) for derivative in info.derivatives]
    if any(checked):
        sections.append(Section("any_grad_defined", ("  bool any_grad_defined = any_variable_defined(grads);",)))
    for derivative, checks_any in zip(info.derivatives, checked):
        text = _multiple(derivative) if len(derivative.var_names) != 1 else _single(derivative, checks_any)
        sections.append(Section("derivative", tuple(text.splitlines()), derivative.place, _BODY))
    sections.append(Section("end", ("  return grad_inputs;", "}")))
    return tuple(sections)


def _checks_any_grad(derivative: Derivative, arguments: tuple[Binding, ...]) -> bool:
    """Whether the formula of a single tensor is left out where no gradient is defined."""
    if len(derivative.var_names) != 1 or "not_implemented" in derivative.formula:
        return False
    matching = [argument for argument in arguments if argument.name == derivative.var_names[0]]
    if len(matching) != 1 or matching[0].argument is None:
        return False
    return str(matching[0].argument.type) == "Tensor"


def _single(derivative: Derivative, checks_any_grad: bool) -> str:
    name, formula = derivative.var_names[0], derivative.formula
    if checks_any_grad:
        formula = f"any_grad_defined ? ({formula}) : Tensor()"
    return (
        f"if (should_compute_output({{ {name}_ix }})) {{\n"
        f"  auto grad_result = {formula};\n"
        f"  copy_range(grad_inputs, {name}_ix, grad_result);\n"
        "}"
    )


def _multiple(derivative: Derivative) -> str:
    """A formula for several arguments at once; the mask says which of them are asked for."""
    names, mask = derivative.var_names, ""
    if "grad_input_mask" in derivative.formula:
        wanted = "\n".join([f"      should_compute_output({{ {name}_ix }})," for name in names])
        mask = f"    auto grad_input_mask = std::array<bool, {len(names)}>{{\n{wanted}\n    }};"
    copies = "\n".join(
        [
            f"    if (should_compute_output({{ {name}_ix }})) {{\n"
            f"      copy_range(grad_inputs, {name}_ix, std::get<{index}>(grad_result));\n"
            "    }"
            for index, name in enumerate(names)
        ]
    )
    ranges = ", ".join([f"{name}_ix" for name in names])
    return (
        f"if (should_compute_output({{ {ranges} }})) {{\n"
        f"{mask}\n"
        f"  auto grad_result = {derivative.formula};\n"
        f"{copies}\n"
        "}"
    )
