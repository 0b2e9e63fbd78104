"""What differs from PyTorch release to release, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from vt_core.model.read_schema import SchemaFacts

Family = Literal["1.8", "2.x"]
FieldKind = Literal["string", "bool", "own"]
SavedKind = Literal["tensor", "tensor_list", "optional_tensor_list"]


class SavedRewrite(NamedTuple):
    """A property that a node saves instead of the whole tensor (torchgen's `REPLACEMENTS`).

    `pattern` is the generator's regular expression with `{}` for the argument's name; `core` is the text that a match
    has behind the name and one more character (a member), or before the name (a call), so that few expressions need
    to be tried. `suffix` names the attribute (`{}` takes the expression's group), `expr` reads it at save time and
    `result` stands for it in the formula (`{}` takes the argument's name; None: the matched text, the attribute's
    name). `own_variable`: allowed only in the formula of that very argument.
    """

    pattern: str
    core: str
    suffix: str
    type: str
    expr: str | None = None
    result: str | None = None
    own_variable: bool = False


class Dialect(NamedTuple):
    """A release's facts. Names are operator names (`add_`) or C++ names (`add_out`) as the generator's own tables have
    them; types and expressions are C++ text."""

    release: str
    family: Family
    schema: SchemaFacts
    native_fields: Mapping[str, FieldKind]
    dispatch_key_aliases: Mapping[str, str]
    dispatch_keys: frozenset[str]
    structured_dispatch_keys: frozenset[str]
    composite_key: str
    explicit_composite_key: str
    c10_dispatcher_values: frozenset[str]
    manual_backend: frozenset[str]
    manual_autograd_and_tracer: frozenset[str]
    view_functions: Mapping[str, str]
    view_functions_with_metadata_change: frozenset[str]
    multi_output_safe_functions: frozenset[str]
    returns_views_of_input: frozenset[str]
    dont_require_derivative: frozenset[str]
    gradient_implemented_for_complex: frozenset[str]
    reset_grad_accumulator: frozenset[str]
    dont_enforce_same_tensor_impl_or_storage: frozenset[str]
    saved_rewrites: tuple[SavedRewrite, ...]
    cpp_default_texts: Mapping[str, str]
    variable_type_shards: int
    # C++ types: of a schema's base types (but for `Tensor`), of lists by their element, and the optional template.
    cpp_value_types: Mapping[str, str]
    cpp_list_types: Mapping[str, str]
    cpp_optional: str
    # The C++ types that a view's arguments (other than `self`) may have, in the order of the generator's message.
    view_argument_types: tuple[str, ...]
    # How a node keeps an attribute of a C++ type: as a saved variable, else as the member that stands for `{}`.
    saved_kinds: Mapping[str, SavedKind]
    saved_members: Mapping[str, str]
    saved_as_vector: frozenset[str]
    # Spellings in the bodies' own text, which did not change together with those of the types.
    body_optional: str
    body_nullopt: str
    body_assert: str

    @property
    def manual_autograd(self) -> frozenset[str]:
        """C++ names whose Autograd kernels are written by hand."""
        return self.manual_backend | self.manual_autograd_and_tracer
