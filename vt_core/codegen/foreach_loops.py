"""What is different in the methods of in-place foreach functions: a node for each element of the list, and loops over
them (family 2.x)."""

from __future__ import annotations

from collections.abc import Sequence

from vt_core.codegen.method_plan import MethodPlan
from vt_core.codegen.method_sections import BODY
from vt_core.codegen.sections import Section
from vt_core.dialects.dialect import Dialect
from vt_core.model.types import ListType
from vt_core.syntax.nodes import Place


def make_nodes(node: str | None, cpp_name: str, plan: MethodPlan, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """The type of the nodes, and the lines that make and link one for each element."""
    arguments = "" if node else f'"{cpp_name}"'
    node = node or "NotImplemented"
    names = ", ".join(_elements(plan))
    pointer = dialect.autograd.node_pointer.format(node)
    return node, (
        "for (const auto& i : c10::irange( self.size() )) {",
        f"  const auto ith_requires_grad = compute_requires_grad({names});",
        "  check_inplace(self[i], ith_requires_grad);",
        f"  grad_fns.push_back([&]() -> {pointer} {{",
        "      if (!ith_requires_grad) {",
        "          return nullptr;",
        "      } else {",
        f"          auto grad_fn = {dialect.autograd.make_node.format(node, arguments)};",
        f"          grad_fn->set_next_edges(collect_next_edges( {names} ));",
        "          return grad_fn;",
        "      }",
        "  }());",
        "}",
    )


def _elements(plan: MethodPlan) -> list[str]:
    if plan.references:
        found: list[str] = []
        for one in plan.args_with_derivatives:
            is_list = isinstance(one.argument_type, ListType)
            found.append(f"{one.argument}[i]" if is_list else one.argument)
        return found
    return ["self[i]" if one.name == "self" else one.name for one in plan.args_with_derivatives]


def loop(
    name: str, preamble: Sequence[str], statements: Sequence[Section], indent: str, dialect: Dialect
) -> list[Section]:
    """The statements of sections for each node that there is; nothing without statements."""
    if not statements:
        return []
    source = statements[0].source
    return [
        Section(name, ("if (!grad_fns.empty()) {", *([f"    {line}" for line in preamble] or [""])), source, indent),
        Section(
            name,
            (
                "    for (const auto& i : c10::irange(grad_fns.size())) {",
                f"        {dialect.autograd.grad_fns_element} grad_fn = grad_fns[i];",
                "        if (grad_fn != nullptr) {",
            ),
            source,
            indent,
        ),
        *[section._replace(indent=indent + "            ") for section in statements],
        Section(name, ("        }", "    }", "}"), source, indent),
    ]


def history(verb: str, source: Place | None, dialect: Dialect) -> list[Section]:
    """The nodes as the elements' `grad_fn`."""
    preamble = (
        "auto differentiable_outputs = flatten_tensor_args( self );",
        "TORCH_INTERNAL_ASSERT(differentiable_outputs.size() == grad_fns.size());",
    )
    captured = verb == "rebase" and dialect.autograd.node_creation_hooks
    statement = f"{'_rebased_fns[i] = ' if captured else ''}{verb}_history(differentiable_outputs[i], grad_fns[i]);"
    sections = loop("history", preamble, [Section("history", (statement,), source)], BODY, dialect)
    if captured:
        declared = "c10::SmallVector<c10::intrusive_ptr<Node>, 8> _rebased_fns(grad_fns.size());"
        sections.insert(0, Section("history", (declared,), source, BODY))
    return sections


def creation_hooks(node: str) -> Section:
    """The hooks that are called when a node is complete, for each of them."""
    lines = (
        "for (const auto& i : c10::irange(grad_fns.size())) {",
        f"    if ({node}) {{",
        f"        fire_node_creation_hooks({node});",
        "    }",
        "}",
    )
    return Section("creation_hooks", lines, None, BODY)
