"""A backward node: its struct in Functions.h, what it does in Functions.cpp (the generator's `process_function`). The
sections are listed with `sections.Section`."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.node_apply import definition
from vt_core.codegen.node_parts import LOCK, NodeParts, node_parts
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DifferentiabilityInfo

_RETAIN_VARIABLES = (
    "  bool retain_variables = true;",
    "  void will_release_variables() override {",
    "    retain_variables = false;",
    "  }",
)
_APPLY_WITH_SAVED = "  variable_list apply_with_saved(const variable_list& inputs, SwapSavedVariables& saved) override;"


class EmittedNode(NamedTuple):
    """A node's sections."""

    declaration: tuple[Section, ...]
    definition: tuple[Section, ...]


def emit_node(info: DifferentiabilityInfo, node_name: str, dialect: Dialect) -> EmittedNode:
    """Write the node of an info that has derivatives, under its numbered name."""
    parts = node_parts(info, dialect)
    return EmittedNode(_declaration(info, node_name, parts, dialect), definition(info, node_name, parts, dialect))


def _declaration(info: DifferentiabilityInfo, node: str, parts: NodeParts, dialect: Dialect) -> tuple[Section, ...]:
    forms = dialect.autograd
    base = "Node" if info.name in dialect.view_functions else "TraceableFunction"
    sections = [
        Section(
            "signature",
            (
                *_head(node, base, dialect),
                f"  using {base}::{base};",
                "  variable_list apply(variable_list&& grads) override;",
                f'  std::string name() const override {{ return "{node}"; }}',
                "  void release_variables() override {",
            ),
        )
    ]
    releasing = [part for part in parts.saved if part.release]
    sections.append(Section("release_variables", ("    " + LOCK,) if releasing else ("", "")))
    sections += [Section("release_variables", part.release, part.source) for part in releasing]
    sections.append(Section("retain_variables", ("  }", *(_RETAIN_VARIABLES if parts.retains else ("",)))))
    if forms.apply_form != "plain":
        constant = " const" if forms.apply_form == "packed" else ""
        collect = f"  void compiled_args(CompiledNodeArgs& args){constant} override;"
        sections.append(Section("compiled_autograd", (collect, _APPLY_WITH_SAVED)))
    sections += [Section("saved", part.members, part.source) for part in parts.saved]
    if not parts.saved:
        sections.append(Section("saved", ("",)))
    sizes = [f"  size_t {name}_size_;" for name in parts.lists]
    sections.append(Section("list_sizes", tuple(sizes) or ("",)))
    sections.append(Section("end", ("};",)))
    return tuple(sections)


def _head(node: str, base: str, dialect: Dialect) -> tuple[str, ...]:
    exported = f"struct TORCH_API {node} : public {base} {{"
    if not dialect.autograd.exported_constructor:
        return (exported,)
    return (
        "#ifdef _WIN32",
        f"struct {node} : public {base} {{",
        f"  TORCH_API {node}() = default;",
        "#else",
        exported,
        "#endif",
    )
