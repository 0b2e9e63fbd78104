"""Which release a pair belongs to."""

from __future__ import annotations

import pytest

from vt_core.dialects.detection import detect
from vt_core.dialects.registry import (
    DEFAULT,
    DIALECTS,
    NEWEST,
    Release,
    dialect_named,
    known_names,
    nearest_dialect,
    read_release,
)
from vt_core.dialects.v1_8 import V1_8_0A0, V1_8_1
from vt_core.syntax.nodes import FileRole


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("1.8", Release(1, 8, False)),
        ("1.8.1\n", Release(1, 8, False)),
        ("1.8.0a0", Release(1, 8, True)),
        ("1.8.0a0+gitc39fb97", Release(1, 8, True)),
        ("1.8.2a0", Release(1, 8, False)),
        ("1.8.1+cu111", Release(1, 8, False)),
        ("1.8.0rc3", Release(1, 8, False)),
        ("v2.13.0", Release(2, 13, False)),
        ("2.1.0a0+git1f3d4e5", Release(2, 1, True)),
        ("", None),
        ("1", None),
        ("1.8x", None),
        ("main", None),
        ("9" * 5000, None),
    ],
)
def test_release_names(text: str, release: Release | None) -> None:
    assert read_release(text) == release


def test_names_of_dialects() -> None:
    assert dialect_named("1.8") is dialect_named("1.8.0") is dialect_named("1.8.1") is dialect_named("1.8.2") is V1_8_1
    assert dialect_named("1.8.0a0") is dialect_named("1.8.0a0+gitabc") is V1_8_0A0
    assert dialect_named("2.0") is dialect_named("1.80") is dialect_named("x") is None
    assert dialect_named("2.13") is dialect_named("2.13.1") is dialect_named("2.13.0")
    for dialect in DIALECTS:
        assert dialect_named(dialect.release) is dialect
    for name in known_names():
        assert dialect_named(name) is not None


@pytest.mark.parametrize(("text", "nearest"), [("1.7.1", V1_8_1), ("1.9", V1_8_1), ("2.16", NEWEST), ("3.0", NEWEST)])
def test_nearest(text: str, nearest: object) -> None:
    release = read_release(text)
    assert release is not None
    assert nearest_dialect(release) is nearest


NEW: dict[FileRole, str] = {"native_functions": "- func: f(SymInt x) -> Tensor\n"}
OLD: dict[FileRole, str] = {"native_functions": "  use_c10_dispatcher: full\n"}
V1_8_1_TEXTS: dict[FileRole, str] = {**OLD, "derivatives": "  tensors: to_args_scalartypes(tensors)\n"}


def test_order() -> None:
    found = detect(V1_8_0A0, "1.8.1", V1_8_1_TEXTS)
    assert found == (V1_8_0A0, "configuration", "1.8.0a0", True)
    assert detect(None, "1.8.1\n", NEW) == (V1_8_1, "version.txt", "1.8.1", True)
    assert detect(None, None, OLD) == (V1_8_1, "contents", "", True)
    assert detect(None, "?", OLD) == (V1_8_1, "contents", "", True)
    assert detect(None, None, NEW) == (NEWEST, "contents", "", False)
    assert detect(None, None, {}) == (DEFAULT, "default", "", True)


def test_other_releases_use_the_nearest_and_say_so() -> None:
    assert detect(None, "2.1.2", NEW) == (dialect_named("2.1"), "version.txt", "2.1.2", True)
    assert detect(None, "2.16.0", NEW) == (NEWEST, "version.txt", "2.16.0", False)
    assert detect(None, "1.13.1", NEW) == (dialect_named("2.1"), "version.txt", "1.13.1", False)


def test_the_release_branch_calls_itself_an_alpha() -> None:
    assert detect(None, "1.8.0a0+git37c1f4a", OLD) == (V1_8_0A0, "version.txt", "1.8.0a0+git37c1f4a", True)
    assert detect(None, "1.8.0a0", V1_8_1_TEXTS) == (V1_8_1, "contents", "1.8.0a0", True)
