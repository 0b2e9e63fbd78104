"""What a comparison lists is exactly what differs between two whole runs from scratch."""

from __future__ import annotations

import os
import random

import pytest

from tests.corpora import corpus_dialect, corpus_texts
from tests.review.whole import Written, differing, one_change, written
from vt_core.analysis.snapshot import new_snapshot, with_texts
from vt_core.dialects.dialect import Dialect
from vt_core.model.derivatives import DEFAULT_KEY
from vt_core.review.compare import Change, compare
from vt_core.review.review import review, shapes_of

# A hundred for each pair take five minutes.
CHANGES = 100 if os.environ.get("VT_LSP_ALL_CHANGES") == "1" else 12
PAIRS = ("v1.8.1", "v2.15.0")


def listed(changes: tuple[Change, ...]) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for change in changes:
        if change.kind == "function":
            name = change.name.partition("(")[0]
        else:
            operator, _, key = change.name.rstrip("'").partition(" [")
            name = f"{operator} {key.rstrip(']') or DEFAULT_KEY}"
        found.add((change.kind, name))
    return found


class Pair:
    """A pair with all that is written of it."""

    def __init__(self, name: str) -> None:
        self.texts = corpus_texts(name)
        self.dialect: Dialect = corpus_dialect(name)
        self.written: Written = written(self.texts, self.dialect)
        self.snapshot = new_snapshot(self.texts, self.dialect)


@pytest.fixture(scope="module", params=PAIRS)
def pair(request: pytest.FixtureRequest) -> Pair:
    return Pair(request.param)


@pytest.mark.parametrize("seed", range(CHANGES))
def test_changes_of_one_entry(pair: Pair, seed: int) -> None:
    texts = one_change(pair.texts, random.Random(seed))
    new = with_texts(pair.snapshot, texts)
    found = review(pair.snapshot, new)
    comparison = found.comparison
    expected = differing(pair.written, written(texts, pair.dialect))
    assert listed(comparison.changes) == expected
    for group in found.groups:
        assert group.causes
        shapes = shapes_of(group, comparison)
        assert sum([len(shape.changes) for shape in shapes]) == len(group.changes)
        assert all(shape.diffs for shape in shapes)
    assert len(found.renumbered) + sum([len(group.changes) for group in found.groups]) == len(comparison.changes)


def test_nothing_changes_by_itself(pair: Pair) -> None:
    comparison = compare(pair.snapshot, with_texts(pair.snapshot, pair.texts))
    assert (comparison.changes, comparison.entries, comparison.moved) == ((), (), ())


def test_two_releases() -> None:
    """Snapshots that share nothing."""
    first, second = Pair("v2.13.0"), Pair("v2.15.0")
    comparison = compare(first.snapshot, second.snapshot)
    assert listed(comparison.changes) == differing(first.written, second.written)
    assert all(change.causes for change in comparison.changes if change.status != "renumbered")
