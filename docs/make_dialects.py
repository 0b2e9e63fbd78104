"""Write dialects.md: what changes from release to release, from the dialects' values.

python docs/make_dialects.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from vt_core.dialects.dialect import Dialect, EntryChecks, ForeachFacts, SavedRewrite, VariantFacts
from vt_core.dialects.registry import DIALECTS

PAGE = Path(__file__).with_name("dialects.md")

START = """\
# What changes from release to release

Written by `docs/make_dialects.py` from the values in `vt_core/dialects`; do not edit. One section for each release that
has a dialect, against the one before: what a pair that is moved to that release (upgrade) or from it (backport) has to
fit. It tells what the autograd generator reads and writes; which operators exist is said by `native_functions.yaml`.
`{}` stands for a name. The releases from 1.9 to 2.0 have no dialect, so that 2.1 is compared with 1.8.1; family 1.8
has no tags, generated variants or formulas of foreach functions.
"""

# More names than this are folded.
MOST_NAMES = 30

# Part of a dialect -> what it means, by the heading that it stands under.
MEANINGS: dict[str, dict[str, str]] = {
    "Lists of operators": {
        "gradient_implemented_for_complex": "Formulas may be used with complex tensors",
        "dont_require_derivative": "Needs no entry in derivatives.yaml",
        "manual_backend": "Registrations written by hand, whole",
        "manual_autograd_and_tracer": "Autograd and tracing kernels written by hand",
        "reset_grad_accumulator": "Resets the gradient accumulator",
        "dont_enforce_same_tensor_impl_or_storage": "Not checked to keep an argument's implementation and storage",
        "dont_enforce_tensor_impl_use_count": "Result not checked to be the only user of its implementation",
        "dont_enforce_storage_impl_use_count": "Result not checked to be the only user of its storage (besides those)",
    },
    "Views": {
        "view_functions": "Operators whose results are views, with the argument viewed",
        "view_functions_with_metadata_change": "Views that cannot be replayed with `as_strided`",
        "multi_output_safe_functions": "Multi-output views made with `CreationMeta::MULTI_OUTPUT_SAFE`",
        "returns_views_of_input": "Other operators that may return a view",
        "view_argument_types": "C++ types that a view's arguments may have",
        "view_copies_have_entries": "`*_copy` of a view may have an entry of its own in derivatives.yaml",
    },
    "Backends outside PyTorch": {
        "backend_file.keys": "Keys of a backend's YAML file",
        "backend_file.lists": "Keys of a backend's YAML file whose values are lists",
        "backend_file.switches": "Keys of a backend's YAML file that are true or false",
        "backend_file.kernels": "Lists of operators with kernels for the backend's own key",
        "backend_file.emptied": "Lists that may be left empty",
        "backend_file.definition": "What counts as the definition of a kernel (`{}`: its class)",
    },
    "Dispatch keys": {
        "composite_key": "Key of operators composed of others",
        "explicit_composite_key": "Key of kernels for all backends",
        "dispatch_keys": "May be used in `dispatch:`",
        "structured_dispatch_keys": "May be used in `dispatch:` of structured operators",
        "dispatch_key_aliases": "Other names of keys",
        "autograd_keys": "May be used in `dispatch:` of derivatives.yaml",
        "checks.known_dispatch_keys": "Exist, whether or not they may be used",
    },
    "native_functions.yaml": {
        "native_fields": "Fields",
        "c10_dispatcher_values": "Values of `use_c10_dispatcher`",
        "schema.base_types": "Base types of schemas",
        "schema.augmented_assignment_names": "Names of augmented assignment (`__iadd__`)",
        "schema.inplace_without_single_return": "In-place operators that need not return `self`",
        "schema.any_argument_written": "Any argument may be written to; alias sets may have an arrow",
        "schema.scatter_copies": "`x_scatter` is the copy of the view `x_inverse`",
        "schema.default_with_blanks": "A default may hold blanks",
        "checks.ufunc_keys": "Keys of `ufunc_inner_loop`",
        "checks.ufunc_dtypes": "Dtypes of `ufunc_inner_loop`",
        "checks.python_keywords": "Arguments must not be called like a Python keyword",
        "checks.const_ref_with_out": "Functions with out arguments may set `use_const_ref_for_mutable_tensors`",
        "checks.spaced_precomputed": "A precomputed name may hold blanks",
        "checks.set_is_no_view": "`set_` may be tagged as an in-place view without being one",
    },
    "Tags and generated operators": {
        "checks.auto_tags": "Tags given to every function of `aten`",
        "checks.kind_tags": "Functions of `aten` are tagged `out` and `inplace`, where tags.yaml has those tags",
        "checks.untagged_random_part": "Part of names with `rand` that need no tag for random operators",
        "variants.kept_tags": "Tags passed on to generated variants",
        "variants.ungrouped_out": "Out variants that do not fit their operator's others",
        "variants.ungrouped_inplace": "In-place variants that do not fit their operator's others",
        "variants.no_out_mutable": "Mutable operators without a generated out variant",
        "variants.no_out_functional": "Functional operators without a generated out variant",
        "variants.core_composites": "Operators composed of others get variants too if they are tagged `core`",
        "variants.mutable_first": "Variants are made from a mutable operator rather than from an in-place one",
        "variants.set_is_no_view": "`set_` gets variants although it is a view",
        "foreach.inplace_reference": "Foreach functions that take their formulas from an in-place operator",
        "foreach.tensor_overloads": "Foreach functions that have formulas although an argument is a lone tensor",
        "foreach.inplace_without_formulas": "In-place foreach functions that no operator has formulas for",
        "foreach.inplace_other_arity": "In-place foreach functions with more or fewer arguments than their operator",
        "foreach.other_arity": "Foreach functions that alone may have more or fewer arguments than their operator",
    },
    "Formulas": {
        "saved_rewrites": "Saved instead of the whole tensor (regular expressions), with type and reading",
        "refused_texts": "Refused in formulas (regular expressions), with what to write instead",
        "string_view_rewrite": "How a saved optional string is passed on",
    },
    "C++ types of arguments": {
        "cpp_tensor": "Tensors",
        "cpp_namespace": "Namespace written before tensor functions",
        "cpp_std": "The standard namespace",
        "cpp_options": "Tensor options",
        "cpp_optional": "Optionals",
        "cpp_value_types": "Values, by the schema's type",
        "cpp_list_types": "Lists, by the type of their elements",
        "cpp_optional_list_types": "Optional lists, by the type of their elements",
        "cpp_structured_tensor_list": "Tensor lists of structured operators",
        "cpp_reference_types": "Passed by reference",
        "cpp_optional_returns": "May be returned as optionals",
        "cpp_default_texts": "Defaults",
        "saved_kinds": "Saved variables, by C++ type",
        "saved_members": "Members of nodes, by C++ type",
        "saved_as_vector": "Kept as a vector",
    },
    "Generated text": {
        "variable_type_shards": "Number of VariableType files",
        "body_optional": "Optionals in bodies",
        "body_nullopt": "Nothing in bodies",
        "body_assert": "Assertions in bodies",
        "autograd.clean_blanks": "Blanks at the ends of lines are removed",
        "autograd.docstring_gaps": 'One empty line between `"""` and a `class` or `def` of the next lines',
        "autograd.two_stage_comment": "Script named as the writer",
        "autograd.structured_bindings": "Several results are taken with structured bindings",
        "autograd.view_func_objects": "Views are replayed by objects of ViewFuncs.h rather than by lambdas",
        "autograd.view_func_end": "How destructors of those objects are written",
        "autograd.dispatch_mode_checks": "No debug checks under a dispatch mode or for tensors with their own dispatch",
        "autograd.storage_save_type": "Saved storage in debug checks",
        "autograd.list_storage_reserved": "Room for the saved storages of a list is reserved",
        "autograd.same_storage_checks_output": "No debug checks of storage for outputs with their own dispatch",
        "autograd.use_count_check": "Debug check of the number of users",
        "autograd.symbolic_zeros": "Zero tangents are made with symbolic sizes",
        "autograd.wrapped_numbers": "Tangents take over from their tensors that they are wrapped numbers",
        "autograd.node_pointer": "Pointer to a node",
        "autograd.make_node": "How a node (`{0}`) is made",
        "autograd.node_creation_hooks": "Nodes that are made are told to hooks",
        "autograd.grad_fns_element": "Element of the loop over a foreach function's nodes",
        "autograd.node_owner": "How a node names itself when it unpacks what it owns",
        "autograd.resets_grad_function": "Nodes release `grad_fn_` with their variables",
        "autograd.exported_constructor": "Windows exports the constructor of a node rather than the node",
        "autograd.marks_saved_outputs": "Saved outputs are marked as such",
        "autograd.apply_form": "How a node's `apply` is written",
        "autograd.single_grad": "The gradient of a single output",
        "autograd.output_test": "Test whether a gradient is asked for",
        "autograd.unpack_list_owner": "Saved lists are unpacked with their owner",
        "autograd.optional_guards": "Guards for optional tensors",
        "autograd.sorted_attributes": "A node's attributes are sorted by name",
        "autograd.undefined_grad_types": "Results whose gradient may be undefined",
    },
}

# What a larger table holds already, and what is no change of the release.
PARTS_OF = {
    "returns_views_of_input": "view_functions",
    "dont_enforce_storage_impl_use_count": "dont_enforce_tensor_impl_use_count",
}
NOT_TOLD = frozenset(("release", "family", "new_operators"))
EMPTY: dict[str, Any] = {"variants": VariantFacts, "foreach": ForeachFacts, "checks": EntryChecks}


def parts(dialect: Dialect) -> dict[str, Any]:
    """Every field by its path, with those of nested values; without what another field holds as well."""
    found: dict[str, Any] = {}
    for field, value in dialect._asdict().items():
        if value is None:
            names = EMPTY[field]._fields
            found.update({f"{field}.{name}": EMPTY[field]._field_defaults.get(name) for name in names})
        elif hasattr(value, "_asdict"):
            found.update({f"{field}.{name}": part for name, part in value._asdict().items()})
        elif field not in NOT_TOLD:
            found[field] = value
    for part, whole in PARTS_OF.items():
        found[part] = found[part] - frozenset(found[whole])
    found["native_fields"] = frozenset(dialect.native_fields)
    # Family 1.8 lets every key be used that exists.
    found["checks.known_dispatch_keys"] = found["checks.known_dispatch_keys"] or dialect.dispatch_keys
    return found


def code(text: object) -> str:
    """A text as code in Markdown, whatever it holds."""
    words = str(text)
    if not words:
        return "nothing"
    fence = "``" if "`" in words else "`"
    return fence + words + fence


def listed(word: str, items: list[str]) -> Iterator[str]:
    """`items` as one line of a list, folded where there are many."""
    if len(items) > MOST_NAMES:
        yield f"  <details><summary>{word} ({len(items)})</summary>\n\n  {', '.join(items)}\n\n  </details>\n"
    elif items:
        yield f"  - {word}: {', '.join(items)}"


def table(value: Any) -> dict[str, str]:
    """A table as texts; a rewrite by its pattern, with what is saved."""
    if isinstance(value, Mapping):
        return {str(key): str(text) for key, text in value.items()}
    if value and isinstance(value[0], SavedRewrite):
        return {rewrite.pattern: f"{rewrite.type} {rewrite.expr or ''}".strip() for rewrite in value}
    return dict(value)


def changes(old: Any, new: Any) -> Iterator[str]:
    """The lines below a field that changed, or one word behind it."""
    some = old or new
    if isinstance(some, Mapping) or (isinstance(some, tuple) and some and isinstance(some[0], tuple)):
        before, after = table(old or {}), table(new or {})
        yield from listed("gained", [f"{code(k)} ({code(v)})" for k, v in sorted(after.items()) if k not in before])
        yield from listed("lost", [code(k) for k in sorted(before) if k not in after])
        both = [k for k in sorted(before) if k in after and before[k] != after[k]]
        yield from ["  - changed:"] if both else []
        yield from [f"    - {code(k)}: {code(before[k])} → {code(after[k])}" for k in both]
    elif isinstance(some, (frozenset, tuple)):
        yield from listed("gained", [code(name) for name in sorted(set(new or ()) - set(old or ()))])
        yield from listed("lost", [code(name) for name in sorted(set(old or ()) - set(new or ()))])
    elif isinstance(some, bool):
        yield "  - now yes" if new else "  - no longer"
    else:
        yield f"  - {code(old or '')} → {code(new or '')}"


def section(before: Dialect, after: Dialect) -> Iterator[str]:
    """One release against the one before."""
    yield f"\n## {after.release}, after {before.release}\n"
    old, new = parts(before), parts(after)
    for heading, meanings in MEANINGS.items():
        lines: list[str] = []
        for path, meaning in meanings.items():
            told = [] if (old[path] or None) == (new[path] or None) else list(changes(old[path], new[path]))
            lines += [f"- {meaning}", *told] if told else []
        if lines:
            yield "\n".join([f"### {heading}\n", *lines, ""]).replace("\n\n\n", "\n\n")


def page() -> str:
    """The whole page."""
    text = START + "".join(line + "\n" for pair in pairwise(DIALECTS) for line in section(*pair))
    return text.replace("\n\n\n", "\n\n").rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
