"""A backend whose dispatch key does not exist, or belongs to PyTorch."""

from __future__ import annotations

from vt_core.rules.nearest import is_slip, nearest, split_names
from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.value_fixes import place_fix
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """Data: backend, key, known; `what` is "autograd" for the key that `autograd:` is for, "taken" for one that PyTorch
    has kernels for."""
    backend, key = fault.data.get("backend", ""), fault.data.get("key", "")
    what = fault.data.get("what")
    if what == "autograd":
        message = f"there is no dispatch key `{shown(key)}`, so that `{shown(backend)}` cannot have `autograd`"
        return Description(f"{message}: take the list out")
    if what == "taken":
        message = f"the kernels for `{shown(key)}` are PyTorch's own: write the key of a backend outside it"
        return Description(f"{message}, such as `PrivateUse1`")
    message = f"`{shown(key) or '?'}` is no dispatch key"
    meant = nearest(key, split_names(fault.data.get("known", ""))) if key else ""
    if not meant:
        return Description(f"{message}: write one, such as `XLA` or `PrivateUse1`")
    fix = place_fix(fault, site, f"Rename it to `{meant}`", is_slip(key, meant), meant)
    return Description(f"{message}: rename it to `{meant}`", (), fix)


RULE = Rule("backend-dispatch-key", "error", "build", "a backend's dispatch key does not exist, or is taken", describe)
