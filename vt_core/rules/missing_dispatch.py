"""A function whose autograd kernel is its own, but whose kernel is composed of other operators."""

from __future__ import annotations

from vt_core.rules.declared import operator_declared
from vt_core.rules.edits import field_added
from vt_core.rules.rule import Description, Edit, End, Fix, Related, Rule, Site
from vt_core.syntax.entries import Entry, fields_of
from vt_core.syntax.faults import Fault
from vt_core.syntax.nodes import Mapping, Place, Scalar
from vt_core.text.spans import Span


def describe(fault: Fault, site: Site) -> Description:
    """Data: operator, name (in C++), reason (formula, manual), entry (the operator whose formula it uses), composite
    and explicit (the two dispatch keys for composite kernels)."""
    operator, name = fault.data.get("operator", ""), fault.data.get("name", "")
    composite, explicit = fault.data.get("composite", "Math"), fault.data.get("explicit", "DefaultBackend")
    entry = fault.data.get("entry", "")
    if fault.data.get("reason") == "manual":
        why = f"the Autograd kernel of `{operator}` is written by hand (`{name}` is in the generator's list)"
    elif entry in ("", operator):
        why = f"derivatives.yaml has a formula for `{operator}`"
    else:
        why = f"`{operator}` inherits the formula of `{entry}`"
    kernels = "it has no dispatch section"
    remedy = f"add one that lists its backends (`CPU`, `CUDA` …) or `{explicit}`"
    # Told at the derivatives entry if that is its own, else at the function.
    end: End = "other" if fault.place.file == "derivatives" else "owner"
    function = site.other if end == "other" else site.owner
    if function is not None and _composite(function, composite):
        kernels = f"its only kernel is under `{composite}`"
        remedy = f"register it for its backends (`CPU`, `CUDA` …) or as `{explicit}`"
    related = _formula(entry) if end == "owner" else operator_declared(site)
    fix = None if function is None else _fix(function, name, composite, explicit, end)
    return Description(f"{why}, but {kernels}: {remedy}", related, fix)


def _composite(entry: Entry, composite: str) -> Scalar | None:
    """The composite key as written in the dispatch section."""
    field = entry.fields.get("dispatch")
    if field is None or not isinstance(field.value, Mapping):
        return None
    for keys, (key, _) in fields_of(field.value).items():
        if keys.strip() == composite:
            return key
    return None


def _formula(entry: str) -> tuple[Related, ...]:
    if not entry:
        return ()
    name = entry.partition("(")[0]
    return (Related("other", Place("derivatives", ("name",), "value", 0, len(name)), f"the formula of `{entry}`"),)


def _fix(entry: Entry, name: str, composite: str, explicit: str, end: End) -> Fix | None:
    """Register the kernel as it is, for every backend. Which kernels are meant is the author's to say."""
    title = f"Register `{name}` as `{explicit}`"
    written = _composite(entry, composite)
    if written is not None:
        return Fix(title, False, (Edit(end, written.span, explicit),))
    field = entry.fields.get("dispatch")
    if not name or "manual_kernel_registration" in entry.fields:
        return None
    if field is not None:
        if not isinstance(field.value, Scalar) or field.value.kind != "null":
            return None
        edit = _under(entry, field.key.span, f"{explicit}: {name}")
        return None if edit is None else Fix(title, False, (edit._replace(end=end),))
    added = field_added(entry, ("dispatch:", f"  {explicit}: {name}"))
    return None if added is None else Fix(title, False, (added._replace(end=end),))


def _under(entry: Entry, key: Span, line: str) -> Edit | None:
    """A line in an empty dispatch section, whose key is `key`."""
    colon = entry.text.find(":", key.end)
    rest = entry.text[colon + 1 :].splitlines()
    if rest and rest[0].strip() not in ("", "~", "null"):
        return None
    start = max(entry.text.rfind("\n", 0, key.start), entry.text.rfind("\r", 0, key.start)) + 1
    line_break = "\r\n" if "\r\n" in entry.text else "\n"
    end = colon + 1 + (len(rest[0]) if rest else 0)
    return Edit("owner", Span(colon + 1, end), f"{line_break}{' ' * (key.start - start + 2)}{line}")


RULE = Rule(
    "missing-dispatch",
    "error",
    "generator",
    "a function with a formula of its own has no kernels of its own",
    describe,
)
