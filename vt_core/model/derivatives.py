"""What an entry of derivatives.yaml means for its function (torchgen's `DifferentiabilityInfo` and its parts)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from vt_core.model.identity import ByIdentity
from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.model.types import Type
from vt_core.syntax.nodes import Node, Place

# The autograd key of formulas that are for all backends.
DEFAULT_KEY = "Default"


class Binding(NamedTuple):
    """A C++ parameter: its name, its type as C++ writes it, the schema's argument (None for grouped TensorOptions)."""

    name: str
    type: str
    argument: Argument | None


class SavedAttribute(NamedTuple):
    """Something a backward node keeps: a tensor, or a property of one such as its sizes.

    `expr` reads it when the node is made; `source` says where the formula asks for it.
    """

    name: str
    type: str
    expr: str
    source: Place


class Derivative(NamedTuple):
    """One backward formula, what it saves already put in place of what it reads."""

    formula: str
    original: str
    var_names: tuple[str, ...]
    saved_inputs: tuple[SavedAttribute, ...]
    saved_outputs: tuple[SavedAttribute, ...]
    words: frozenset[str]
    key: str
    named_gradients: frozenset[str] = frozenset()
    path: tuple[str, ...] = ()

    @property
    def place(self) -> Place:
        """The formula in its entry: under `path`, the keys above the gradient key."""
        return Place("derivatives", (*self.path, self.key))


class ForwardDerivative(NamedTuple):
    """One forward formula (JVP): the tangent of the outputs `var_names`.

    `x_t` in it is the tangent of an argument, `x_p` its value. `required_inputs_*` are the arguments whose tangents and
    values it reads, in the order of the arguments. `is_reusing_outplace_formula`: an in-place function takes it from
    the functional variant. `source` is the formula as written.
    """

    formula: str
    var_names: tuple[str, ...]
    var_types: tuple[Type, ...]
    required_inputs_fw_grad: tuple[str, ...]
    required_inputs_primal: tuple[str, ...]
    required_original_self_value: bool
    is_reusing_outplace_formula: bool
    key: str
    path: tuple[str, ...] = ()

    @property
    def place(self) -> Place:
        """The formula in its entry."""
        return Place("derivatives", (*self.path, self.key))


class KeyFormulas(NamedTuple):
    """The formulas of one autograd key (`Default`, `AutogradNestedTensor` …), at `path` in the entry."""

    autograd_key: str
    path: tuple[str, ...]
    formulas: Mapping[str, str]


class _DerivativesEntryFields(NamedTuple):
    specification: str
    name: str
    formulas: Mapping[str, str]
    output_differentiability: Node | None
    dispatch: tuple[KeyFormulas, ...] = ()


class DerivativesEntry(ByIdentity, _DerivativesEntryFields):
    """An entry of derivatives.yaml before its function is known.

    `formulas` are the gradient keys with their formulas in file order; a key that stands twice has its last formula.
    `output_differentiability` is the YAML value, None where the entry has none (or null). `dispatch` are the formulas
    by autograd key where the entry says so; `formulas` is empty then.
    """

    @property
    def by_key(self) -> tuple[KeyFormulas, ...]:
        """The formulas by autograd key, in file order."""
        return self.dispatch or (KeyFormulas(DEFAULT_KEY, (), self.formulas),)


class _DifferentiabilityInfoFields(NamedTuple):
    entry: DerivativesEntry
    func: NativeFunction
    derivatives: tuple[Derivative, ...]
    all_saved_inputs: tuple[SavedAttribute, ...]
    all_saved_outputs: tuple[SavedAttribute, ...]
    args_with_derivatives: tuple[Binding, ...]
    non_differentiable: tuple[str, ...]
    autograd_key: str = DEFAULT_KEY
    forward_derivatives: tuple[ForwardDerivative, ...] = ()
    available_named_gradients: tuple[str, ...] = ()
    used_named_gradients: frozenset[str] = frozenset()
    output_flags: tuple[bool, ...] | None = None
    output_conditions: tuple[str, ...] = ()
    others: tuple[DifferentiabilityInfo, ...] = ()
    copied_from: DifferentiabilityInfo | None = None


class DifferentiabilityInfo(ByIdentity, _DifferentiabilityInfoFields):
    """An entry of derivatives.yaml together with its function, for one autograd key.

    Its node's name comes from its place in the file. `others` are the infos of the entry's further autograd keys.
    `output_flags` say which outputs are differentiable (None: not said), `output_conditions` are the C++ conditions
    under which they are. `copied_from` is the view's info of which this is the copy's, or, for a foreach function, the
    info of the operator that it stands for.
    """

    @property
    def by_key(self) -> tuple[DifferentiabilityInfo, ...]:
        """The infos of all autograd keys of the entry, in file order."""
        return (self, *self.others)

    @cached_property
    def name(self) -> str:
        """The operator's name without overload, as the entry writes it (of a copy and of foreach: as the generator has
        it)."""
        if self.copied_from is None:
            return self.entry.name
        return self.func.func.name.base if self.func.is_foreach else f"{self.entry.name}_copy."

    @property
    def has_derivatives(self) -> bool:
        return bool(self.args_with_derivatives)

    @cached_property
    def node_base_name(self) -> str | None:
        """The backward node's name before numbering, None where nothing is differentiated."""
        if not self.args_with_derivatives or self.copied_from is not None:
            return None
        camel = "".join(part.title() for part in self.name.split("_"))
        base = (camel + "Backward").replace("ForwardBackward", "Backward")
        return base if self.autograd_key == DEFAULT_KEY else base + self.autograd_key

    def uses(self, identifier: str) -> bool:
        """Whether a formula names the identifier as a whole word, after saved attributes are put in place."""
        return any(identifier in derivative.words for derivative in self.derivatives)


class KeyedInfo(NamedTuple):
    """What a function has of one autograd key: the info, its backward node's name (None: no node), and the forward
    formulas as this function uses them."""

    autograd_key: str
    info: DifferentiabilityInfo
    node_name: str | None
    forward: tuple[ForwardDerivative, ...]
