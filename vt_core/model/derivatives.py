"""What an entry of derivatives.yaml means for its function (torchgen's `DifferentiabilityInfo` and its parts)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from vt_core.model.native_function import NativeFunction
from vt_core.model.schema import Argument
from vt_core.syntax.nodes import Node, Place


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

    @property
    def place(self) -> Place:
        """The formula in its entry."""
        return Place("derivatives", (self.key,))


@dataclass(frozen=True, eq=False)
class DerivativesEntry:
    """An entry of derivatives.yaml before its function is known.

    `formulas` are the gradient keys with their formulas in file order; a key that stands twice has its last formula.
    `output_differentiability` is the YAML value, None where the entry has none (or null).
    """

    specification: str
    name: str
    formulas: Mapping[str, str]
    output_differentiability: Node | None


@dataclass(frozen=True, eq=False)
class DifferentiabilityInfo:
    """An entry of derivatives.yaml together with its function. Its node's name comes from its place in the file."""

    entry: DerivativesEntry
    func: NativeFunction
    derivatives: tuple[Derivative, ...]
    all_saved_inputs: tuple[SavedAttribute, ...]
    all_saved_outputs: tuple[SavedAttribute, ...]
    args_with_derivatives: tuple[Binding, ...]
    non_differentiable: tuple[str, ...]

    @property
    def name(self) -> str:
        """The operator's name without overload, as the entry writes it."""
        return self.entry.name

    @property
    def has_derivatives(self) -> bool:
        return bool(self.args_with_derivatives)

    @cached_property
    def node_base_name(self) -> str | None:
        """The backward node's name before numbering, None where nothing is differentiated."""
        if not self.args_with_derivatives:
            return None
        camel = "".join(part.title() for part in self.name.split("_"))
        return (camel + "Backward").replace("ForwardBackward", "Backward")

    def uses(self, identifier: str) -> bool:
        """Whether a formula names the identifier as a whole word, after saved attributes are put in place."""
        return any(identifier in derivative.words for derivative in self.derivatives)
