"""A field whose value is of another kind than the generator takes."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.entries import Field, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Node, Scalar, Sequence

_WANTED = {
    "bool": "`True` or `False`",
    "string": "a text",
    "list": "a list of argument names, as in `[alpha, beta]`",
    "tags": "a tag, or a list of tags in brackets",
    "precomputed": "a list of texts, each `name -> arguments`",
    "ufunc": "a text `kernel (dtypes)`, or a mapping of such",
    "autograd-keys": "a mapping from autograd keys to formulas, as in `Default:`",
    "formulas": "a mapping from arguments to formulas, as in `self: grad`",
    "mapping": "a mapping from dispatch keys to kernels, as in `CPU: kernel_cpu`",
}
_SCHEMAS = ("func", "name")
_BOOLS = {"true": "True", "yes": "True", "on": "True", "1": "True", "false": "False", "no": "False", "off": "False"}


def describe(fault: Fault, site: Site) -> Description:
    """`field` is the field's name, `kind` what it must be: "bool", "string", "list" or "mapping"."""
    name, kind = fault.data.get("field", ""), fault.data.get("kind", "string")
    operator = operator_of(fault, site)
    name = shown(name)
    field = _field(fault, site)
    written = _written(None if field is None else field.value)
    if name in _SCHEMAS and len(fault.place.path) == 1:
        return Description(f"`{name}` is {written}: it must be a text, the schema `operator(arguments) -> returns`")
    if len(fault.place.path) < 2 or kind == "formulas":
        if kind == "list" and written == "a list":
            return Description(f"`{name}` of {operator} holds something that is no argument's name: remove it")
        wanted = "a text, as in `function, method`" if name == "variants" else _WANTED.get(kind, kind)
        message = f"`{name}` of {operator} is {written}: it must be {wanted}"
        return Description(message, (), None if field is None else _fix(kind, field.value))
    if field is not None and field.key.kind != "str":
        return Description(f"the dispatch key `{name}` of {operator} is no text: write the name of a dispatch key")
    return Description(f"the kernel for `{name}` of {operator} is {written}: it must be a text, the kernel's name")


def _field(fault: Fault, site: Site) -> Field | None:
    """The field at fault."""
    node: Node = site.owner.node
    found: Field | None = None
    for key in fault.place.path:
        found = fields_of(node).get(key)
        if found is None:
            return None
        node = found.value
    return found


def _written(node: Node | None) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if node is None or node.kind == "null":
        return "empty"
    kind = {"str": "text", "bool": "truth value", "int": "number", "float": "number"}.get(node.kind, "special value")
    return f"the {kind} `{shown(node.value)}`"


def _fix(kind: str, node: Node | None) -> Fix | None:
    if not isinstance(node, Scalar) or node.span.start == node.span.end:
        return None
    if kind == "bool":
        word = _BOOLS.get(node.value.lower()) or nearest(node.value, ("True", "False"))
        safe = is_slip(node.value, word)
        return Fix(f"Write `{word}`", safe, (Edit("owner", node.span, word),)) if word else None
    if kind == "string" and node.style is None and node.kind in ("bool", "int", "float"):
        return Fix(f"Write `'{node.value}'`", False, (Edit("owner", node.span, f"'{node.value}'"),))
    if kind == "list" and node.kind == "str" and node.style is None and node.value:
        return Fix(f"Write `[{node.value}]`", True, (Edit("owner", node.span, f"[{node.value}]"),))
    return None


RULE = Rule("field-type", "error", "generator", "a field's value is of the wrong kind", describe)
