"""Finding the pair of files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import DERIVATIVES, NATIVE
from vt_lsp.problems import InputProblem
from vt_lsp.workspace import absolute, find_files, named_files, shown


def test_from_anywhere_inside(clean: Path) -> None:
    found = find_files(clean, "x")
    assert found == (clean / NATIVE, clean / DERIVATIVES, None, clean / "version.txt")
    for start in (clean / "aten" / "src", clean / "tools" / "autograd", clean / NATIVE, clean / DERIVATIVES):
        assert find_files(start, "x") == found
    tags = (clean / NATIVE).with_name("tags.yaml")
    tags.write_text("[]")
    assert find_files(clean, "x").tags == tags
    assert find_files(tags, "x").tags == tags


def test_side_by_side(clean: Path, tmp_path: Path) -> None:
    folder = tmp_path / "flat"
    folder.mkdir()
    for path in (NATIVE, DERIVATIVES):
        shutil.copy(clean / path, folder)
    found = find_files(folder, "x")
    assert found == (folder / "native_functions.yaml", folder / "derivatives.yaml", None, None)
    (folder / "version.txt").write_text("1.8.1")
    assert find_files(folder, "x").version == folder / "version.txt"


def test_a_file_keeps_to_its_own_project(clean: Path) -> None:
    stray = clean / "docs" / "derivatives.yaml"
    stray.parent.mkdir()
    stray.write_text("[]")
    with pytest.raises(InputProblem, match="only one of the two files found"):
        find_files(stray, "docs/derivatives.yaml")
    assert find_files(stray.parent, "docs").derivatives == clean / DERIVATIVES


def test_named_files(clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    native, derivatives = clean / NATIVE, clean / DERIVATIVES
    whole = (native, derivatives, None, clean / "version.txt")
    assert named_files(native, None, None) == whole
    assert named_files(None, derivatives, None) == whole
    assert named_files(native, derivatives, None) == whole
    other = tmp_path / "other.yaml"
    assert named_files(native, other, None) == (native, other, None, None)
    renamed = derivatives.with_name("gradients.yaml")
    assert named_files(None, renamed, None) == (native, renamed, None, clean / "version.txt")
    assert named_files(native, derivatives, tmp_path / "tags.yaml").tags == tmp_path / "tags.yaml"
    with pytest.raises(InputProblem, match=r"no native_functions\.yaml found for other\.yaml; --native-functions"):
        named_files(None, other, None)


def test_paths_as_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    path = absolute("../c.yaml")
    assert path == tmp_path / "a" / "c.yaml"
    assert shown(path, as_absolute=False) == "../c.yaml"
    assert shown(path, as_absolute=True) == str(tmp_path / "a" / "c.yaml")
