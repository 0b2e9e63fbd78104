"""A comparison as a reviewer reads it: one cause told once, with all that it reaches behind it, and a summary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vt_core.analysis.snapshot import Snapshot
from vt_core.review.causes import RELEASE, Cause
from vt_core.review.compare import Change, Comparison, compare
from vt_core.review.diffs import PlaceDiff, diffs_of, shape_of
from vt_core.review.effects import KINDS, RISKS, Effect, effects_of
from vt_core.review.schemas import schema_effects


class Group(NamedTuple):
    """The changes that follow from the same causes, and what those mean."""

    causes: tuple[Cause, ...]
    effects: tuple[Effect, ...]
    changes: tuple[Change, ...]


class Shape(NamedTuple):
    """A diff, and all changes that have it but for their own names; the first is the one shown."""

    diffs: tuple[PlaceDiff, ...]
    changes: tuple[Change, ...]


class SummaryLine(NamedTuple):
    """An effect, its detail aside, with the operators and nodes that it happens to and the details of each."""

    effect: Effect
    names: tuple[tuple[str, tuple[str, ...]], ...]


class Review(NamedTuple):
    """All that there is to say. `renumbered` are the changes that follow from the numbers of nodes alone; `files` the
    generated files that differ."""

    comparison: Comparison
    summary: tuple[SummaryLine, ...]
    groups: tuple[Group, ...]
    renumbered: tuple[Change, ...]
    files: tuple[str, ...]

    def has(self, kinds: Iterable[str]) -> bool:
        """Whether one of these kinds of effects occurs; `any`: anything at all."""
        found: set[str] = {line.effect.kind for line in self.summary}
        if self.groups or self.renumbered or self.comparison.entries:
            found.add("any")
        if self.comparison.refused.new:
            found.add("refused")
        return not found.isdisjoint(kinds)


def review(old: Snapshot, new: Snapshot, *, exact: bool = True) -> Review:
    """Compare two snapshots, and sort what differs by its cause. `exact` as for `compare`."""
    comparison = compare(old, new, exact=exact)
    found: list[tuple[Effect, str]] = schema_effects(comparison)
    groups: dict[tuple[object, ...], list[Change]] = {}
    effects: dict[tuple[object, ...], dict[Effect, None]] = {}
    files: dict[str, None] = {}
    for change in comparison.changes:
        files.update(dict.fromkeys(change.files))
        if change.status == "renumbered":
            continue
        key = _group_key(change)
        groups.setdefault(key, []).append(change)
        for effect in effects_of(change, comparison):
            found.append((effect, change.title))
            effects.setdefault(key, {})[effect] = None
    return Review(
        comparison,
        _summary(found),
        tuple(
            [
                Group(changes[0].causes, tuple(sorted(effects.get(key, ()), key=_weight)), tuple(changes))
                for key, changes in groups.items()
            ]
        ),
        tuple([change for change in comparison.changes if change.status == "renumbered"]),
        tuple(sorted(files)),
    )


def _summary(found: Iterable[tuple[Effect, str]]) -> tuple[SummaryLine, ...]:
    """The effects, the gravest first."""
    names: dict[Effect, dict[str, list[str]]] = {}
    for effect, name in found:
        details = names.setdefault(effect._replace(detail=""), {}).setdefault(name, [])
        if effect.detail and effect.detail not in details:
            details.append(effect.detail)
    return tuple(
        [
            SummaryLine(effect, tuple([(name, tuple(details)) for name, details in names[effect].items()]))
            for effect in sorted(names, key=_weight)
        ]
    )


def shapes_of(group: Group, comparison: Comparison) -> tuple[Shape, ...]:
    """The diffs of a group, each once."""
    found: dict[tuple[object, ...], tuple[tuple[PlaceDiff, ...], list[Change]]] = {}
    for change in group.changes:
        diffs = diffs_of(change, comparison.old, comparison.new)
        found.setdefault(shape_of(change, diffs), (diffs, []))[1].append(change)
    return tuple([Shape(diffs, tuple(changes)) for diffs, changes in found.values()])


def _group_key(change: Change) -> tuple[object, ...]:
    """Changes that come with the release alone are parted by what they change."""
    if change.causes == (RELEASE,):
        return (RELEASE, change.kind, change.status, change.places)
    return change.causes


def _weight(effect: Effect) -> tuple[int, int, str]:
    return RISKS.index(effect.risk), KINDS.index(effect.kind), effect.text
