"""Which new names a rename refuses, and why."""

from __future__ import annotations

import re
from keyword import kwlist

from vt_core.analysis.snapshot import Snapshot
from vt_core.codegen.cpp import return_names
from vt_core.ide.entry_view import views_with
from vt_core.ide.helpers_index import Helpers
from vt_core.ide.meaning import output_names
from vt_core.ide.occurrences import entries_about, words_named
from vt_core.ide.rename_plan import RenamePlan, is_listed
from vt_core.model.native_function import NativeFunction


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Variables of the generated methods and nodes, and what formulas are given.
_OF_GENERATED_CODE = _words("""
    _any_requires_grad any_grad_defined apply copy_range func gen grad grad_fn grad_input_mask grad_inputs grad_result
    grads input_base lock name release_variables retain_variables should_compute_output tmp
    """)
# Those of releases with forward mode.
_OF_FORWARD_MODE = _words("""
    _rebased_fn _tmp creation_meta fire_node_creation_hooks full_name grad_fns guard i ks needs_input_grad opt_op
    original_self original_selfs packed_args saved task_should_compute_output view_func
    """)
# What an argument's own variables in generated code end with.
_SUFFIXES = ("_", "_ix", "_size_", "_released_", "_storage_saved", "_impl_saved", "_vec", "_val")
_FORWARD_SUFFIXES = ("_t", "_p", "_t_raw", "_tensor", "_new_fw_grad", "_new_fw_grad_opt")
_OPTIONS = frozenset(("dtype", "layout", "device", "pin_memory"))
_CPP_KEYWORDS = _words("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr const_cast
    continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq
    """)
# Plain scalars that YAML 1.1 reads as something else than a string, in any case of their letters.
_YAML_WORDS = frozenset(("yes", "no", "on", "off", "true", "false", "null"))


def name_problem(snapshot: Snapshot, plan: RenamePlan, new: str, helpers: Helpers) -> str | None:
    """Why the new name cannot be, None if nothing is known against it."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", new):
        return f"`{new}` is no identifier: letters, digits and `_`, no digit in front"
    if plan.what == "overload":
        return _overload_problem(snapshot, plan, new)
    if new in _CPP_KEYWORDS:
        return f"`{new}` is a keyword of C++"
    if new in kwlist:
        return f"`{new}` is a keyword of Python"
    if new.lower() in _YAML_WORDS:
        return f"YAML reads `{new}` as something else than a name"
    if plan.what == "operator":
        return _operator_problem(snapshot, plan, new, helpers)
    return _variable_problem(snapshot, plan, new)


def _operator_problem(snapshot: Snapshot, plan: RenamePlan, new: str, helpers: Helpers) -> str | None:
    if new.startswith("__"):
        return f"`{new}` would look like a Python operator"
    if new.endswith("_"):
        return f"`{new}` would be an in-place function: the variants' endings are not part of the name"
    if new.endswith("_out"):
        return f"`{new}` would be the C++ name of an out variant: the variants' endings are not part of the name"
    names = (new, f"{new}_")
    if any(name in snapshot.native_index.by_name for name in names):
        return f"there is an operator `{new}` already"
    for view in views_with(snapshot.native, *names):
        if view.operator.partition(".")[0] in names:
            return f"there is an operator `{new}` already"
    if new in helpers:
        return f"there is a C++ function `{new}` that formulas can call"
    if is_listed(snapshot.dialect, new):
        return f"the generator's own tables know `{new}` by its name: the code would change"
    called = (*names, f"{new}_out")
    for view in views_with(snapshot.derivatives, *called):
        for word in words_named(view, *called):
            if any(call.name_span == word.token.span for call in word.formula.calls):
                return f"a formula of `{view.operator}` calls something else `{word.token.text}`"
    return None


def _overload_problem(snapshot: Snapshot, plan: RenamePlan, new: str) -> str | None:
    function = snapshot.native_index.functions[plan.functions[0]]
    operator = f"{function.func.name.name}.{new}"
    for view in views_with(snapshot.native, operator):
        if view.operator == operator:
            return f"there is an operator `{operator}` already"
    return None


def _variable_problem(snapshot: Snapshot, plan: RenamePlan, new: str) -> str | None:
    functions = [snapshot.native_index.functions[placed] for placed in plan.functions]
    forward = snapshot.dialect.variants is not None
    if new in _OF_GENERATED_CODE or re.fullmatch(r"result\d*", new) or (forward and new in _OF_FORWARD_MODE):
        return f"generated code has a variable `{new}` of its own"
    for function in functions:
        problem = _clash(function, plan, new, (*_SUFFIXES, *_FORWARD_SUFFIXES) if forward else _SUFFIXES)
        if problem is not None:
            return problem
    for view in entries_about(snapshot, {function.func.text for function in functions}):
        info = None if view.placed is None else snapshot.derivatives_index.infos.get(view.placed)
        keyed = () if info is None else info.by_key
        saved = [one for keyed_info in keyed for one in (*keyed_info.all_saved_inputs, *keyed_info.all_saved_outputs)]
        if any(attribute.name == new for attribute in saved):
            return f"the backward node of `{view.operator}` saves something under the name `{new}`"
        for key, formula in view.formulas():
            # The generator looks for whole words, also in members and strings.
            if re.search(rf"\b{new}(?:_[tp])?\b" if forward else rf"\b{new}\b", formula.value):
                return f"`{new}` stands in the formula of `{key.value}` already"
    return None


def _clash(function: NativeFunction, plan: RenamePlan, new: str, suffixes: tuple[str, ...]) -> str | None:
    """Another argument or output of the same name, or whose variables in generated code have it."""
    arguments = [argument.name for argument in function.func.arguments.all]
    returns = [return_.name for return_ in function.func.returns if return_.name]
    others = [name for name in arguments if name != plan.old]
    if new in others:
        return f"`{function.func.name}` has an argument `{new}` already"
    if plan.what == "argument" and new in _OPTIONS and _OPTIONS.issubset([*others, new]):
        return f"`{new}` would make the arguments of `{function.func.name}` a TensorOptions"
    if new in [*returns, *output_names(function)] or new in return_names(function.func):
        return f"`{function.func.name}` has an output `{new}` already"
    for other in others:
        if any(new == other + suffix or other == new + suffix for suffix in suffixes):
            return f"`{new}` is too close to the argument `{other}`: generated code derives names from both"
    return None
