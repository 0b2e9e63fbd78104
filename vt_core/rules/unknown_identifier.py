"""A name in a formula that nothing declares."""

from __future__ import annotations

from vt_core.rules.declared import arguments_declared, returns_declared
from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Fix, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import enumerated
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name, what (marker, marker of outputs, output, gradient, tangent, forward or nothing), known (the
    names that the formula may use), outputs, arguments, meant (the output that the name stands for)."""
    operator, name = fault.data.get("operator", ""), fault.data.get("name", "")
    what, meant = fault.data.get("what", ""), fault.data.get("meant", "")
    outputs = split_names(fault.data.get("outputs", ""))
    related = returns_declared(site) if what in ("output", "gradient") else arguments_declared(site)
    if what == "marker of outputs":
        why = f"`{name}` is for arguments, and stands alone"
        return Description(f"{why}: `output_differentiability` says it of outputs", related)
    if what == "marker":
        return _with_fix(fault, site, f"`{name}` is no marker of formulas", "non_differentiable", safe=True)
    if what == "output":
        why = f"no output of `{operator}` is called `{name}`: {_outputs(outputs)}"
        described = _with_fix(fault, site, why, meant, safe=True)
        return described._replace(related=related)
    if what == "forward":
        why = f"`{name}` is for backward formulas; in this one tangents are called `self_t`, values `self_p`"
        return Description(why, related)
    close = nearest(name, split_names(fault.data.get("known", "")))
    why = f"`{name}` is no argument, output or gradient of `{operator}`, and no known constant"
    if what == "gradient" and outputs:
        why = f"`{name}` is no gradient of `{operator}`: {_outputs(outputs)}"
        close = close if close.startswith("grad") else ""
    elif what == "tangent":
        why = f"`{name}` is not known here: only arguments with a backward formula have `_t` and `_p`"
    return _with_fix(fault, site, why, close, safe=is_slip(name, close))._replace(related=related)


def _outputs(outputs: list[str]) -> str:
    if not outputs:
        return "it has none"
    return f"its outputs are {enumerated(outputs, 'and')}" if len(outputs) > 1 else f"its output is `{outputs[0]}`"


def _with_fix(fault: Fault, site: Site, why: str, instead: str, *, safe: bool) -> Description:
    name = fault.data.get("name", "")
    if not instead:
        return Description(why)
    fix: Fix | None = place_fix(fault, site, f"Replace `{name}` by `{instead}`", safe, instead) if name else None
    return Description(f"{why}; did you mean `{instead}`?", (), fix)


RULE = Rule("unknown-identifier", "error", "build", "a formula uses a name that nothing declares", describe)
