"""What releases' own sources state: nothing new in a published one, and a changed one goes before the release."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conformance.generators import (
    PAIR,
    Case,
    dialect_of,
    first_difference,
    generator_refusals,
    our_files,
    texts_of,
)
from tests.conformance.wheels import Wheels, chosen_releases
from vt_core.analysis.snapshot import new_snapshot
from vt_core.dialects.detection import detect
from vt_core.dialects.stated import with_stated
from vt_lsp.project import open_project
from vt_lsp.workspace import find_files, generator_files

NATIVE = """\
- func: peek(Tensor(a) self, int at) -> Tensor(a)
  variants: function, method
  dispatch:
    CompositeExplicitAutograd: peek

- func: peek_copy(Tensor self, int at) -> Tensor
  dispatch:
    CompositeExplicitAutogradNonFunctional: peek_copy
  tags: view_copy
  autogen: peek_copy.out
"""
DERIVATIVES = """
- name: peek(Tensor(a) self, int at) -> Tensor(a)
  self: unpeek(grad, at)
  result: auto_linear
"""


@pytest.mark.parametrize("release", chosen_releases())
def test_a_published_generator_states_nothing_new(release: str, wheels: Wheels) -> None:
    derivatives = wheels.folder(release) / "torchgen/packaged/autograd/derivatives.yaml"
    sources = {name: path.read_text() for name, path in generator_files(derivatives).items() if path.is_file()}
    assert len(sources) >= 5
    stated = with_stated(dialect_of(release), sources)
    assert stated == (dialect_of(release), (), ())


@pytest.mark.parametrize("release", chosen_releases())
def test_a_pair_shows_its_release(release: str, wheels: Wheels) -> None:
    found = detect(None, None, texts_of(wheels.folder(release)))
    assert (found.dialect.release, found.source, found.exact) == (release, "contents", True)


@pytest.mark.parametrize("release", [chosen_releases()[0], chosen_releases()[-1]])
def test_a_new_view_function(release: str, wheels: Wheels, tmp_path: Path) -> None:
    """The pair gets a view function, and the generator's table too: theirs and ours write the same files."""
    root = Path(shutil.copytree(wheels.folder(release), tmp_path / "changed"))
    packaged = root / "torchgen/packaged"
    for role, added in (("native_functions", NATIVE), ("derivatives", DERIVATIVES)):
        with (packaged / PAIR[role]).open("a", encoding="utf-8") as file:
            file.write(added)
    source = packaged / "autograd/gen_inplace_or_view_type.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace('    "alias": "self",\n', '    "alias": "self",\n    "peek": "self",\n', 1))

    out = tmp_path / "out"
    assert generator_refusals(root, [Case(texts_of(root), out)]) == [None]
    project = open_project(find_files(packaged, "."), None, None, as_absolute=True)
    assert project.stated is not None
    assert project.stated.changed == (
        "VIEW_FUNCTIONS of gen_inplace_or_view_type.py",
        "RETURNS_VIEWS_OF_INPUT of gen_inplace_or_view_type.py",
    )
    ours = our_files(project.snapshot, root)
    parted = {
        name: first_difference((out / name).read_bytes(), text)
        for name, text in ours.items()
        if (out / name).read_bytes() != text
    }
    assert not parted
    # Without the table it would be another text.
    plain = our_files(new_snapshot(texts_of(root), dialect_of(release)), root)
    assert plain != ours
