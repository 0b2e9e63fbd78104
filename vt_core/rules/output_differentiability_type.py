"""`output_differentiability` that is no list."""

from __future__ import annotations

from vt_core.rules.declared import returns_declared
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, kind and value (what YAML makes of it), outputs (how many the function has)."""
    operator, value = fault.data.get("operator", ""), fault.data.get("value", "")
    outputs = fault.data.get("outputs", "")
    if fault.data.get("kind") == "texts":
        return Description(
            f"`output_differentiability` of `{operator}` has a condition beside other values: a condition is for"
            " a single output only",
            returns_declared(site),
        )
    if fault.data.get("kind") == "quoted":
        why = f"the text `{shown(value)}` in `output_differentiability` of `{operator}` counts as true"
        return Description(f"{why}, whatever it says: write `True` or `False`", returns_declared(site))
    count = f" ({outputs} {'output' if outputs == '1' else 'outputs'})" if outputs else ""
    message = (
        f"`output_differentiability` of `{operator}` is no list: write one, `True` or `False` for each output{count}"
    )
    return Description(message, returns_declared(site), _bracketed(fault, site, value, outputs))


def _bracketed(fault: Fault, site: Site, value: str, outputs: str) -> Fix | None:
    """A list of the one value. Safe where it changes nothing: the only output is differentiable anyway."""
    if fault.data.get("kind") != "bool" or not outputs.isdecimal() or not 1 <= int(outputs) <= 9:
        return None
    text = f"[{', '.join([value] * int(outputs))}]"
    edit = Edit("owner", site.owner.span_of(fault.place), text)
    return Fix(f"Write `{text}`", outputs == "1" and value.lower() == "true", (edit,))


RULE = Rule("output-differentiability-type", "error", "generator", "`output_differentiability` is no list", describe)
