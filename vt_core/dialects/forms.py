"""How the generated text is spelled: what changed from release to release besides lists of names.

The defaults are those of 2.1, the first release of family 2.x; a later release replaces what it changed. Family 1.8 has
forms of its own where the two write the same section.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

ApplyForm = Literal["plain", "compiled", "functional", "packed"]


class AutogradForms(NamedTuple):
    """Spellings and switches of one release. `{}` in a text stands for a name, `{0}` for a node, `{1}` for arguments.

    `apply_form` says how a node's `apply` is written: alone (`plain`), beside the members that compiled autograd needs
    (`compiled`), as a function of its own that takes all it needs (`functional`), and with the packing that lets
    compiled autograd call that function (`packed`).
    """

    # Blocks that templates fill.
    clean_blanks: bool = False
    docstring_gaps: bool = False
    two_stage_comment: str = "torchgen/gen.py"
    # Declarations around the call.
    structured_bindings: bool = False
    view_func_objects: bool = False
    view_func_end: tuple[str, str] = ("{};", "override {};")
    # Debug checks.
    dispatch_mode_checks: bool = True
    storage_save_type: str = "c10::optional<Storage>"
    list_storage_reserved: bool = False
    same_storage_checks_output: bool = False
    use_count_check: str = "use_count() <= 1"
    # Forward mode.
    symbolic_zeros: bool = False
    wrapped_numbers: bool = False
    # Nodes: pointer, creation, hooks, and how a node names itself when it unpacks what it owns.
    node_pointer: str = "std::shared_ptr<{}>"
    make_node: str = "std::shared_ptr<{0}>(new {0}({1}), deleteNode)"
    node_creation_hooks: bool = False
    grad_fns_element: str = "auto"
    node_owner: str = "shared_from_this()"
    # Nodes: their members.
    resets_grad_function: bool = False
    exported_constructor: bool = True
    marks_saved_outputs: bool = False
    apply_form: ApplyForm = "compiled"
    single_grad: str = "const auto& grad = grads[0];"
    output_test: str = "task_should_compute_output"
    unpack_list_owner: bool = True
    optional_guards: bool = True
    sorted_attributes: bool = True
    undefined_grad_types: frozenset[str] = frozenset(("Tensor", "Tensor?"))


FORMS_1_8 = AutogradForms(
    dispatch_mode_checks=False,
    resets_grad_function=True,
    exported_constructor=False,
    apply_form="plain",
    single_grad="auto& grad = grads[0];",
    output_test="should_compute_output",
    unpack_list_owner=False,
    optional_guards=False,
    sorted_attributes=False,
    undefined_grad_types=frozenset(("Tensor",)),
)

FORMS_2_1 = AutogradForms()

FORMS_2_3 = FORMS_2_1._replace(structured_bindings=True, view_func_objects=True)

FORMS_2_4 = FORMS_2_3._replace(same_storage_checks_output=True, symbolic_zeros=True)

FORMS_2_5 = FORMS_2_4._replace(
    two_stage_comment="tools/setup_helpers/generate_code.py",
    storage_save_type="auto",
    marks_saved_outputs=True,
)

FORMS_2_6 = FORMS_2_5._replace(apply_form="functional", view_func_end=("{}", "override = default;"))

FORMS_2_7 = FORMS_2_6._replace(apply_form="packed")

FORMS_2_8 = FORMS_2_7._replace(clean_blanks=True, docstring_gaps=True)

FORMS_2_10 = FORMS_2_8._replace(
    use_count_check="use_count() == expected_fresh_use_count({})",
    wrapped_numbers=True,
)

FORMS_2_13 = FORMS_2_10._replace(
    node_pointer="c10::intrusive_ptr<{}>",
    make_node="c10::make_intrusive<{0}>({1})",
    node_owner="getptr()",
)

FORMS_2_14 = FORMS_2_13._replace(node_creation_hooks=True)

FORMS_2_15 = FORMS_2_14._replace(list_storage_reserved=True, grad_fns_element="const auto&")
