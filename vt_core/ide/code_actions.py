"""Code actions: the fixes of findings, and what can be done about the entry at a place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from vt_core.analysis.findings import Finding, FindingEdit, findings
from vt_core.analysis.snapshot import Snapshot
from vt_core.ide.action_values import ActionKind, CodeAction, EntryAction
from vt_core.ide.cursor import Cursor, cursor_at
from vt_core.ide.derivatives_actions import DERIVATIVES_ACTIONS
from vt_core.ide.entry_trial import brings_mistake
from vt_core.ide.native_actions import NATIVE_ACTIONS
from vt_core.syntax.nodes import FileRole
from vt_core.text.spans import Span

FIX_ALL: ActionKind = "source.fixAll.vt-lsp"
_ENTRY_ACTIONS: tuple[EntryAction, ...] = (*NATIVE_ACTIONS, *DERIVATIVES_ACTIONS)


def code_actions(
    snapshot: Snapshot,
    file: FileRole,
    span: Span,
    found: Sequence[Finding] | None = None,
    *,
    only: Collection[str] = (),
    resolved: bool = False,
) -> tuple[CodeAction, ...]:
    """What can be done at a span of a file (code points), the fixes first.

    `found` are the snapshot's findings, if they are at hand; `only` are kinds that are asked for, each with those
    below it (`refactor`). Edits are left out unless `resolved`: `resolve_code_action` gives them.
    """
    wanted_fixes, wanted_all = _is_wanted("quickfix", only), _is_wanted(FIX_ALL, only)
    if found is None:
        found = findings(snapshot) if wanted_fixes or wanted_all else ()
    actions: list[CodeAction] = []
    if wanted_fixes:
        touched = [finding for finding in found if finding.file == file and _touches(finding.span, span)]
        actions += _fixes(touched)
    done = {action.edits for action in actions}
    actions += [action for action in _entry_actions(snapshot, file, span, only) if action.edits not in done]
    if wanted_all and (only or actions):
        edits = fix_all(found, file)
        if edits:
            title = "Fix everything that can be fixed safely"
            actions.append(CodeAction(title, FIX_ALL, False, None, {"action": "fix-all", "file": file}, edits))
    return tuple(actions if resolved else [action._replace(edits=None) for action in actions])


def resolve_code_action(
    snapshot: Snapshot, data: Mapping[str, str], found: Sequence[Finding] | None = None
) -> tuple[FindingEdit, ...] | None:
    """The edits of an action by its `data`; None where it is offered no more."""
    roles: tuple[FileRole, ...] = ("native_functions", "derivatives", "tags")
    file = next((role for role in roles if role == data.get("file")), roles[0])
    if not snapshot.document(file).blocks:
        return None
    if data.get("action") == "fix-all":
        return fix_all(findings(snapshot) if found is None else found, file) or None
    if not data.get("start", "").isdecimal():
        return None
    start = int(data["start"])
    if data.get("action") == "fix":
        for finding in findings(snapshot) if found is None else found:
            if (finding.file, finding.rule, finding.span.start) == (file, data.get("rule"), start):
                return None if finding.fix is None else finding.fix.edits
        return None
    cursor = cursor_at(snapshot, file, start)
    if cursor.specification != data.get("entry"):
        return None
    for action in _ENTRY_ACTIONS:
        if action.id == data.get("action"):
            for offer in action.offers(cursor):
                if offer.choice == data.get("choice", ""):
                    return offer.edits
    return None


def fix_all(found: Sequence[Finding], file: FileRole) -> tuple[FindingEdit, ...]:
    """The edits of all safe fixes of a file that change no other; of two that overlap the first."""
    edits: list[FindingEdit] = []
    for finding in found:
        fix = finding.fix
        if finding.file != file or fix is None or not fix.safe or any(edit.file != file for edit in fix.edits):
            continue
        if not any(_overlaps(edit.span, other.span) for edit in fix.edits for other in edits):
            edits += fix.edits
    return tuple(edits)


def _overlaps(one: Span, other: Span) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _is_wanted(kind: str, only: Collection[str]) -> bool:
    return not only or any(kind == asked or kind.startswith(f"{asked}.") or not asked for asked in only)


def _fixes(touched: Sequence[Finding]) -> list[CodeAction]:
    """The fix of each finding, safe ones first and preferred."""
    actions: list[CodeAction] = []
    for finding in touched:
        if finding.fix is not None:
            data = {"action": "fix", "file": finding.file, "rule": finding.rule, "start": str(finding.span.start)}
            fix = finding.fix
            actions.append(CodeAction(fix.title, "quickfix", fix.safe, finding, data, fix.edits))
    return [action for action in actions if action.preferred] + [a for a in actions if not a.preferred]


def _entry_actions(snapshot: Snapshot, file: FileRole, span: Span, only: Collection[str]) -> Iterator[CodeAction]:
    cursor = cursor_at(snapshot, file, span.start)
    if not _is_at_entry(cursor):
        return
    for action in _ENTRY_ACTIONS:
        if action.file == file and _is_wanted(action.kind, only):
            for offer in action.offers(cursor):
                if action.kind != "refactor.rewrite" or not brings_mistake(snapshot, offer.edits):
                    data = _data(action, cursor, offer.choice)
                    yield CodeAction(offer.title, action.kind, False, None, data, offer.edits)


def _is_at_entry(cursor: Cursor) -> bool:
    """Whether the cursor is in an entry's text and not in what follows it."""
    node = None if cursor.placed is None else cursor.placed.entry.node
    return node is None or cursor.offset <= node.span.end


def _data(action: EntryAction, cursor: Cursor, choice: str) -> dict[str, str]:
    at = str(cursor.start + cursor.offset)
    return {"action": action.id, "file": cursor.file, "start": at, "entry": cursor.specification, "choice": choice}
