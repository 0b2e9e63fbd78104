"""An alias annotation that the schema grammar does not have."""

from __future__ import annotations

from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import func_fix, func_of, place_fix
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault

_MESSAGES = {
    "suffix": "`{annotation}` after an annotated `Tensor` in {operator}: only `?` or `[]` may stand there",
    "letter": "`{annotation}` is no alias annotation in {operator}: write one lower-case letter, and `!` after it if"
    " the operator writes to the tensor, as in `Tensor(a!)`",
    "position": "`{annotation}` of {operator} stands in the wrong place: an alias annotation follows the word `Tensor`,"
    " before `?` and `[]`, as in `Tensor(a!)?`",
    "not-tensor": "`{annotation}` of {operator}: only `Tensor` takes an alias annotation, `{base}` does not; remove it",
    "unclosed": "`{annotation}` of {operator} lacks its closing parenthesis: write `{annotation})`",
}


def describe(fault: Fault, site: Site) -> Description:
    """`what` says which of the messages; `annotation` is the text at fault, `type` what it stands in."""
    what = fault.data.get("what", "letter")
    annotation = fault.data.get("annotation", "")
    base = fault.data.get("type", "").partition("(")[0]
    template = _MESSAGES.get(what, _MESSAGES["letter"])
    message = template.format(annotation=shown(annotation), operator=operator_of(fault, site), base=shown(base))
    return Description(message, (), _fix(what, annotation, base, fault, site))


def _fix(what: str, annotation: str, base: str, fault: Fault, site: Site) -> Fix | None:
    start, end = fault.place.start, fault.place.end
    if start is None or end is None:
        return None
    if what == "letter" and annotation.removesuffix("!").lower() != annotation.removesuffix("!"):
        lower = annotation.lower()
        return place_fix(fault, site, f"Write `{lower}`", False, lower) if len(lower.removesuffix("!")) == 1 else None
    if what == "position" and base in ("Tensor?", "Tensor[]"):
        suffix = base.removeprefix("Tensor")
        if func_of(site.owner)[start - len(suffix) : start] == suffix:
            title = f"Write `Tensor{annotation}{suffix}`"
            return func_fix(site, title, True, (start - len(suffix), end, annotation + suffix))
    if what == "not-tensor":
        return place_fix(fault, site, f"Remove `{annotation}`", False, "")
    if what == "unclosed":
        return func_fix(site, f"Write `{annotation})`", True, (end, end, ")"))
    return None


RULE = Rule(
    "alias-annotation", "error", "generator", "an alias annotation is malformed or in the wrong place", describe
)
