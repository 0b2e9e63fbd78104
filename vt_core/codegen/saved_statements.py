"""How a method of family 2.x gives its node what the node keeps: `saving` with foreach functions, strings, lists of
numbers, and the value that an in-place function overwrites."""

from __future__ import annotations

from vt_core.codegen.method_plan import MethodPlan, ReferencePair
from vt_core.codegen.saving import Guard, saved_kind
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import SavedAttribute

_SCALAR_TYPE = "_scalar_type"


def saved_lines(
    attribute: SavedAttribute, is_output: bool, inplace: bool, plan: MethodPlan, guard: Guard | None, dialect: Dialect
) -> tuple[str, ...]:
    """The statements that save one attribute, in their guard."""
    statements = _statements(attribute, is_output, inplace, plan, dialect)
    if guard is not None:
        statements = [f"if ({guard.test}) {{", *["  " + statement for statement in statements], "}"]
    if all(statement.isprintable() for statement in statements):
        return tuple(statements)
    return tuple([line for statement in statements for line in statement.splitlines()])


def _statements(
    attribute: SavedAttribute, is_output: bool, inplace: bool, plan: MethodPlan, dialect: Dialect
) -> list[str]:
    name, kind = attribute.name, saved_kind(attribute, is_output, dialect)
    pair = _pair_of(name.split(_SCALAR_TYPE)[0], plan)
    if kind == "tensor":
        return _save_tensor(name, is_output, inplace, pair, plan, dialect)
    if kind is not None:
        flag = "true" if plan.is_foreach and is_output else "false"
        return [f"grad_fn->{name}_ = make_saved_variable_list({name}, {flag});"]
    expr = attribute.expr
    if pair is not None:
        expr = expr.replace(name.split(_SCALAR_TYPE)[0], pair.element)
    if attribute.type in dialect.saved_as_vector:
        expr = f"{expr}.vec()"
    elif attribute.type == dialect.cpp_value_types["str"]:
        expr = f"std::string({expr})"
    elif attribute.type == f"{dialect.cpp_optional}<{dialect.cpp_value_types['str']}>":
        expr = (
            f"{expr}.has_value() ? {dialect.body_optional}<std::string>(std::string({expr}.value())) : "
            f"{dialect.body_nullopt}"
        )
    return [f"grad_fn->{name} = {expr};"]


def _pair_of(name: str, plan: MethodPlan) -> ReferencePair | None:
    """What an in-place foreach function has for an argument of its reference."""
    return next((pair for pair in plan.references if pair.reference.name == name), None)


def _save_tensor(
    name: str, is_output: bool, inplace: bool, pair: ReferencePair | None, plan: MethodPlan, dialect: Dialect
) -> list[str]:
    statements: list[str] = []
    flag = "true" if is_output else "false"
    saved = name
    if name == "self" and inplace:
        original, current = ("original_selfs[i]", "self[i]") if plan.is_inplace_foreach else ("original_self", "self")
        statements.append(f"if (!{original}.has_value()) {original} = {current}.clone();")
        saved = f"{original}.value()"
    if inplace and is_output:
        written = "self[i]" if plan.is_inplace_foreach else "self"
        saved = f"SavedVariable({written}, true, {written}.is_view())"
    else:
        saved = f"SavedVariable({saved}, {flag})"
        if pair is not None and "original_selfs" not in saved:
            saved = saved.replace(name.split(_SCALAR_TYPE)[0], pair.element)
    return [*statements, f"grad_fn->{name}_ = {saved};"]
