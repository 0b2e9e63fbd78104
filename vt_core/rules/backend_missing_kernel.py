"""A kernel that a backend's C++ file does not define, or not as often as it has overloads."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import enumerated, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: kernel, file, found and wanted (numbers), operators (those that it is for)."""
    data = {key: shown(fault.data.get(key, "")) or "?" for key in ("kernel", "file", "found", "wanted")}
    operators = [shown(name) for name in fault.data.get("operators", "").split(", ") if name]
    if data["found"] == "0" and data["wanted"] == "1":
        return Description("`{kernel}` is not defined in {file}: define it there".format(**data))
    message = "{file} defines `{kernel}` {found} times, but {wanted} are wanted".format(**data)
    if not operators:
        return Description(message)
    remedy = "define one for it" if len(operators) == 1 else "one for each"
    return Description(f"{message}, for {enumerated(operators, 'and')}: {remedy}")


RULE = Rule(
    "backend-missing-kernel", "error", "build", "a backend's C++ file lacks the definition of a kernel", describe
)
