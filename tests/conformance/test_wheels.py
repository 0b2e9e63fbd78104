"""Downloading a generator: `torchgen/` alone, whole or not at all."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.conformance.wheels import SOME, all_releases, download
from vt_core.dialects.v2_x import RELEASES

METADATA = "Metadata-Version: 2.1\nName: torch\nVersion: 9.9.9\n"


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only packages that pip can see."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_torchgen_is_all_that_is_kept(packages: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(packages / "torch-9.9.9-cp311-cp311-macosx_14_0_arm64.whl", "w") as wheel:
        wheel.writestr("torchgen/gen.py", "")
        wheel.writestr("torch/version.py", "")
        wheel.writestr("torch-9.9.9.dist-info/METADATA", METADATA)
        wheel.writestr("torch-9.9.9.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: cp311-cp311-macosx_14_0_arm64\n")
        wheel.writestr("torch-9.9.9.dist-info/RECORD", "")
    cache = tmp_path / "cache"
    assert download("9.9.9", cache / "9.9.9") == ""
    assert [path.relative_to(cache).as_posix() for path in sorted(cache.rglob("*")) if path.is_file()] == [
        "9.9.9/torchgen/gen.py"
    ]


def test_without_a_wheel_nothing_is_left(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert download("9.9.9", cache / "9.9.9").startswith("ERROR: ")
    assert list(cache.iterdir()) == []


def test_every_dialect_has_a_wheel() -> None:
    assert list(all_releases()) == [dialect.release for dialect in RELEASES]
    assert set(SOME) <= set(all_releases())
