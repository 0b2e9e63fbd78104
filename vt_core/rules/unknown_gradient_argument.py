"""A gradient key that names no argument that can be differentiated."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared, arguments_declared, returns_declared, schema_of
from vt_core.rules.edits import name_removed
from vt_core.rules.nearest import nearest
from vt_core.rules.rule import Description, Edit, Fix, Related, Rule, Site
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Place
from vt_core.syntax.schema import parse_argument

_SURE = 0.8


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, kind (unknown, not-tensor, non-differentiable, out, twice), type, arguments, nearest."""
    name, operator = fault.data.get("argument", ""), fault.data.get("operator", "")
    known = [part for part in fault.data.get("arguments", "").split(", ") if part]
    kind = fault.data.get("kind", "")
    gradients = f"gradients can be given for {_listed(known)}" if known else "none of its arguments can be differentiated"
    if kind == "not-tensor":
        type_ = fault.data.get("type", "")
        why = f"`{name}` of `{operator}` is declared as `{type_}`, and only tensors are differentiated"
        return Description(f"{why}: {gradients}", argument_declared(site, name), _removal(fault, site.owner, name))
    if kind == "non-differentiable":
        why = f"`{name}` of `{operator}` is marked `non_differentiable`, so it cannot have a formula too"
        return Description(f"{why}: remove one of the two", _marked(site.owner, name))
    if kind == "out":
        why = f"`{name}` of `{operator}` is an out argument, which is written and never differentiated"
        return Description(f"{why}: {gradients}", argument_declared(site, name), _removal(fault, site.owner, name))
    if kind == "twice":
        why = f"`{operator}` has two arguments called `{name}`: rename one of them in native_functions.yaml"
        return Description(why, argument_declared(site, name))
    if name in _return_names(site):
        why = f"`{name}` is an output of `{operator}`, and formulas belong to arguments"
        return Description(f"{why}: {gradients}", returns_declared(site), _removal(fault, site.owner, name))
    return _unknown(fault, site, known, gradients)


def _unknown(fault: Fault, site: Site, known: list[str], gradients: str) -> Description:
    name, operator = fault.data.get("argument", ""), fault.data.get("operator", "")
    why = f"`{operator}` has no argument `{name}`" if name else f"a gradient key of `{operator}` names no argument"
    if fault.origin == "lint":
        why += ", so no gradient flows through it, and the generator does not say so"
    free = _free(known, site.owner)
    meant = nearest(name, free)
    remedy = ""
    fix: Fix | None = None
    if meant or len(free) == 1:
        remedy = f"; rename `{name}` to `{meant or free[0]}`"
        edit = Edit("owner", site.owner.span_of(fault.place), meant or free[0])
        fix = Fix(f"Rename `{name}` to `{meant or free[0]}`", _is_typo(name, meant), (edit,))
    return Description(f"{why}: {gradients}{remedy}", arguments_declared(site), fix)


def _is_typo(name: str, meant: str) -> bool:
    from difflib import SequenceMatcher  # a slow import, for mistakes only

    return bool(meant) and SequenceMatcher(None, name, meant, autojunk=False).ratio() >= _SURE


def _listed(names: list[str]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _free(known: list[str], entry: Entry) -> list[str]:
    """The arguments that no key of the entry names yet."""
    taken = {part.strip() for key in entry.fields for part in key.split(",")}
    return [name for name in known if name not in taken]


def _return_names(site: Site) -> set[str]:
    """The outputs' names as formulas know them."""
    schema = schema_of(site.other)
    if schema is None:
        return set()
    names = {"result"} if len(schema.returns) == 1 else {f"result{index}" for index in range(len(schema.returns))}
    for piece in schema.returns:
        syntax = parse_argument(piece.text)
        names.add(syntax.part(syntax.name) or "result")
    return names


def _marked(entry: Entry, name: str) -> tuple[Related, ...]:
    """The key that marks a name as non-differentiable."""
    for key in entry.fields:
        formula = entry.scalar(key)
        names = [part.strip() for part in key.split(",")]
        if name in names and formula is not None and formula.value.lower().strip() == "non_differentiable":
            return (Related("owner", Place("derivatives", (key,), "key"), "marked here"),)
    return ()


def _removal(fault: Fault, entry: Entry, name: str) -> Fix | None:
    """Take the name out of its key."""
    edit = name_removed(entry, fault.place.path[0], name) if fault.place.path else None
    return None if edit is None else Fix(f"Remove the gradient of `{name}`", False, (edit,))


RULE = Rule(
    "unknown-gradient-argument",
    "error",
    "generator",
    "a gradient key names no differentiable argument of the function",
    describe,
)
