"""An `autogen` list that does not name what is generated."""

from __future__ import annotations

from vt_core.rules.edits import field_added, field_removed, value_edit
from vt_core.rules.rule import Description, Edit, Fix, Rule, Site
from vt_core.rules.wording import operator_of, shown
from vt_core.syntax.faults import Fault


def describe(fault: Fault, site: Site) -> Description:
    """`what`: missing (it writes to arguments, and has no out variant) or other; `wanted` and `listed`: names."""
    wanted, listed = shown(fault.data.get("wanted", ""), 200), shown(fault.data.get("listed", ""), 200)
    operator = operator_of(fault, site)
    fix = _fix(wanted, site)
    if fault.data.get("what") == "missing":
        return Description(
            f"{operator} writes to its arguments, and there is no out variant to functionalize it with: declare one, "
            f"or write `autogen: {wanted or '?'}`",
            (),
            fix,
        )
    if not wanted:
        return Description(f"nothing is generated beside {operator}: remove `autogen: {listed or '?'}`", (), fix)
    lists = f"its `autogen` lists `{listed}`" if listed else "it has no `autogen`"
    return Description(f"`{wanted}` is generated beside {operator}, but {lists}: write `autogen: {wanted}`", (), fix)


def _fix(wanted: str, site: Site) -> Fix | None:
    """Write the list as the generator has it; whether those variants are meant is the author's to say."""
    entry = site.owner
    written = entry.scalar("autogen")
    edit: Edit | None
    if not wanted:
        edit = field_removed(entry, "autogen")
        return None if edit is None else Fix("Remove `autogen`", False, (edit,))
    if written is not None and written.value:
        edit = value_edit(entry, written, wanted)
    elif "autogen" in entry.fields:
        return None
    else:
        edit = field_added(entry, (f"autogen: {wanted}",))
    return None if edit is None else Fix(f"Write `autogen: {wanted}`", False, (edit,))


RULE = Rule("autogen-list", "error", "build", "an `autogen` list does not name what is generated", describe)
