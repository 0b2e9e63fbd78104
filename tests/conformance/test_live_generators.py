"""The generators of releases 2.1 on, each run beside ours: whole files, byte for byte, on its own pair and on those of
the releases before and after it."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conformance.generators import dialect_of, differences, texts_of
from tests.conformance.mutator import cut
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


QUOTED_NATIVE = """\
- func: wash(Tensor self) -> Tensor
  dispatch:
    CPU: wash
"""
QUOTED = '''\
- name: wash(Tensor self) -> Tensor
  self: |
    f(grad, """


      @x
    classy, """
    x, """ defined)
'''


@pytest.mark.parametrize("release", RELEASES)
def test_three_quotes(release: str, wheels: Wheels, tmp_path: Path) -> None:
    """What looks like Python in a formula is spaced like Python, since 2.8."""
    folder, dialect = wheels.folder(release), dialect_of(release)
    small = cut(texts_of(folder), 3, random.Random(release))
    added = {"native_functions": QUOTED_NATIVE, "derivatives": QUOTED, "tags": ""}
    texts = {role: text + "\n" + added[role] for role, text in small.items()}
    assert differences(texts, dialect, folder, tmp_path / "out") == []
    otherwise = dialect._replace(autograd=dialect.autograd._replace(docstring_gaps=not dialect.autograd.docstring_gaps))
    assert differences(texts, otherwise, folder, tmp_path / "other") != []
