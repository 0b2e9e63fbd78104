"""The generators of releases 2.1 on, each run beside ours: whole files, byte for byte, on its own pair and on those of
the releases before and after it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.conformance.generators import dialect_of, differences, texts_of
from tests.conformance.wheels import Wheels, all_releases, chosen_releases

RELEASES = chosen_releases()
NEIGHBOURS = [pair for pair in pairwise(all_releases()) if set(pair) <= set(RELEASES)]


@pytest.mark.parametrize("release", RELEASES)
def test_files(release: str, wheels: Wheels, tmp_path: Path) -> None:
    folder, dialect = wheels.folder(release), dialect_of(release)
    texts = texts_of(folder)
    parted = differences(texts, dialect, folder, tmp_path)
    assert any(tmp_path.iterdir()), "the generator refuses its own pair"
    assert not parted, "\n".join(parted)


@pytest.mark.parametrize(("release", "pair_of"), [order for pair in NEIGHBOURS for order in (pair, pair[::-1])])
def test_neighbours(release: str, pair_of: str, wheels: Wheels, tmp_path: Path) -> None:
    texts, folder = texts_of(wheels.folder(pair_of)), wheels.folder(release)
    parted = differences(texts, dialect_of(release), folder, tmp_path)
    assert not parted, "\n".join(parted)
