"""`output_differentiability` says False, and the function writes into `self`."""

from __future__ import annotations

from vt_core.rules.declared import operator_declared, schema_of
from vt_core.rules.edits import entry_added, field_removed, field_replaced, single_quoted
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import SchemaSyntax, parse_argument


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator (the in-place function), entry (the operator whose entry it uses)."""
    operator, entry = fault.data.get("operator", ""), fault.data.get("entry", "")
    related = operator_declared(site)
    stale = "its version counter would not move"
    if entry in ("", operator):
        message = f"the output of `{operator}` is `self` itself and cannot be called non-differentiable ({stale})"
        if _has_formula(site.owner):
            return Description(f"{message}: remove `output_differentiability`", related, _removal(site.owner))
        remedy = "give its arguments the formula `zeros_like(…)` instead"
        return Description(f"{message}: {remedy}", related, _zero_gradients(site))
    message = (
        f"`{operator}` inherits this from `{entry}`, but its output is `self` itself and cannot be called"
        f" non-differentiable ({stale}): give `{operator}` an entry of its own"
    )
    return Description(message, related, _own_entry(site, operator))


def _has_formula(entry: Entry) -> bool:
    for key in entry.fields:
        formula = entry.scalar(key)
        if key in ("name", "output_differentiability") or formula is None:
            continue
        if formula.value.lower().strip() != "non_differentiable":
            return True
    return False


def _removal(entry: Entry) -> Fix | None:
    edit = field_removed(entry, "output_differentiability")
    return None if edit is None else Fix("Remove `output_differentiability`", False, (edit,))


def _zero_gradients(site: Site) -> Fix | None:
    """Formulas that let no gradient through, in the place of the mark."""
    taken = {part.strip() for key in site.owner.fields for part in key.split(",")}
    schema = schema_of(site.other)
    lines = () if schema is None else _zeros(schema, taken)
    edit = field_replaced(site.owner, "output_differentiability", lines) if lines else None
    return None if edit is None else Fix("Write formulas that give zero", False, (edit,))


def _own_entry(site: Site, operator: str) -> Fix | None:
    """An entry that lets no gradient through: what the functional one means."""
    schema = schema_of(site.other)
    if schema is None:
        return None
    name = schema.text if ": " not in schema.text and " #" not in schema.text else single_quoted(schema.text)
    edit = entry_added(site.owner, (f"name: {name}", *_zeros(schema, set())))
    return None if edit is None else Fix(f"Add an entry for `{operator}` with zero gradients", False, (edit,))


def _zeros(schema: SchemaSyntax, taken: set[str]) -> tuple[str, ...]:
    """A zero gradient for each tensor that has no key yet."""
    lines: list[str] = []
    for piece in schema.arguments:
        argument = parse_argument(piece.text)
        name = argument.part(argument.name)
        if name is not None and name not in taken and argument.type.name == "Tensor":
            lines.append(f"{name}: zeros_like({name})")
    return tuple(lines)


RULE = Rule(
    "inplace-output-not-differentiable",
    "error",
    "generator",
    "an in-place function's output is called non-differentiable",
    describe,
)
