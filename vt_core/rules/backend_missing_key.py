"""A backend's YAML file that does not say whose it is."""

from __future__ import annotations

from vt_core.rules.rule import Description, Rule, Site
from vt_core.rules.wording import shown
from vt_core.syntax.faults import Fault

_WANTED = {"backend": "the dispatch key of the backend", "cpp_namespace": "the C++ namespace of its kernels"}


def describe(fault: Fault, site: Site) -> Description:
    """`key` is the key; `what` is "empty" where it has no value."""
    key = shown(fault.data.get("key", "")) or "?"
    wanted = _WANTED.get(key, "a value")
    if fault.data.get("what") == "empty":
        return Description(f"`{key}` has no value: write {wanted}")
    return Description(f"the file has no `{key}`: add it with {wanted}")


RULE = Rule("backend-missing-key", "error", "build", "a backend's file lacks `backend` or `cpp_namespace`", describe)
