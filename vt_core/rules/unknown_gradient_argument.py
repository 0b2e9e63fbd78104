"""A gradient key that names no argument that can be differentiated."""

from __future__ import annotations

from vt_core.rules.declared import argument_declared, arguments_declared, returns_declared, schema_of
from vt_core.rules.edits import name_removed
from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import enumerated
from vt_core.syntax.entries import Entry
from vt_core.syntax.faults import Fault
from vt_core.syntax.schema import parse_argument


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, argument, kind (unknown, not-tensor, out, twice), type, arguments (those that can be
    differentiated), nearest (one of them)."""
    name, operator = fault.data.get("argument", ""), fault.data.get("operator", "")
    kind, type_ = fault.data.get("kind", ""), fault.data.get("type", "")
    if kind in ("result-of-several", "result-index"):
        count = fault.data.get("returns", "")
        why = f"`{operator}` has {count} outputs, none of them called `{name}`"
        return Description(f"{why}: write `result0`, `result1` … or their names", returns_declared(site))
    if kind == "not-tensor":
        why = f"`{name}` of `{operator}` is declared as `{type_}`, and only tensors are differentiated"
        related = argument_declared(site, name)
    elif kind == "out":
        why = f"`{name}` of `{operator}` is an out argument, which is written and never differentiated"
        related = argument_declared(site, name)
    elif kind == "twice":
        why = f"`{operator}` has two arguments called `{name}`: rename one of them in native_functions.yaml"
        return Description(why, argument_declared(site, name))
    elif name in _return_names(site):
        why = f"`{name}` is an output of `{operator}`, and here formulas are for arguments only"
        related = returns_declared(site)
    else:
        return _unknown(fault, site)
    return Description(f"{why}{_silent(fault)}: {_gradients(fault)}", related, _removal(fault, site.owner, name))


def _unknown(fault: Fault, site: Site) -> Description:
    name, operator = fault.data.get("argument", ""), fault.data.get("operator", "")
    outputs = split_names(fault.data.get("outputs", ""))
    what = "argument or output" if outputs else "argument"
    why = f"`{operator}` has no {what} `{name}`" if name else f"a gradient key of `{operator}` lacks a name"
    message = f"{why}{_silent(fault)}: {_gradients(fault)}"
    if outputs:
        message += f", tangents for {enumerated(outputs, 'and')}"
    free = _free(split_names(fault.data.get("arguments", "")), site.owner)
    close = fault.data.get("nearest", "")
    if close not in free:
        close = nearest(name, [*free, *outputs])
    meant = close or (free[0] if len(free) == 1 else "")
    fix: Fix | None = None
    if meant:
        edit = Edit("owner", site.owner.span_of(fault.place), meant)
        message += f"; rename `{name}` to `{meant}`" if name else f"; write `{meant}`"
        fix = Fix(f"Rename `{name}` to `{meant}`", bool(close) and is_slip(name, close), (edit,)) if name else None
    return Description(message, arguments_declared(site), fix)


def _silent(fault: Fault) -> str:
    """What the generator does about a sole key: nothing."""
    return ", and the generator drops the formula in silence" if fault.origin == "lint" else ""


def _gradients(fault: Fault) -> str:
    known = split_names(fault.data.get("arguments", ""))
    if not known:
        return "none of its arguments can be differentiated"
    return f"gradients can be given for {enumerated(known, 'and')}"


def _free(known: list[str], entry: Entry) -> list[str]:
    """The arguments that no key of the entry names yet."""
    taken = {part.strip() for key in entry.fields for part in key.split(",")}
    return [name for name in known if name not in taken]


def _return_names(site: Site) -> set[str]:
    """The outputs' names as formulas know them."""
    schema = schema_of(site.other)
    if schema is None or not schema.returns:
        return set()
    several = len(schema.returns) > 1
    names: set[str] = set()
    for index, piece in enumerate(schema.returns):
        syntax = parse_argument(piece.text)
        names.add(syntax.part(syntax.name) or (f"result{index}" if several else "result"))
    return names


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
