"""Random faults: what the generators of releases 2.1 on refuse, we refuse, and nothing else."""

from __future__ import annotations

import difflib
import random

import pytest

from tests.conformance.generators import Case, Texts, dialect_of, generator_refusals, our_refusals, texts_of
from tests.conformance.mutator import cut, mutated
from tests.conformance.wheels import Wheels, chosen_releases
from vt_core.analysis.snapshot import new_snapshot

PAIRS = 12
FAULTS_EACH = 25
OPERATORS = 8


def faults(texts: Texts, seed: str) -> list[tuple[Texts, Texts]]:
    """Small pairs, each with versions of it that hold a fault; the first version holds none."""
    source = random.Random(seed)
    found: list[tuple[Texts, Texts]] = []
    for _ in range(PAIRS):
        small = cut(texts, OPERATORS, source)
        found += [(small, small), *((small, mutated(small, source)) for _ in range(FAULTS_EACH))]
    return found


def change(before: Texts, after: Texts) -> str:
    """The lines that a fault changed."""
    lines = [
        line
        for role in before
        for line in difflib.unified_diff(before[role].split("\n"), after[role].split("\n"), role, role, "", "", 0, "")
    ]
    return "\n".join(line[:300] for line in lines if not line.startswith(("@@", "---")))


@pytest.mark.parametrize("release", chosen_releases())
def test_verdicts(release: str, wheels: Wheels) -> None:
    folder, dialect = wheels.folder(release), dialect_of(release)
    made = faults(texts_of(folder), release)
    theirs = generator_refusals(folder, [Case(after) for _, after in made])
    wrong, refused = [], 0
    for (before, after), said in zip(made, theirs):
        ours = our_refusals(new_snapshot(after, dialect))
        refused += said is not None
        if (said is None) == bool(ours):
            wrong.append(f"{change(before, after)}\nthe generator: {said}\nours: {ours[:3]}")
    print(f"{release}: {len(made)} pairs, {refused} refused")
    assert not wrong, f"{len(wrong)} of {len(made)}:\n" + "\n\n".join(wrong)
    # The faults are neither all harmless nor all fatal.
    assert 0.2 * len(made) < refused < 0.9 * len(made)
