"""What the formats of `--diff` say in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vt_core.review.causes import RELEASE, Cause, EntryChange
from vt_core.review.compare import Change
from vt_core.review.effects import Effect
from vt_core.review.review import Group, Review, Shape, SummaryLine
from vt_lsp.diff import Reviewed

# Of a value of an entry, so much is quoted.
_MOST_QUOTED = 200
_VERBS = {
    "added": "added",
    "removed": "gone",
    "changed": "changed",
    "renumbered": "renumbered",
    "refused": "refused on the new side",
    "accepted": "refused on the old side",
}


def headline(reviewed: Reviewed) -> str:
    """Both sides with their releases."""
    old, new = reviewed.old, reviewed.new
    return f"{old.label} (PyTorch {old.release}) → {new.label} (PyTorch {new.release})"


def counts(review: Review) -> str:
    """How much differs."""
    entries = len(review.comparison.entries)
    changes = [change for group in review.groups for change in group.changes]
    if not changes and not review.renumbered and not review.comparison.moved:
        return f"{counted(entries, 'entry')} changed, nothing in the generated C++" if entries else "nothing differs"
    return (
        f"{counted(entries, 'entry')} changed: {reach(changes) or 'no function or node'} in {listed(review.files, 6)}"
    )


def reach(changes: Iterable[Change]) -> str:
    """How many functions and nodes changed, and how."""
    found: dict[tuple[str, str], int] = {}
    for change in changes:
        key = change.kind, change.status
        found[key] = found.get(key, 0) + 1
    return ", ".join([f"{counted(count, kind)} {_VERBS[status]}" for (kind, status), count in found.items()])


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun.replace(" or ", "s or ") + "s"
    return f"{count} {noun if count == 1 else plural}"


def listed(names: Sequence[str], most: int) -> str:
    """Names between commas, all but the first `most` as a number."""
    if len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"


def cause_said(cause: Cause, reviewed: Reviewed) -> str:
    """A cause in one line."""
    if isinstance(cause, EntryChange):
        return cause.said
    if cause == RELEASE:
        return f"the generator of {reviewed.new.release} writes it otherwise than that of {reviewed.old.release}"
    return "entries elsewhere in the files"


def key_lines(cause: Cause) -> list[str]:
    """The keys of an entry that changed, as lines of a diff."""
    if not isinstance(cause, EntryChange):
        return []
    lines: list[str] = []
    for change in cause.keys:
        if change.before is not None:
            lines.append(f"- {change.key}: {_quoted(change.before)}")
        if change.after is not None:
            lines.append(f"+ {change.key}: {_quoted(change.after)}")
    return lines


def _quoted(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= _MOST_QUOTED else line[: _MOST_QUOTED - 1] + "…"


def happens_to(line: SummaryLine, most: int) -> str:
    """The operators and nodes of an effect, with the details of each."""
    names = [f"{name} ({', '.join(details)})" if details else name for name, details in line.names]
    return listed(names, most)


def said_once(effects: Sequence[Effect]) -> list[tuple[Effect, str]]:
    """The effects, details of the same one put together, each with the sentence."""
    details: dict[Effect, list[str]] = {}
    for effect in effects:
        found = details.setdefault(effect._replace(detail=""), [])
        if effect.detail:
            found.append(effect.detail)
    return [(effect, effect._replace(detail=listed(found, 6)).said) for effect, found in details.items()]


def titles(changes: Sequence[Change]) -> list[str]:
    """The names of functions and nodes."""
    return [change.title for change in changes]


def shape_title(shape: Shape) -> str:
    """What a diff is of, and what has the same one."""
    first, *others = titles(shape.changes)
    return f"{first}; the same in {listed(others, 8)}" if others else first


def folded(review: Review) -> list[str]:
    """What follows from numbers and order alone, in a line each."""
    lines: list[str] = []
    if review.renumbered:
        names = dict.fromkeys([name for change in review.renumbered for name in _renumberings(change)])
        said = reach(review.renumbered).replace(" renumbered", "")
        lines.append(f"only the numbers of nodes differ in {said}: {listed(list(names), 4)}")
    moved = review.comparison.moved
    if moved:
        lines.append(
            f"only the place in a file differs of {counted(len(moved), 'function or node')}: {listed(moved, 4)}"
        )
    return lines


def _renumberings(change: Change) -> list[str]:
    if change.old is None or change.new is None:
        return []
    return [f"{was} → {now}" for was, now in zip(change.old.names, change.new.names) if was != now]


def group_weight(group: Group) -> int:
    """How grave a group is, the gravest lowest: groups are shown in this order, what the release brings last."""
    if group.causes == (RELEASE,):
        return 4
    ranks = {"high": 0, "medium": 1, "low": 2}
    return min([ranks[effect.risk] for effect in group.effects], default=3)
