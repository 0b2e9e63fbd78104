"""An out variant of nothing."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`closest` is the functional overload that is most like it, `missing` and `extra` the arguments that differ."""
    closest, missing, extra = (shown(fault.data.get(word, ""), 200) for word in ("closest", "missing", "extra"))
    operator = operator_of(fault, site)
    if not closest or not (missing or extra):
        return Description(
            f"{operator} is an out variant, and no other function has its signature: add the functional one, with the "
            "same arguments but for `out`"
        )
    lacks = f"lacks `{missing}`" if missing else ""
    has = f"has `{extra}`" if extra else ""
    differs = " and ".join([part for part in (lacks, has) if part])
    return Description(
        f"{operator} is an out variant of no function: unlike `{closest}` it {differs}; give both the same "
        "arguments but for `out`"
    )


RULE = Rule(
    "lone-out-variant", "error", "generator", "an out variant has no functional or in-place one beside it", describe
)
