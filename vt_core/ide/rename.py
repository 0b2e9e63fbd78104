"""Rename an operator, an overload, an argument or an output in both files (LSP 3.17, "Rename Request").

- An **operator** by its base name: all overloads with their in-place and out variants, entries, delegates, and calls
  in formulas. An **overload** by itself.
- An **argument** in the schemas of all variants, gradient keys, formulas and `cpp_no_default_args`.
- A named **output** in the schemas of all variants and the formulas.

What would break the pair, or change the generated code by more than the name, is refused with a reason: before any
edit is handed out, the pair is analysed as it would be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vt_core.analysis.document import PlacedEntry
from vt_core.analysis.findings import Finding, findings
from vt_core.analysis.snapshot import Snapshot, new_snapshot
from vt_core.ide.helpers_index import Helper, Helpers
from vt_core.ide.preview import preview
from vt_core.ide.rename_names import name_problem
from vt_core.ide.rename_plan import Refusal, RenamePlan, plan_rename
from vt_core.syntax.nodes import FileRole
from vt_core.text.edits import TextEdit, apply_edits
from vt_core.text.spans import Span

_NO_HELPERS: Mapping[str, tuple[Helper, ...]] = {}


class RenameRange(NamedTuple):
    """The stretch of the file that is renamed from, and the name in it."""

    span: Span
    placeholder: str


class RenameEdit(NamedTuple):
    """A replacement in a file."""

    file: FileRole
    span: Span
    text: str


def prepare_rename(snapshot: Snapshot, file: FileRole, offset: int) -> RenameRange | Refusal:
    """Whether the thing at an offset can be renamed, and what is to be typed over."""
    plan = plan_rename(snapshot, file, offset)
    return plan if isinstance(plan, Refusal) else RenameRange(plan.origin, plan.old)


def rename(
    snapshot: Snapshot, file: FileRole, offset: int, new_name: str, helpers: Helpers = _NO_HELPERS
) -> tuple[RenameEdit, ...] | Refusal:
    """The edits that give the thing at an offset another name, or why it cannot have it; no edits for the name that it
    has. `helpers` are the C++ functions that an operator may not be called like."""
    plan = plan_rename(snapshot, file, offset)
    if isinstance(plan, Refusal) or new_name == plan.old:
        return plan if isinstance(plan, Refusal) else ()
    problem = name_problem(snapshot, plan, new_name, helpers)
    if problem is not None:
        return Refusal(problem)
    edits = tuple([RenameEdit(place.file, place.span, new_name) for place in plan.places])
    problem = _breakage(snapshot, renamed(snapshot, edits), plan)
    return edits if problem is None else Refusal(problem)


def renamed(snapshot: Snapshot, edits: Iterable[RenameEdit]) -> Snapshot:
    """The pair after edits."""
    texts = snapshot.texts
    by_file: dict[FileRole, list[TextEdit]] = {"native_functions": [], "derivatives": []}
    for edit in edits:
        by_file[edit.file].append(TextEdit(edit.span, edit.text))
    for file, changes in by_file.items():
        texts[file] = apply_edits(snapshot.document(file).text, changes)
    return new_snapshot(texts, snapshot.dialect, snapshot.store)


def _breakage(before: Snapshot, after: Snapshot, plan: RenamePlan) -> str | None:
    """What a rename would do to the pair besides the name: new errors, other entries for functions, other code."""
    known = Counter([_kind(finding) for finding in findings(before)])
    for finding in findings(after):
        if finding.severity != "error":
            continue
        known[_kind(finding)] -= 1
        if known[_kind(finding)] < 0:
            return f"there would be a new mistake: {finding.message}"
    old, new = before.native.placed(), after.native.placed()
    if _matches(before, old) != _matches(after, new):
        return "functions would use other derivatives entries than now"
    places = dict(zip(old, new))
    for placed in plan.functions:
        if placed in places and places[placed] in after.native_index.functions:
            code, changed = _outline(before, placed), _outline(after, places[placed])
            other = (code - changed) or (changed - code)
            if other:
                return f"the generated code would change by more than the name (in section `{next(iter(other))[1]}`)"
    return None


def _kind(finding: Finding) -> tuple[FileRole, str, str]:
    return finding.file, finding.rule, finding.severity


def _matches(snapshot: Snapshot, functions: list[PlacedEntry]) -> list[int]:
    """For each function the number of the derivatives entry that it uses, -1 for none."""
    numbers = {placed: number for number, placed in enumerate(snapshot.derivatives.placed())}
    entries = snapshot.matching.entries
    return [numbers[entries[placed]] if placed in entries else -1 for placed in functions]


def _outline(snapshot: Snapshot, placed: PlacedEntry) -> Counter[tuple[str, str, int]]:
    """The sections of a function's generated code by file, name and number of lines. A shard's number follows from the
    operator's name, and the order of formulas from that of their keys."""
    shown = preview(snapshot, snapshot.matched(placed))
    return Counter(
        [
            (re.sub(r"_\d+", "", part.file), section.name, section.text.count("\n"))
            for part in shown.parts
            for section in part.sections
        ]
    )
