"""`--diff` for programs: one JSON object."""

from __future__ import annotations

import json

from vt_core.review.causes import Cause, EntryChange
from vt_core.review.compare import Change
from vt_core.review.effects import Effect
from vt_core.review.review import Group, Shape, shapes_of
from vt_lsp.diff import Reviewed, Side
from vt_lsp.render.review_words import cause_said


def render(reviewed: Reviewed) -> str:
    """The whole review; every diff once, with all that has it."""
    review = reviewed.review
    comparison = review.comparison
    value = {
        "old": _side(reviewed.old),
        "new": _side(reviewed.new),
        "summary": [
            {
                "kind": line.effect.kind,
                "risk": line.effect.risk,
                "message": line.effect.text,
                "at": [{"name": name, "details": list(details)} for name, details in line.names],
            }
            for line in review.summary
        ],
        "groups": [_group(group, reviewed) for group in review.groups],
        "renumbered": [_change(change) for change in review.renumbered],
        "moved": list(comparison.moved),
        "files": list(review.files),
        "entries": [_cause(entry, reviewed) for entry in comparison.entries],
        "refused": {"old": list(comparison.refused.old), "new": list(comparison.refused.new)},
        "notes": reviewed.notes,
    }
    return json.dumps(value, indent=2) + "\n"


def _side(side: Side) -> dict[str, object]:
    files = {role: source.name for role, source in side.project.sources.items()}
    return {"label": side.label, "release": side.release, "files": files, "errors": side.refused}


def _group(group: Group, reviewed: Reviewed) -> dict[str, object]:
    return {
        "causes": [_cause(cause, reviewed) for cause in group.causes],
        "effects": [_effect(effect) for effect in group.effects],
        "changes": [_change(change) for change in group.changes],
        "diffs": [_shape(shape) for shape in shapes_of(group, reviewed.review.comparison)],
    }


def _cause(cause: Cause, reviewed: Reviewed) -> dict[str, object]:
    if not isinstance(cause, EntryChange):
        return {"kind": cause, "message": cause_said(cause, reviewed)}
    return {
        "kind": "entry",
        "message": cause.said,
        "file": f"{cause.file}.yaml",
        "operator": cause.operator,
        "status": cause.status,
        "keys": [{"key": one.key, "before": one.before, "after": one.after} for one in cause.keys],
    }


def _effect(effect: Effect) -> dict[str, object]:
    return {"kind": effect.kind, "risk": effect.risk, "message": effect.said}


def _change(change: Change) -> dict[str, object]:
    names = {side: list(item.names) for side, item in (("old", change.old), ("new", change.new)) if item is not None}
    return {
        "kind": change.kind,
        "name": change.name,
        "status": change.status,
        "nodes": names,
        "files": list(change.files),
    }


def _shape(shape: Shape) -> dict[str, object]:
    return {
        "changes": [change.title for change in shape.changes],
        "files": [
            {
                "file": diff.file,
                "hunks": [
                    {
                        "sections": list(hunk.sections),
                        "reasons": list(hunk.reasons),
                        "lines": [line.tag + line.text for line in hunk.lines],
                    }
                    for hunk in diff.hunks
                ],
            }
            for diff in shape.diffs
        ],
    }
