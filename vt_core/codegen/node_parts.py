"""What a backward node keeps, attribute by attribute: the members, and the lines that release, unpack and pass them
on (the generator's `save_var`)."""

from __future__ import annotations

from typing import NamedTuple

from vt_core.codegen.saving import saved_kind
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import Binding, DifferentiabilityInfo, SavedAttribute
from vt_core.model.types import ListType
from vt_core.syntax.nodes import Place

LOCK = "std::lock_guard<std::mutex> lock(mutex_);"
_SCALAR_LIST = "std::vector<at::Scalar>"


class SavedPart(NamedTuple):
    """The lines that one saved attribute has in its node.

    `member` is the member's name, `reference` the type under which the node's function takes it, `collected` how
    compiled autograd is told of it.
    """

    name: str
    member: str
    members: tuple[str, ...]
    release: tuple[str, ...]
    unpack: str
    check: str
    reference: str
    collected: str
    source: Place


class NodeParts(NamedTuple):
    """A node's saved attributes, inputs first, the names of its arguments with derivatives and how many gradients each
    has, those of them that are lists, and whether it knows that its variables are retained."""

    saved: tuple[SavedPart, ...]
    arguments: tuple[str, ...]
    sizes: tuple[str, ...]
    lists: tuple[str, ...]
    retains: bool


def node_parts(info: DifferentiabilityInfo, dialect: Dialect) -> NodeParts:
    """The parts of an info's node."""
    inputs, outputs = info.all_saved_inputs, info.all_saved_outputs
    if dialect.autograd.sorted_attributes:
        inputs, outputs = tuple(sorted(inputs, key=_name)), tuple(sorted(outputs, key=_name))
    saved = [_saved_part(attribute, False, dialect) for attribute in inputs]
    saved += [_saved_part(attribute, True, dialect) for attribute in outputs]
    return NodeParts(
        tuple(saved),
        tuple([argument.name for argument in info.args_with_derivatives]),
        tuple([f"{a.name}_size_" if _is_list(a) else "1" for a in info.args_with_derivatives]),
        tuple([argument.name for argument in info.args_with_derivatives if _is_list(argument)]),
        info.uses("retain_variables"),
    )


def _name(attribute: SavedAttribute) -> str:
    return attribute.name


def _is_list(argument: Binding) -> bool:
    """Whether an argument is a list of tensors, of optional ones too."""
    type_ = None if argument.argument is None else argument.argument.type
    return isinstance(type_, ListType) and str(type_.elem) in ("Tensor", "Tensor?")


def _saved_part(saved: SavedAttribute, is_output: bool, dialect: Dialect) -> SavedPart:
    kind = saved_kind(saved, is_output, dialect)
    if kind is None:
        return _plain_part(saved, dialect)
    name, forms = saved.name, dialect.autograd
    flag = (", true" if is_output else ", false") if forms.marks_saved_outputs else ""
    collected = f"args.collect({name}_{flag});"
    if kind == "tensor":
        owner = forms.node_owner if is_output else ""
        release = [f"    {name}_.reset_data();"]
        if forms.resets_grad_function:
            release.append(f"    {name}_.reset_grad_function();")
        return SavedPart(
            name,
            f"{name}_",
            (f"  SavedVariable {name}_;",),
            tuple(release),
            f"  auto {name} = {name}_.unpack({owner});",
            "",
            "Tensor&",
            collected,
            saved.source,
        )
    unpack, reference = f"unpack_opt_list({name}_)", "torch::List<std::optional<Tensor>>&"
    if kind == "tensor_list":
        owner = f", {forms.node_owner if is_output else 'nullptr'}" if forms.unpack_list_owner else ""
        unpack, reference = f"unpack_list({name}_{owner})", "std::vector<Tensor>&"
    return SavedPart(
        name,
        f"{name}_",
        (f"  std::vector<SavedVariable> {name}_;", f"  bool {name}_released_ = false;"),
        (f"    {name}_.clear();", f"    {name}_released_ = true;"),
        f"  auto {name} = {unpack};",
        f"  TORCH_CHECK(!{name}_released_, ERR_BACKWARD_TWICE);",
        reference,
        collected,
        saved.source,
    )


def _plain_part(saved: SavedAttribute, dialect: Dialect) -> SavedPart:
    name = saved.name
    written = dialect.saved_members.get(saved.type)
    member = f"{saved.type} {name};" if written is None else written.format(name)
    members, release, reference = (f"  {member}",), (), f"{member.split(' ')[0]}&"
    if member.startswith(_SCALAR_LIST):
        # Nothing sets that flag, and nothing asks for it.
        return SavedPart(
            name,
            name,
            (*members, f"  bool {name}_released_ = false;"),
            (f"    {name}.clear();",),
            "",
            "",
            f"{_SCALAR_LIST}&",
            f"args.collect({name});",
            saved.source,
        )
    return SavedPart(name, name, members, release, "", "", reference, f"args.collect({name});", saved.source)
