"""What differs from PyTorch release to release, as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from vt_core.dialects.backend_files import BACKEND_FILE_2021, BackendFileFacts
from vt_core.dialects.forms import FORMS_1_8, AutogradForms
from vt_core.model.schema_parts import SchemaFacts

Family = Literal["1.8", "2.x"]
FieldKind = Literal["string", "bool", "own", "own-2.x"]
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


class VariantFacts(NamedTuple):
    """Which variants are generated beside the entries of native_functions.yaml (`native_function_generation`).

    `ungrouped_out`, `ungrouped_inplace` are operators whose variants do not fit together, `no_out_*` those that cannot
    have an out variant. `core_composites`: operators composed of others get variants too if they are tagged `core`.
    `mutable_first`: variants are made from a mutable operator rather than from an in-place one of its signature.
    `kept_tags` are passed on to generated variants. `set_is_no_view`: `set_` gets variants although it is a view.
    """

    ungrouped_out: frozenset[str]
    ungrouped_inplace: frozenset[str]
    no_out_mutable: frozenset[str]
    no_out_functional: frozenset[str]
    kept_tags: frozenset[str]
    core_composites: bool = False
    mutable_first: bool = False
    set_is_no_view: bool = False


class ForeachFacts(NamedTuple):
    """Which operator a foreach function takes its formulas from (`is_reference_for_foreach`).

    `inplace_reference` are those that take them from an in-place operator, `tensor_overloads` those with a lone tensor
    among their arguments, `other_arity` those with another number of arguments than their operator; None: the number
    does not matter. `inplace_without_formulas` and `inplace_other_arity` are names, without `_` but with overload, of
    in-place ones that no operator has formulas for, and that have another number of arguments than it.
    """

    inplace_reference: frozenset[str]
    tensor_overloads: frozenset[str]
    inplace_without_formulas: frozenset[str]
    inplace_other_arity: frozenset[str]
    other_arity: frozenset[str] | None = None


class EntryChecks(NamedTuple):
    """What is checked in native_functions.yaml by some releases only.

    `known_dispatch_keys` are names that exist; which of them may be used is `Dialect.dispatch_keys`. `auto_tags` are
    given to every function of the `aten` namespace, with `kind_tags` the tags `out` and `inplace` to those, where
    tags.yaml has them. `python_keywords`: arguments must not be called like one. `const_ref_with_out`: functions with
    out arguments may ask for constant references. `spaced_precomputed`: a precomputed name may hold blanks.
    `untagged_random_part`: a part of names with `rand` that are not random. `set_is_no_view`: `set_` may be tagged as
    an in-place view without being one.
    """

    known_dispatch_keys: frozenset[str]
    ufunc_keys: frozenset[str]
    ufunc_dtypes: frozenset[str]
    auto_tags: tuple[str, ...] = ()
    kind_tags: bool = False
    python_keywords: bool = False
    const_ref_with_out: bool = True
    spaced_precomputed: bool = True
    untagged_random_part: str = ""
    set_is_no_view: bool = False


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
    # Some operators that no release before had, and all since have.
    new_operators: frozenset[str] = frozenset()
    # How generated text is spelled, beside the above.
    autograd: AutogradForms = FORMS_1_8
    # C++ types: tensors, and what releases with symbolic integers pass by reference or have a type of its own for.
    cpp_tensor: str = "Tensor"
    cpp_namespace: str = ""
    cpp_std: str = "std"
    cpp_options: str = "TensorOptions"
    cpp_reference_types: frozenset[str] = frozenset()
    cpp_optional_list_types: Mapping[str, str] = {}
    cpp_structured_tensor_list: str = ""
    cpp_optional_returns: frozenset[str] = frozenset()
    # Autograd keys that `dispatch:` in derivatives.yaml may name; empty where formulas are for all backends.
    autograd_keys: frozenset[str] = frozenset()
    # Releases with tags and generated variants (`variants`): what they generate, and from what.
    variants: VariantFacts | None = None
    foreach: ForeachFacts | None = None
    checks: EntryChecks | None = None
    # What may stand in the YAML file of a backend outside PyTorch.
    backend_file: BackendFileFacts = BACKEND_FILE_2021
    # Parts of formulas that are refused, with what is to be written instead.
    refused_texts: tuple[tuple[str, str], ...] = ()
    # A saved optional string is passed on as this view of it (`{}`: its name).
    string_view_rewrite: str = ""
    # `*_copy` of a view may have an entry of its own in derivatives.yaml.
    view_copies_have_entries: bool = False
    dont_enforce_tensor_impl_use_count: frozenset[str] = frozenset()
    dont_enforce_storage_impl_use_count: frozenset[str] = frozenset()

    @property
    def manual_autograd(self) -> frozenset[str]:
        """C++ names whose Autograd kernels are written by hand."""
        return self.manual_backend | self.manual_autograd_and_tracer
