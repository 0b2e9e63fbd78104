"""An item of the file's list that is no mapping."""

from __future__ import annotations

from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Scalar, Sequence
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """`field` is the key that entries of the file start with."""
    field = fault.data.get("field", "func")
    node = site.owner.node
    message = f"an entry is a mapping that has a `{field}`: write `- {field}: operator(arguments) -> returns`"
    if isinstance(node, Sequence):
        return Description(f"{message}, not a list")
    if not isinstance(node, Scalar) or not node.value:
        return Description(f"{message}, or remove the lone `-`")
    at = node.span.start + len(field) + 1
    if node.style is None and site.owner.text.startswith(f"{field}:", node.span.start):
        fix = Fix(f"Write `{field}: `", True, (Edit("owner", Span(at, at), " "),))
        return Description(f"`{field}:` needs a blank after its colon to be a key", (), fix)
    written = site.owner.text[node.span.start : node.span.end]
    if node.style is None and "(" in written and "\n" not in written and ": " not in f"{written} ":
        fix = Fix(f"Write `{field}: `", True, (Edit("owner", Span(node.span.start, node.span.start), f"{field}: "),))
        return Description(f"{message}; `{field}: ` is missing before the schema", (), fix)
    return Description(message)


RULE = Rule("entry-not-mapping", "error", "generator", "an item of the list is no mapping", describe)
